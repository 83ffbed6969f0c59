package dev.vspherecloud.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A growing sequence of bytes. The bytes are not copied when the sequence grows.
///
/// Threads: one thread fills it, and then hands it over.
final class ByteChunks {
    private static final int CHUNK_SIZE = 16 << 10;

    private final List<byte[]> fullChunks = new ArrayList<>();
    private byte[] current = new byte[CHUNK_SIZE];
    private int used;

    long size() {
        return (long) fullChunks.size() * CHUNK_SIZE + used;
    }

    void append(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (used == CHUNK_SIZE) {
                fullChunks.add(current);
                current = new byte[CHUNK_SIZE];
                used = 0;
            }
            int count = Math.min(bytes.remaining(), CHUNK_SIZE - used);
            bytes.get(current, used, count);
            used += count;
        }
    }

    InputStream open() {
        var parts = new ArrayList<InputStream>(fullChunks.size() + 1);
        fullChunks.forEach(chunk -> parts.add(new ByteArrayInputStream(chunk)));
        parts.add(new ByteArrayInputStream(current, 0, used));
        return new SequenceInputStream(Collections.enumeration(parts));
    }
}

package dev.vspherecloud.http;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A growing sequence of bytes that is not copied as it grows.
///
/// Threads: filled by one, then handed over.
final class ByteChunks {
    private static final int BLOCK = 16 << 10;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] last = new byte[BLOCK];
    private int used;

    long size() {
        return (long) full.size() * BLOCK + used;
    }

    void append(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (used == BLOCK) {
                full.add(last);
                last = new byte[BLOCK];
                used = 0;
            }
            int count = Math.min(bytes.remaining(), BLOCK - used);
            bytes.get(last, used, count);
            used += count;
        }
    }

    InputStream open() {
        var parts = new ArrayList<InputStream>(full.size() + 1);
        full.forEach(block -> parts.add(new ByteArrayInputStream(block)));
        parts.add(new ByteArrayInputStream(last, 0, used));
        return new SequenceInputStream(Collections.enumeration(parts));
    }
}

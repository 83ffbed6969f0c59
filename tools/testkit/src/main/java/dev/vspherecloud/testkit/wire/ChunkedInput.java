package dev.vspherecloud.testkit.wire;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Decodes a chunked body. A read returns as soon as one chunk has data, so that streams are not delayed.
///
/// Threads: confined to one.
final class ChunkedInput extends FilterInputStream {
    private static final int MAX_LINE_BYTES = 8 * 1024;

    private long leftInChunk;
    private boolean started;
    private boolean ended;

    ChunkedInput(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (leftInChunk == 0 && !ended) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int count = in.read(buffer, offset, (int) Math.min(length, leftInChunk));
        if (count < 0) {
            throw new EOFException("closed inside a chunk");
        }
        leftInChunk -= count;
        return count;
    }

    @Override
    public void close() {
        // The connection stays open for the next message.
    }

    private void nextChunk() throws IOException {
        if (started) {
            line();
        }
        started = true;
        String size = line().split(";", 2)[0].strip();
        leftInChunk = Long.parseLong(size, 16);
        if (leftInChunk == 0) {
            skipTrailers();
            ended = true;
        }
    }

    private void skipTrailers() throws IOException {
        String trailer;
        do {
            trailer = line();
        } while (!trailer.isEmpty());
    }

    private String line() throws IOException {
        return Head.readLine(in, MAX_LINE_BYTES).orElseThrow(() -> new EOFException("closed between two chunks"));
    }
}

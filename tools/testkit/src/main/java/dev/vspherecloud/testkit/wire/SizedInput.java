package dev.vspherecloud.testkit.wire;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// A body of known length.
///
/// Threads: confined to one.
final class SizedInput extends FilterInputStream {
    private long left;

    SizedInput(InputStream in, long bytes) {
        super(in);
        left = bytes;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int count = in.read(buffer, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("closed " + left + " bytes before the end of the body");
        }
        left -= count;
        return count;
    }

    @Override
    public void close() {
        // The connection stays open for the next message.
    }
}

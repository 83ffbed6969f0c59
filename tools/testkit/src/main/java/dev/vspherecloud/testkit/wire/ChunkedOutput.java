package dev.vspherecloud.testkit.wire;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Encodes a chunked body: every write is one chunk, and closing writes the last one.
final class ChunkedOutput extends FilterOutputStream {
    private static final byte[] LINE_END = ascii("\r\n");
    private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

    ChunkedOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return;
        }
        out.write(ascii(Integer.toHexString(length) + "\r\n"));
        out.write(buffer, offset, length);
        out.write(LINE_END);
    }

    @Override
    public void close() throws IOException {
        out.write(LAST_CHUNK);
        out.flush();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

package dev.vspherecloud.csi.protocol.http2;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads frames from a connection.
///
/// Threads: confined to the thread that reads the connection.
final class FrameReader {
    /// What every client sends first. Rule from: RFC 9113, section 3.4.
    private static final ByteBuffer PREFACE =
            StandardCharsets.US_ASCII.encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").asReadOnlyBuffer();

    private final ReadableByteChannel channel;
    private final ByteBuffer buffer =
            ByteBuffer.allocate(Frame.HEAD + Frame.MAX_PAYLOAD).limit(0);

    FrameReader(ReadableByteChannel channel) {
        this.channel = channel;
    }

    void readPreface() throws IOException {
        ByteBuffer expected = PREFACE.duplicate();
        if (!fill(expected.remaining())) {
            throw new EOFException("the client closed the connection before its first frame");
        }
        ByteBuffer found = buffer.slice(buffer.position(), expected.remaining());
        if (!found.equals(expected)) {
            throw new Http2Exception(
                    Http2ErrorCode.PROTOCOL_ERROR, "the connection does not begin with the preface of HTTP/2");
        }
        buffer.position(buffer.position() + expected.remaining());
    }

    /// Returns the next frame; empty if the client has closed the connection.
    Optional<Frame> next() throws IOException {
        if (!fill(Frame.HEAD)) {
            return Optional.empty();
        }
        int length = ((buffer.get() & 0xff) << 16) | (buffer.getShort() & 0xffff);
        int type = buffer.get() & 0xff;
        int flags = buffer.get() & 0xff;
        int stream = buffer.getInt() & Integer.MAX_VALUE;
        if (length > Frame.MAX_PAYLOAD) {
            throw new Http2Exception(
                    Http2ErrorCode.FRAME_SIZE_ERROR,
                    "a frame has %d bytes, expected at most %d".formatted(length, Frame.MAX_PAYLOAD));
        }
        if (!fill(length)) {
            throw new EOFException("the client closed the connection inside of a frame");
        }
        ByteBuffer payload = buffer.slice(buffer.position(), length);
        buffer.position(buffer.position() + length);
        return Optional.of(new Frame(type, flags, stream, payload));
    }

    /// Reads until the buffer holds this many bytes.
    ///
    /// @return false if the connection ended before the first of them
    private boolean fill(int bytes) throws IOException {
        if (buffer.remaining() >= bytes) {
            return true;
        }
        buffer.compact();
        try {
            while (buffer.position() < bytes) {
                if (channel.read(buffer) < 0) {
                    if (buffer.position() == 0) {
                        return false;
                    }
                    throw new EOFException("the client closed the connection inside of a frame");
                }
            }
        } finally {
            buffer.flip();
        }
        return true;
    }
}

package dev.vspherecloud.csi.protocol.http2;

import java.nio.ByteBuffer;

/// A frame that a client sent.
///
/// @param type    its number; unknown ones are ignored
/// @param stream  the number of the stream; 0 if the frame is about the connection
/// @param payload valid until the next frame is read
record Frame(int type, int flags, int stream, ByteBuffer payload) {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int PRIORITY = 2;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PUSH_PROMISE = 5;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 0x1;
    static final int ACK = 0x1;
    static final int END_HEADERS = 0x4;
    static final int PADDED = 0x8;
    static final int WITH_PRIORITY = 0x20;

    /// The size of a frame without its payload.
    static final int HEAD = 9;

    /// The largest payload that each side accepts unless its settings say otherwise. The settings of this server do
    /// not.
    static final int MAX_PAYLOAD = 16_384;

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    int length() {
        return payload.remaining();
    }

    void requireLength(int expected) throws Http2Exception {
        if (length() != expected) {
            throw new Http2Exception(
                    Http2ErrorCode.FRAME_SIZE_ERROR,
                    "a frame of type %d has %d bytes, expected %d".formatted(type, length(), expected));
        }
    }

    void requireConnection() throws Http2Exception {
        if (stream != 0) {
            throw protocolError("a frame of type %d names stream %d, expected none".formatted(type, stream));
        }
    }

    void requireStream() throws Http2Exception {
        if (stream == 0) {
            throw protocolError("a frame of type %d names no stream, expected one".formatted(type));
        }
    }

    /// Returns the payload without padding, and without the priority of a HEADERS frame.
    ByteBuffer content() throws Http2Exception {
        ByteBuffer content = payload.duplicate();
        int padding = 0;
        if (has(PADDED)) {
            requireAtLeast(1, content);
            padding = content.get() & 0xff;
        }
        if (type == HEADERS && has(WITH_PRIORITY)) {
            requireAtLeast(5, content);
            content.position(content.position() + 5);
        }
        if (padding > content.remaining()) {
            throw protocolError(
                    "a frame has %d bytes of padding, expected at most %d".formatted(padding, content.remaining()));
        }
        return content.limit(content.limit() - padding);
    }

    private void requireAtLeast(int bytes, ByteBuffer content) throws Http2Exception {
        if (content.remaining() < bytes) {
            throw new Http2Exception(
                    Http2ErrorCode.FRAME_SIZE_ERROR,
                    "a frame of type %d has %d bytes, expected more".formatted(type, length()));
        }
    }

    private static Http2Exception protocolError(String message) {
        return new Http2Exception(Http2ErrorCode.PROTOCOL_ERROR, message);
    }

    /// Returns the bytes of a frame.
    static byte[] bytes(int type, int flags, int stream, ByteBuffer payload) {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + payload.remaining());
        frame.put((byte) (payload.remaining() >> 16)).putShort((short) payload.remaining());
        frame.put((byte) type).put((byte) flags).putInt(stream);
        frame.put(payload.duplicate());
        return frame.array();
    }

    static byte[] bytes(int type, int flags, int stream, byte[] payload) {
        return bytes(type, flags, stream, ByteBuffer.wrap(payload));
    }

    static byte[] windowUpdate(int stream, int increment) {
        return bytes(WINDOW_UPDATE, 0, stream, numbers(increment));
    }

    static byte[] reset(int stream, Http2ErrorCode code) {
        return bytes(RST_STREAM, 0, stream, numbers(code.number()));
    }

    static byte[] goAway(int lastStream, Http2ErrorCode code) {
        return bytes(GOAWAY, 0, 0, numbers(lastStream, code.number()));
    }

    private static ByteBuffer numbers(int... numbers) {
        ByteBuffer payload = ByteBuffer.allocate(numbers.length * Integer.BYTES);
        for (int number : numbers) {
            payload.putInt(number);
        }
        return payload.flip();
    }
}

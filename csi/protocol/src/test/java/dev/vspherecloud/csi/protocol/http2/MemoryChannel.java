package dev.vspherecloud.csi.protocol.http2;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;

/// A client that has sent everything, and reads all responses.
///
/// Threads: one reads, and another one writes.
final class MemoryChannel implements ByteChannel {
    private final ByteBuffer sent;
    private final Runnable atEnd;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private volatile boolean isClosed;

    /// @param frames what the client sends after the preface
    /// @param atEnd  runs when the server has read everything and wants more
    MemoryChannel(byte[] frames, Runnable atEnd) {
        byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        this.sent = ByteBuffer.allocate(preface.length + frames.length)
                .put(preface)
                .put(frames)
                .flip();
        this.atEnd = atEnd;
    }

    @Override
    public int read(ByteBuffer target) {
        if (!sent.hasRemaining()) {
            atEnd.run();
            return -1;
        }
        int size = Math.min(sent.remaining(), target.remaining());
        target.put(sent.slice(sent.position(), size));
        sent.position(sent.position() + size);
        return size;
    }

    @Override
    public int write(ByteBuffer source) {
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        received.writeBytes(bytes);
        return bytes.length;
    }

    /// Returns the frames that the server sent.
    byte[] received() {
        return received.toByteArray();
    }

    @Override
    public boolean isOpen() {
        return !isClosed;
    }

    @Override
    public void close() {
        isClosed = true;
    }
}

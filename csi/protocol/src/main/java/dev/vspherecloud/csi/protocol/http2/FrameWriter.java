package dev.vspherecloud.csi.protocol.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Writes frames to a connection, in the order in which they were enqueued.
///
/// Threads: one thread runs [#writeAll] and is the only writer of the channel. The other methods may be called from
/// anywhere. So no thread holds a lock while it writes.
final class FrameWriter {
    /// A client that does not read fills the queue, and can then make the server keep no more.
    private static final int MAX_QUEUED = 64;

    private static final byte[] END = {};

    private final WritableByteChannel channel;
    private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private volatile boolean isDone;

    FrameWriter(WritableByteChannel channel) {
        this.channel = channel;
    }

    /// Waits until the frames have room in the queue. Frames for a closed connection are dropped.
    ///
    /// @param frames one or more complete frames
    /// @return false if there was no room for that long
    boolean enqueue(byte[] frames, Duration limit) throws InterruptedException {
        return isDone || queue.offer(frames, limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Lets [#writeAll] return when the frames before this call are written.
    ///
    /// @return false if the queue is full
    boolean end() {
        return isDone || queue.offer(END);
    }

    /// Writes until the end is enqueued, or the connection fails.
    void writeAll() throws IOException, InterruptedException {
        try {
            for (byte[] frames = queue.take(); frames.length > 0; frames = queue.take()) {
                ByteBuffer rest = ByteBuffer.wrap(frames);
                while (rest.hasRemaining()) {
                    int _ = channel.write(rest);
                }
            }
        } finally {
            isDone = true;
            // Threads that wait for room continue.
            queue.clear();
        }
    }
}

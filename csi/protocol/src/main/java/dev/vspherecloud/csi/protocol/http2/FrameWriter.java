package dev.vspherecloud.csi.protocol.http2;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Writes frames to a connection, in the order in which they were enqueued.
///
/// Threads: one thread runs [#writeAll] and is the only writer of the channel. The other methods may be called from
/// anywhere. So no thread holds a lock while it writes.
final class FrameWriter {
    /// A client that does not read fills the queue, and can then make the server keep no more. The size is
    /// in bytes, because one part of a response is as large as a thousand frames about the connection.
    static final int MAX_QUEUED = 128 * 1024;

    /// What the queue takes for an entry beside its bytes.
    private static final int ENTRY = 64;

    private static final byte[] END = {};

    private final WritableByteChannel channel;
    private final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();

    /// Fair, so that small frames do not keep out a large one.
    private final Semaphore room = new Semaphore(MAX_QUEUED, true);

    private volatile boolean isDone;

    FrameWriter(WritableByteChannel channel) {
        this.channel = channel;
    }

    /// Waits until the frames have room in the queue. Frames for a closed connection are dropped.
    ///
    /// @param frames one or more complete frames, of fewer bytes than the queue has room for
    /// @return false if there was no room for that long
    boolean enqueue(byte[] frames, Duration limit) throws InterruptedException {
        if (isDone) {
            return true;
        }
        if (!room.tryAcquire(frames.length + ENTRY, limit.toNanos(), TimeUnit.NANOSECONDS)) {
            return isDone;
        }
        queue.add(frames);
        return true;
    }

    /// Lets [#writeAll] return when the frames before this call are written.
    void end() {
        queue.add(END);
    }

    /// Writes until the end is enqueued, or the connection fails.
    void writeAll() throws IOException, InterruptedException {
        try {
            for (byte[] frames = queue.take(); frames.length > 0; frames = queue.take()) {
                ByteBuffer rest = ByteBuffer.wrap(frames);
                while (rest.hasRemaining()) {
                    int _ = channel.write(rest);
                }
                room.release(frames.length + ENTRY);
            }
        } finally {
            isDone = true;
            // Threads that wait for room continue.
            room.release(Integer.MAX_VALUE / 2);
            queue.clear();
        }
    }
}

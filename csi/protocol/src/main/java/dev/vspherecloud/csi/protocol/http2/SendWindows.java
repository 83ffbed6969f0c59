package dev.vspherecloud.csi.protocol.http2;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// How many bytes of responses the client of one connection accepts at present: in each stream, and in all together.
///
/// Rule from: RFC 9113, section 6.9.
///
/// Threads: any. The state has one lock.
final class SendWindows {
    static final int DEFAULT = 65_535;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Integer, Long> streams = new HashMap<>();
    private long connection = DEFAULT;
    private long initial = DEFAULT;

    void open(int stream) {
        lock.lock();
        try {
            streams.put(stream, initial);
        } finally {
            lock.unlock();
        }
    }

    /// Forgets a stream. Threads that wait for its window get nothing.
    void close(int stream) {
        lock.lock();
        try {
            streams.remove(stream);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void closeAll() {
        lock.lock();
        try {
            streams.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until at least one byte may be sent.
    ///
    /// @param wanted the number of bytes to send, at least 1
    /// @return how many of them may be sent now; 0 if the stream is closed, or the time is over
    int acquire(int stream, int wanted, Duration limit) throws InterruptedException {
        lock.lock();
        try {
            long nanos = limit.toNanos();
            while (available(stream) <= 0) {
                if (!streams.containsKey(stream) || nanos <= 0) {
                    return 0;
                }
                nanos = changed.awaitNanos(nanos);
            }
            int granted = (int) Math.min(wanted, available(stream));
            connection -= granted;
            streams.merge(stream, (long) -granted, Long::sum);
            return granted;
        } finally {
            lock.unlock();
        }
    }

    private long available(int stream) {
        return Math.min(connection, streams.getOrDefault(stream, 0L));
    }

    /// Adds to the window of a stream, or with 0 to that of the connection.
    ///
    /// @return false if the window is then larger than HTTP/2 allows
    boolean add(int stream, int increment) {
        lock.lock();
        try {
            if (stream == 0) {
                connection += increment;
            } else {
                // A call may end at any time, and must not come back.
                streams.computeIfPresent(stream, (_, window) -> window + increment);
            }
            changed.signalAll();
            return (stream == 0 ? connection : streams.getOrDefault(stream, 0L)) <= Integer.MAX_VALUE;
        } finally {
            lock.unlock();
        }
    }

    /// Returns true if the stream is open.
    boolean isOpen(int stream) {
        lock.lock();
        try {
            return streams.containsKey(stream);
        } finally {
            lock.unlock();
        }
    }

    /// Changes the window of new streams, and those of all open ones by the difference.
    ///
    /// @return false if a window is then larger than HTTP/2 allows
    boolean changeInitial(int size) {
        lock.lock();
        try {
            long difference = size - initial;
            initial = size;
            streams.replaceAll((_, window) -> window + difference);
            changed.signalAll();
            return streams.values().stream().allMatch(window -> window <= Integer.MAX_VALUE);
        } finally {
            lock.unlock();
        }
    }
}

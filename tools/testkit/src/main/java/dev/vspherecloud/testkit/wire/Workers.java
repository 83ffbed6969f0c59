package dev.vspherecloud.testkit.wire;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// The virtual threads of one server. Closing this ends all of them.
///
/// Threads: any thread may start one; [#close()] is called once, not by one of them.
public final class Workers implements AutoCloseable {
    private static final Duration MAX_CLOSE = Duration.ofSeconds(5);

    private final String owner;
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();
    private final AtomicLong started = new AtomicLong();
    private final CountDownLatch ended = new CountDownLatch(1);

    /// @param owner begins the name of every thread
    public Workers(String owner) {
        this.owner = owner;
    }

    /// Starts a thread, named after its owner and its role. Ending by an interruption or a closed socket is normal.
    public Thread start(String role, Runnable work) {
        Thread thread = Thread.ofVirtual()
                .name(owner + "-" + role + "-", started.incrementAndGet())
                .unstarted(() -> {
                    try {
                        work.run();
                    } finally {
                        running.remove(Thread.currentThread());
                    }
                });
        running.add(thread);
        thread.start();
        if (ended.getCount() == 0) {
            thread.interrupt();
        }
        return thread;
    }

    /// Waits. If the owner closes, the wait ends early with an interruption.
    public void pause(Duration duration) throws InterruptedException {
        if (ended.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new InterruptedException(owner + " was closed");
        }
    }

    public int count() {
        return running.size();
    }

    @Override
    public void close() {
        ended.countDown();
        running.forEach(Thread::interrupt);
        try {
            for (Thread thread : running) {
                if (!thread.join(MAX_CLOSE)) {
                    throw new IllegalStateException(thread.getName() + " does not end");
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}

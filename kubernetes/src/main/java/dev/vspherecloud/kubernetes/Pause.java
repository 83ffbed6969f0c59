package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets the calling thread wait; an interrupt ends the wait.
@FunctionalInterface
public interface Pause {
    void await(Duration length) throws InterruptedException;

    /// Waits by the machine's clock.
    static Pause system() {
        return length -> {
            boolean _ = new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
        };
    }
}

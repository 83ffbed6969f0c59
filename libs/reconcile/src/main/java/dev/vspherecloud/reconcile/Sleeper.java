package dev.vspherecloud.reconcile;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Lets the calling thread wait; an interrupt ends the wait. Classes get a sleeper as a parameter, so that
/// tests need not wait.
@FunctionalInterface
public interface Sleeper {
    void sleep(Duration length) throws InterruptedException;

    /// Returns a sleeper that waits by the machine's clock.
    static Sleeper system() {
        return length -> {
            boolean _ = new CountDownLatch(1).await(length.toNanos(), TimeUnit.NANOSECONDS);
        };
    }
}

package dev.vspherecloud.testkit.servers;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A deadline for a process or a server, on the real clock. It is for helpers that wait; make it so long that it ends
/// only a wait for something that never happens.
public record Deadline(long nanoTime) {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    public boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }

    /// Polls until the condition is true.
    ///
    /// @return false if the deadline passed first
    public boolean await(Duration pause, BooleanSupplier question) {
        while (!question.getAsBoolean()) {
            if (isOver()) {
                return false;
            }
            pass(pause);
        }
        return true;
    }

    private static void pass(Duration pause) {
        try {
            var opened = NEVER.await(pause.toMillis(), TimeUnit.MILLISECONDS);
            assert !opened;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while waiting", e);
        }
    }
}

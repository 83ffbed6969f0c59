package dev.vspherecloud.vsphere.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class AbortableWaitTest {
    private final AbortableWait wait = new AbortableWait("wait");
    private final CountDownLatch begun = new CountDownLatch(1);

    @Test
    void resultAndExceptionAreThoseOfTheCall() {
        assertThat(wait.run(() -> Thread.currentThread().getName())).isEqualTo("wait");
        assertThatThrownBy(() -> wait.run(() -> {
                    throw new IllegalStateException("failed");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("failed");
    }

    @RepeatedTest(200)
    void anAbortEndsTheCallAndDoesNotInterruptTheCaller() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> waiting = threads.submit(() -> wait.run(this::untilInterrupted) + ", "
                    + Thread.currentThread().isInterrupted());
            begun.await();

            wait.abort();

            assertThat(waiting.get()).isEqualTo("ended, false");
        }
        wait.abort();
        assertThat(wait.run(() -> "next")).isEqualTo("next");
    }

    @Test
    void anInterruptOfTheCallerEndsTheCallAndStays() throws Exception {
        var result = new AtomicReference<String>();
        Thread caller = Thread.ofVirtual()
                .start(() -> result.set(wait.run(this::untilInterrupted) + ", "
                        + Thread.currentThread().isInterrupted()));
        begun.await();

        caller.interrupt();
        caller.join();

        assertThat(result).hasValue("ended, true");
    }

    @Test
    void anInterruptedCallerRunsTheCallItself() {
        Thread.currentThread().interrupt();

        Thread ran = wait.run(Thread::currentThread);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(ran).isSameAs(Thread.currentThread());
    }

    private String untilInterrupted() {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
            return "not ended";
        } catch (InterruptedException _) {
            return "ended";
        }
    }
}

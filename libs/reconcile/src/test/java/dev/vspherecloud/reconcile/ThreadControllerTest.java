package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;

class ThreadControllerTest {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;

    private final Supervisor supervisor =
            new Supervisor(System::nanoTime, _ -> {}, SupervisorObserver.NONE, NOPLogger.NOP_LOGGER);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final ThreadController controller = new ThreadController("kind", "name", this::work, supervisor);

    @AfterEach
    void close() {
        mayEnd.countDown();
        controller.stop(TIMEOUT);
    }

    private void work() {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            interrupted.countDown();
        }
        boolean isInterrupted = false;
        while (mayEnd.getCount() > 0) {
            try {
                mayEnd.await();
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        Thread.currentThread().interrupt();
        assertThat(isInterrupted).isFalse();
    }

    @Test
    void isHealthyBeforeItsStart() {
        assertThat(controller.unhealthyReason()).isEmpty();
        controller.stop(Duration.ZERO);
        assertThat(begun.getCount()).isOne();
    }

    @Test
    void aStopWithoutPatienceOnlyInterrupts() throws InterruptedException {
        controller.start();
        assertThat(begun.await(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)).isTrue();

        controller.stop(Duration.ZERO);

        assertThat(interrupted.await(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
        assertThat(controller.unhealthyReason()).isEmpty();
    }

    @Test
    void aStopWaitsForTheEnd() throws InterruptedException {
        mayEnd.countDown();
        controller.start();
        assertThat(begun.await(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)).isTrue();

        controller.stop(TIMEOUT);

        assertThat(controller.unhealthyReason()).contains("the thread name has ended");
    }

    @Test
    void aSetStartsAllAndNamesTheOneThatDoesNotWork() throws InterruptedException {
        mayEnd.countDown();
        var ending = new ThreadController(
                "kind", "ending", () -> Thread.currentThread().interrupt(), supervisor);
        var set = new ControllerSet(List.of(controller, ending), supervisor);

        set.start();
        assertThat(begun.await(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)).isTrue();
        ending.stop(TIMEOUT);

        assertThat(set.unhealthyReason()).contains("the thread ending has ended");
        set.stop(TIMEOUT);
        assertThat(set.unhealthyReason()).isEmpty();
    }
}

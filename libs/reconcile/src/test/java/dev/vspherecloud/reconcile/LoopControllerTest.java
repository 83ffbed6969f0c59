package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.reconcile.LoopController.Task;
import dev.vspherecloud.testkit.time.EventTimeout;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.NOPLogger;

class LoopControllerTest {
    private static final Duration TIMEOUT = EventTimeout.LIMIT;

    private final Supervisor supervisor =
            new Supervisor(System::nanoTime, _ -> {}, SupervisorObserver.NONE, NOPLogger.NOP_LOGGER);
    private final BlockingQueue<String> reconciled = new LinkedBlockingQueue<>();
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final Loop<String> loop = new Loop<>(
            new Loop.Settings("test", 1, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)), Duration.ZERO),
            this::reconcile,
            () -> 0.5,
            new NoObserver(),
            supervisor);
    private final LoopController<String> controller = new LoopController<>(
            "test-controller", loop, () -> Set.of("one"), List.of(new Task("read", this::read)), supervisor);

    @AfterEach
    void close() {
        controller.stop(TIMEOUT);
    }

    private Outcome reconcile(String key) {
        reconciled.add(key);
        return new Outcome.Done();
    }

    private void read() {
        reading.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException _) {
            interrupted.countDown();
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void reconcilesKeysThatAreEnqueuedWhileItRuns() throws InterruptedException {
        controller.enqueue("early");
        controller.start();
        controller.enqueue("a");

        assertThat(reconciled.poll(2, TimeUnit.MINUTES)).isEqualTo("a");

        controller.stop(TIMEOUT);
        controller.enqueue("late");

        assertThat(loop.load().due()).isZero();
        assertThat(reconciled).isEmpty();
    }

    @Test
    void aResyncReconcilesAllKnownKeys() throws InterruptedException {
        controller.start();

        controller.resync();

        assertThat(reconciled.poll(2, TimeUnit.MINUTES)).isEqualTo("one");
    }

    @Test
    void itsTasksRunUntilItStops() throws InterruptedException {
        controller.start();

        assertThat(reading.await(2, TimeUnit.MINUTES)).isTrue();
        assertThat(controller.unhealthyReason()).isEmpty();

        controller.stop(TIMEOUT);

        assertThat(interrupted.await(2, TimeUnit.MINUTES)).isTrue();
        assertThat(controller.unhealthyReason()).isEmpty();
    }

    @Test
    void aTaskThatReturnsMakesItUnhealthy() throws InterruptedException {
        var ended = new CountDownLatch(1);
        var failing = new LoopController<>(
                "failing", loop, Set::of, List.of(new Task("short", ended::countDown)), supervisor);
        failing.start();

        assertThat(ended.await(2, TimeUnit.MINUTES)).isTrue();
        await().atMost(TIMEOUT)
                .untilAsserted(() -> assertThat(failing.unhealthyReason()).contains("the thread short has ended"));
        failing.stop(TIMEOUT);
    }

    private static final class NoObserver implements LoopObserver {
        @Override
        public void onAdded() {}

        @Override
        public void onTaken(Duration waited) {}

        @Override
        public void onReconciled(Duration duration) {}

        @Override
        public void onRetried() {}
    }
}

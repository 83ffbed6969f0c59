package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Backoff QUICK = new Backoff(Duration.ofMillis(1), Duration.ofMillis(2));

    private final List<Loop<String>> loops = new ArrayList<>();

    @AfterEach
    void stop() {
        loops.forEach(Loop::close);
    }

    @Test
    void neverWorksOnOneKeyTwiceAtOnce() throws InterruptedException {
        var inHand = ConcurrentHashMap.<String>newKeySet();
        var overlaps = new AtomicInteger();
        var works = new Semaphore(0);
        Loop<String> loop = loop(8, Duration.ZERO, key -> {
            if (!inHand.add(key)) {
                overlaps.incrementAndGet();
            }
            Thread.onSpinWait();
            inHand.remove(key);
            works.release();
            return new Outcome.Done();
        });

        for (int i = 0; i < 2_000; i++) {
            loop.add("node-" + i % 3);
        }

        assertThat(works.tryAcquire(3, 2, TimeUnit.MINUTES)).isTrue();
        assertThat(overlaps).hasValue(0);
    }

    @Test
    void retriesAfterAFailureOfEitherKind() throws InterruptedException {
        var attempts = new AtomicInteger();
        var success = new CountDownLatch(1);
        Loop<String> loop = loop(1, Duration.ZERO, _ -> switch (attempts.incrementAndGet()) {
            case 1 -> throw new IllegalStateException("a bug");
            case 2 -> new Outcome.Retry("busy");
            case 3 -> new Outcome.RequeueAfter(Duration.ofMillis(1));
            default -> {
                success.countDown();
                yield new Outcome.Done();
            }
        });

        loop.add("a");

        assertThat(success.await(2, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void startsWorkAtItsPace() throws InterruptedException {
        List<Long> starts = Collections.synchronizedList(new ArrayList<>());
        var works = new Semaphore(0);
        Loop<String> loop = loop(2, Duration.ofMillis(20), _ -> {
            starts.add(System.nanoTime());
            works.release();
            return new Outcome.Done();
        });

        loop.add("a");
        loop.add("b");
        loop.add("c");

        assertThat(works.tryAcquire(3, 2, TimeUnit.MINUTES)).isTrue();
        assertThat(starts.get(2) - starts.get(0))
                .isGreaterThanOrEqualTo(Duration.ofMillis(39).toNanos());
    }

    @Test
    void interruptsRunningWorkWhenItCloses() throws InterruptedException {
        var started = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        Loop<String> loop = loop(1, Duration.ZERO, _ -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException _) {
                interrupted.countDown();
                Thread.currentThread().interrupt();
            }
            return new Outcome.Done();
        });
        loop.add("a");
        assertThat(started.await(2, TimeUnit.MINUTES)).isTrue();

        loop.close();

        assertThat(interrupted.await(2, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void theSameWorkerRetriesAKeyAfterAnError() throws InterruptedException {
        var attempts = new AtomicInteger();
        var done = new CountDownLatch(1);
        Loop<String> loop = loop(1, Duration.ZERO, _ -> {
            if (attempts.incrementAndGet() == 1) {
                throw new StackOverflowError();
            }
            done.countDown();
            return new Outcome.Done();
        });

        loop.add("a");

        assertThat(done.await(2, TimeUnit.MINUTES)).isTrue();
        assertThat(loop.unhealthyReason()).isEmpty();
    }

    @Test
    void anErrorThatEndsAWorkerLosesNoKeyAndNoWorker() throws InterruptedException {
        var log = new RecordingLog();
        var attempts = new AtomicInteger();
        var done = new CountDownLatch(1);
        var pauses = new CopyOnWriteArrayList<Duration>();
        var loop = new Loop<String>(
                new Loop.Settings("test", 1, QUICK, Duration.ZERO),
                _ -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new NoClassDefFoundError("gone");
                    }
                    done.countDown();
                    return new Outcome.Done();
                },
                () -> 0.5,
                new CountingObserver(),
                new Supervisor(System::nanoTime, pauses::add, SupervisorObserver.NONE, log));
        loops.add(loop);
        loop.start();

        loop.add("a");

        assertThat(done.await(2, TimeUnit.MINUTES)).isTrue();
        assertThat(loop.unhealthyReason()).isEmpty();
        assertThat(pauses).containsExactly(Duration.ofSeconds(1));
        assertThat(log.errors()).hasSize(1);
    }

    @Test
    void aFailingObserverLosesNoKey() throws InterruptedException {
        int runs = FailingCalls.eachFailsOnce(failing -> {
            var done = new CountDownLatch(2);
            var attempts = new AtomicInteger();
            var errors = new RecordingLog();
            var loop = new Loop<String>(
                    new Loop.Settings("test", 1, QUICK, Duration.ZERO),
                    _ -> {
                        failing.call("reconcile");
                        done.countDown();
                        return attempts.incrementAndGet() == 1 ? new Outcome.Retry("busy") : new Outcome.Done();
                    },
                    () -> 0.5,
                    failing.of(LoopObserver.class, new CountingObserver()),
                    new Supervisor(System::nanoTime, _ -> {}, SupervisorObserver.NONE, errors));
            loops.add(loop);
            loop.start();

            loop.add("a");

            assertThat(done.await(2, TimeUnit.MINUTES))
                    .as("a failure of %s", failing.failed())
                    .isTrue();
            loop.close();
            assertThat(loop.load().due()).isZero();
            // The loop itself logs exceptions of the reconciler.
            boolean isLogged = failing.wasReached() && !failing.failed().equals("reconcile");
            assertThat(errors.errors()).hasSize(isLogged ? 1 : 0);
        });
        assertThat(runs).isGreaterThan(5);
    }

    @Test
    void theObserverIsNotifiedAboutKeys() throws InterruptedException {
        var observer = new CountingObserver();
        var attempts = new AtomicInteger();
        Loop<String> loop = new Loop<>(
                new Loop.Settings("test", 1, QUICK, Duration.ZERO),
                _ -> attempts.incrementAndGet() == 1 ? new Outcome.Retry("busy") : new Outcome.Done(),
                () -> 0.5,
                observer,
                Supervisor.system(SupervisorObserver.NONE));
        loops.add(loop);
        loop.add("a");
        loop.add("a");
        assertThat(observer.added).hasValue(1);
        assertThat(loop.load().due()).isEqualTo(1);

        loop.start();

        assertThat(observer.works.tryAcquire(2, 2, TimeUnit.MINUTES)).isTrue();
        assertThat(observer.added).hasValue(2);
        assertThat(observer.retried).hasValue(1);
        assertThat(observer.taken).hasValue(2);
    }

    @Test
    void theLoadCountsRunningWork() throws InterruptedException {
        var started = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        Loop<String> loop = loop(1, Duration.ZERO, _ -> {
            started.countDown();
            try {
                end.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return new Outcome.Done();
        });
        loop.add("a");
        assertThat(started.await(2, TimeUnit.MINUTES)).isTrue();

        QueueLoad load = loop.load();
        end.countDown();

        assertThat(load.due()).isZero();
        assertThat(load.longest()).isPositive().isEqualTo(load.unfinished());
    }

    /// Counts the calls.
    private static final class CountingObserver implements LoopObserver {
        private final AtomicInteger added = new AtomicInteger();
        private final AtomicInteger taken = new AtomicInteger();
        private final AtomicInteger retried = new AtomicInteger();
        private final Semaphore works = new Semaphore(0);

        @Override
        public void onAdded() {
            added.incrementAndGet();
        }

        @Override
        public void onTaken(Duration waited) {
            taken.incrementAndGet();
        }

        @Override
        public void onReconciled(Duration duration) {
            works.release();
        }

        @Override
        public void onRetried() {
            retried.incrementAndGet();
        }
    }

    private Loop<String> loop(int workers, Duration pace, Reconciler<String> reconciler) {
        var loop = new Loop<>(
                new Loop.Settings("test", workers, QUICK, pace),
                reconciler,
                () -> 0.5,
                new CountingObserver(),
                Supervisor.system(SupervisorObserver.NONE));
        loops.add(loop);
        loop.start();
        return loop;
    }
}

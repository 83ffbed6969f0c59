package dev.vspherecloud.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.testkit.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RestartingTaskTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final VirtualTime time = VirtualTime.until(HOUR);
    private final RecordingLog log = new RecordingLog();
    private final List<String> counted = new ArrayList<>();
    private final Supervisor supervisor = new Supervisor(time::nanos, time::sleep, counted::add, log);
    private int runs;

    /// A task that reaches the end of virtual time interrupts the thread of the test.
    @AfterEach
    void clearInterrupt() {
        boolean _ = Thread.interrupted();
    }

    @Test
    void workThatReturnsIsNotRestarted() {
        task(() -> {}).run();

        assertThat(runs).isEqualTo(1);
        assertThat(time.waits()).isEmpty();
        assertThat(log.errors()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                IllegalArgumentException.class,
                NullPointerException.class,
                StackOverflowError.class,
                NoClassDefFoundError.class,
                AssertionError.class
            })
    void anUncaughtExceptionIsLoggedAndCountedOnceAndTheWorkRestarts(Class<? extends Throwable> type) {
        task(() -> {
                    if (runs == 1) {
                        sneak(made(type));
                    }
                })
                .run();

        assertThat(runs).isEqualTo(2);
        assertThat(time.waits()).containsExactly(Duration.ofSeconds(1));
        assertThat(counted).containsExactly("kind");
        assertThat(log.errors()).singleElement().satisfies(line -> {
            assertThat(line.text())
                    .contains("thread=name")
                    .contains("Unexpected failure, work continues; please report this bug");
            assertThat(line.stack()).isInstanceOf(type);
        });
    }

    @Test
    void repeatedFailuresAreDelayedAndLoggedRarely() {
        task(RestartingTaskTest::fail).run();

        assertThat(time.waits().stream().map(Duration::toSeconds)).startsWith(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
        assertThat(runs).isEqualTo(65);
        assertThat(counted).hasSize(65);
        assertThat(log.errors()).hasSize(6);
        assertThat(log.errors().stream().filter(line -> line.stack() != null)).hasSize(1);
        assertThat(log.errors().getLast().text()).contains("times=");
    }

    @Test
    void eachDifferentFailureIsLoggedWithItsStack() {
        task(() -> {
                    if (runs == 1) {
                        fail();
                    }
                    if (runs == 2) {
                        throw new IllegalArgumentException("another");
                    }
                })
                .run();

        assertThat(log.errors()).hasSize(2).allMatch(line -> line.stack() != null);
    }

    @Test
    void theMaximumDelayIsConfigurable() {
        supervisor
                .task("kind", "name", Duration.ofSeconds(5), counting(RestartingTaskTest::fail))
                .run();

        assertThat(time.waits().stream().map(Duration::toSeconds)).startsWith(1L, 2L, 4L, 5L, 5L);
    }

    @Test
    void afterAMinuteOfWorkTheDelayStartsAgain() {
        task(() -> {
                    if (runs == 4) {
                        time.pass(Duration.ofMinutes(1));
                    }
                    if (runs <= 4) {
                        fail();
                    }
                })
                .run();

        assertThat(time.waits().stream().map(Duration::toSeconds)).containsExactly(1L, 2L, 4L, 1L);
    }

    @Test
    void itIsUnhealthyAfterFiveMinutesOfFailuresUntilItWorksAgain() {
        var reasons = new ArrayList<Optional<String>>();
        RestartingTask[] self = new RestartingTask[1];
        self[0] = task(() -> {
            reasons.add(self[0].unhealthyReason());
            if (time.nanos() < Duration.ofMinutes(8).toNanos()) {
                fail();
            }
            time.pass(RestartingTask.RECOVERED_AFTER.minusNanos(1));
            assertThat(self[0].unhealthyReason()).isPresent();
            time.pass(Duration.ofNanos(1));
            reasons.add(self[0].unhealthyReason());
        });

        self[0].run();

        // 1 + 2 + 4 + 8 + 16 + 32 s, then each minute: at 63, 123, 183, 243 and 303 s.
        assertThat(reasons.subList(0, 10)).allMatch(Optional::isEmpty);
        assertThat(reasons.get(10)).hasValueSatisfying(reason -> assertThat(reason)
                .isEqualTo("the thread name fails after each restart, 10 times in 303 s: IllegalStateException"));
        assertThat(reasons.getLast()).isEmpty();
    }

    @Test
    void anInterruptEndsTheTask() {
        task(() -> {
                    Thread.currentThread().interrupt();
                    fail();
                })
                .run();

        assertThat(runs).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptDuringTheDelayEndsTheTask() {
        time.pass(HOUR);

        task(RestartingTaskTest::fail).run();

        assertThat(runs).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aFailingObserverDoesNotEndTheTask() {
        var withFailingObserver = new Supervisor(
                time::nanos,
                time::sleep,
                _ -> {
                    throw new IllegalStateException("no counter");
                },
                log);

        withFailingObserver
                .task("kind", "name", counting(() -> {
                    if (runs == 1) {
                        fail();
                    }
                }))
                .run();

        assertThat(runs).isEqualTo(2);
        assertThat(log.errors()).hasSize(1);
    }

    @Test
    void aFailureOfAGuardedConsumerAffectsOnlyItsValue() {
        var received = new ArrayList<String>();
        var guarded = supervisor.<String>guarded("kind", "name", value -> {
            if (value.equals("bad")) {
                fail();
            }
            received.add(value);
        });

        List.of("a", "bad", "b").forEach(guarded);

        assertThat(received).containsExactly("a", "b");
        assertThat(log.errors()).hasSize(1);
        assertThat(counted).containsExactly("kind");
    }

    private RestartingTask task(Runnable work) {
        return supervisor.task("kind", "name", counting(work));
    }

    private Runnable counting(Runnable work) {
        return () -> {
            runs++;
            work.run();
        };
    }

    private static void fail() {
        throw new IllegalStateException("a bug");
    }

    private static Throwable made(Class<? extends Throwable> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable failure) throws E {
        throw (E) failure;
    }
}

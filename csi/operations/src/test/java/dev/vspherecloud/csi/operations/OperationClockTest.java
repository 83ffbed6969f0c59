package dev.vspherecloud.csi.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.CallTimes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OperationClockTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final OperationClock clock =
            OperationClock.of(InstantSource.fixed(NOW), InstantSource.fixed(NOW.plusSeconds(15)));

    @Test
    void theTimeIsPassedIn() {
        assertThat(clock.now()).isEqualTo(NOW);
        assertThat(clock.wallTime()).isEqualTo(NOW.plusSeconds(15));
    }

    @Test
    void aRequestTakesNoLongerThanTheDeadlineAllows() {
        assertThat(clock.budget(NOW.plusSeconds(300))).isEqualTo(CallTimes.LONGEST_CALL);
        assertThat(clock.budget(NOW.plusSeconds(3))).isEqualTo(CallTimes.RECORDING.plusSeconds(3));
        assertThat(clock.budget(NOW)).isEqualTo(CallTimes.RECORDING);
        assertThat(clock.budget(NOW.minusSeconds(2))).isZero();
    }

    @Test
    void theClockOfTheProcessCounts() throws InterruptedException {
        OperationClock system = OperationClock.system();
        Instant before = system.now();

        assertThat(system.signal().await(before.plusMillis(2))).isFalse();

        assertThat(system.now()).isAfterOrEqualTo(before.plusMillis(2));
        assertThat(new MonotonicClock().instant()).isAfterOrEqualTo(before);
    }

    @Test
    void aWaitEndsWithoutSignalIfItsTimeHasCome() throws InterruptedException {
        assertThat(clock.signal().await(NOW.plusMillis(1))).isFalse();
        assertThat(clock.signal().await(NOW.minusSeconds(1))).isFalse();
    }

    @Test
    void aSignalEndsTheWaitOfAnotherThread() throws InterruptedException {
        OperationClock.Signal signal = clock.signal();
        var wasSignalled = new AtomicBoolean();
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                wasSignalled.set(signal.await(NOW.plusSeconds(3600)));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });

        signal.set();
        thread.join();

        assertThat(wasSignalled).isTrue();
    }
}

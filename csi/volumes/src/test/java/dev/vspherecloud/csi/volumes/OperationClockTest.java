package dev.vspherecloud.csi.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OperationClockTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final OperationClock clock = OperationClock.of(InstantSource.fixed(NOW));

    @Test
    void theTimeIsPassedIn() {
        assertThat(clock.now()).isEqualTo(NOW);
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

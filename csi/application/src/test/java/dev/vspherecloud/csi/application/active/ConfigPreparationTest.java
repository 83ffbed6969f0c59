package dev.vspherecloud.csi.application.active;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiIntervals;
import dev.vspherecloud.csi.config.SnapshotLimits;
import dev.vspherecloud.csi.config.TopologyLabels;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ConfigPreparationTest {
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Duration NEVER = Duration.ofDays(1);

    /// The configurations whose preparation has begun, by the number that tells them apart.
    private final BlockingQueue<Integer> begun = new LinkedBlockingQueue<>();

    private final Semaphore answers = new Semaphore(0);
    private final BlockingQueue<String> failures = new LinkedBlockingQueue<>();
    private Thread thread = Thread.ofVirtual().unstarted(() -> {});

    private ConfigPreparation start(Duration retry) {
        var preparation = new ConfigPreparation(config(1), this::prepare, retry);
        thread = Thread.ofVirtual().start(preparation);
        return preparation;
    }

    @AfterEach
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    /// Waits for an answer, as from an API server that hangs.
    private Optional<String> prepare(CsiConfig wanted) throws InterruptedException {
        begun.add(wanted.queryLimit());
        answers.acquire();
        return Optional.ofNullable(failures.poll());
    }

    private static CsiConfig config(int number) {
        Duration day = Duration.ofDays(1);
        return new CsiConfig(
                List.of(),
                Optional.empty(),
                Set.of(),
                Optional.empty(),
                TopologyLabels.NONE,
                new SnapshotLimits(3, 3, 3),
                List.of(),
                new CsiIntervals(day, day, day, day),
                number,
                50);
    }

    @Test
    void nobodyWaitsForAPreparationThatHangs() throws InterruptedException {
        ConfigPreparation preparation = start(NEVER);
        assertThat(begun.take()).isEqualTo(1);

        preparation.use(config(2));
        preparation.use(config(3));

        assertThat(preparation.problem()).isNotEmpty();
        assertThat(begun).isEmpty();
        answers.release();
        assertThat(begun.take()).as("only the newest one counts").isEqualTo(3);
    }

    @Test
    void aChangeTakesTheSameStepsAsTheStart() throws InterruptedException {
        answers.release(2);
        ConfigPreparation preparation = start(NEVER);
        assertThat(begun.take()).isEqualTo(1);

        preparation.use(config(2));

        assertThat(begun.take()).isEqualTo(2);
    }

    @Test
    void failedStepsAreRepeated() throws InterruptedException {
        failures.addAll(List.of("no answer", "no answer"));
        answers.release(3);
        start(AT_ONCE);

        assertThat(List.of(begun.take(), begun.take(), begun.take())).containsExactly(1, 1, 1);
    }

    @Test
    void aChangeDoesNotWaitForTheNextAttempt() throws InterruptedException {
        failures.add("no answer");
        answers.release();
        ConfigPreparation preparation = start(NEVER);
        assertThat(begun.take()).isEqualTo(1);

        preparation.use(config(2));

        assertThat(begun.take()).isEqualTo(2);
        assertThat(preparation.problem()).isEqualTo("no answer");
    }
}

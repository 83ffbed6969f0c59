package dev.vspherecloud.csi.reconcile.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class RegularSweepTest {
    private final List<Duration> rests = new ArrayList<>();
    private final Queue<Duration> intervals = new ArrayDeque<>(List.of(Duration.ofHours(24), Duration.ofHours(2)));
    private final List<Object> sweeps = new ArrayList<>();

    /// The interval is asked for before each sweep, so that a reload has an effect.
    @Test
    void theFirstSweepIsAfterAMinuteAndTheNextAfterTheIntervalInForce() {
        var sweep = new RecordSweep(
                new ScriptedCluster(), List::of, InstantSource.fixed(Instant.EPOCH), sweeps::add, _ -> {});
        new RegularSweep(sweep, intervals::remove, this::sleep).run();

        assertThat(rests).containsExactly(Duration.ofMinutes(1), Duration.ofHours(24), Duration.ofHours(2));
        assertThat(sweeps).hasSize(2);
        assertThat(Thread.interrupted()).isTrue();
    }

    private void sleep(Duration rest) throws InterruptedException {
        rests.add(rest);
        if (rests.size() > 2) {
            throw new InterruptedException("the process is stopping");
        }
    }
}

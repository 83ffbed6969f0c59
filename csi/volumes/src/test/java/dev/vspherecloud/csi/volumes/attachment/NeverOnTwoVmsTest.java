package dev.vspherecloud.csi.volumes.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// No volume is ever on two VMs, and each comes to rest on the VM of its Node, whatever fails. `-Dsimulation.seeds=n`
/// sets the number of runs.
@Timeout(600)
class NeverOnTwoVmsTest {
    private static final long SEEDS = Long.getLong("simulation.seeds", 2_000);

    @Test
    void noVolumeIsOnTwoVms() {
        Set<String> seen = new TreeSet<>();
        LongStream.range(0, SEEDS).forEach(seed -> {
            PretendRun.Verdict verdict = PretendRun.of(seed, Safeguard.NONE, false);
            seen.addAll(verdict.seen());
            assertThat(verdict.wrong())
                    .as(() -> "seed %d: %s"
                            .formatted(
                                    seed,
                                    String.join(
                                            "\n",
                                            PretendRun.of(seed, Safeguard.NONE, true)
                                                    .trace())))
                    .isEmpty();
        });
        assertThat(seen)
                .contains(
                        "a Node became another VM",
                        "a VM was destroyed",
                        "a VM was hidden",
                        "a host was disconnected",
                        "a record had changed",
                        "a record had changed",
                        "a task for several volumes",
                        "an answer was lost");
    }
}

package dev.vspherecloud.csi.operations.attachment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
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
        Map<String, Integer> seen = new TreeMap<>();
        LongStream.range(0, SEEDS).forEach(seed -> {
            PretendRun.Verdict verdict = PretendRun.of(seed, Safeguard.NONE, false);
            verdict.seen().forEach((what, times) -> seen.merge(what, times, Integer::sum));
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
        System.out.printf("%d runs: %s%n", SEEDS, seen);
        assertThat(seen)
                .containsOnlyKeys(
                        "a Node became another VM",
                        "a Node returned",
                        "a Pod was moved",
                        "a VM moved to another host",
                        "a VM that the driver did not see had a volume again",
                        "a VM was destroyed",
                        "a VM was hidden",
                        "a host was disconnected",
                        "a process was killed",
                        "a process was stopped for a while",
                        "a record had changed",
                        "a restore put a volume on a former VM",
                        "a restore put a volume on two VMs",
                        "a task for several volumes",
                        "a task for several volumes failed",
                        "a task left volumes out",
                        "a task met a VM that moves",
                        "a vCenter was restored",
                        "a volume was detached by force",
                        "an administrator detached a volume",
                        "an answer was lost",
                        "another process led");
    }
}

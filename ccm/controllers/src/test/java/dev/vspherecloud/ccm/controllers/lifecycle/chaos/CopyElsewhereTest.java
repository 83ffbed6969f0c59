package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A copy of a machine is on vCenter B, the original on A is destroyed, and B hangs. No vCenter shows the copy:
/// only the heartbeat of its kubelet shows that the Node is in use.
class CopyElsewhereTest {
    private static final Duration LONG = Duration.ofMinutes(15);

    @ParameterizedTest(name = "the copy''s kubelet is alive: {0}")
    @CsvSource({"true, 3", "false, 2"})
    void theNodeStaysWhileTheKubeletOfTheCopyIsAlive(boolean isAlive, int left) {
        for (long seed = 0; seed < 20; seed++) {
            var trace = new Trace(true);
            World world = play(seed, isAlive, trace);

            assertThat(world.invariantChecker.wrong())
                    .as(String.join("\n", trace.lines()))
                    .isEmpty();
            assertThat(world.cluster.nodes())
                    .as(String.join("\n", trace.lines()))
                    .hasSize(left);
        }
    }

    private static World play(long seed, boolean isAlive, Trace trace) {
        var world = new World(seed, trace, DisabledSafeguard.NONE);
        Site a = world.addSite("vc-a");
        Site b = world.addSite("vc-b");
        Machine original = world.addMachine(a.own(), "w-1", "group-v1", "host-1");
        world.addMachine(a.own(), "w-2", "group-v1", "host-1");
        world.addMachine(b.own(), "w-3", "group-v1", "host-1");
        world.startProcesses(2);
        world.time.pass(Duration.ofMinutes(1));

        b.fallSilent(VsphereReason.VCENTER_SILENT);
        Machine copy = world.copyOf(original);
        b.own().register(copy, world.seededRandom.uuid(), "group-v1", "host-1");
        world.destroy(original);
        world.time.pass(Duration.ofSeconds(15));
        copy.cutOff(!isAlive);
        world.cluster.runOn(copy);
        for (Duration passed = Duration.ZERO; passed.compareTo(LONG) < 0; passed = passed.plusSeconds(10)) {
            world.time.pass(Duration.ofSeconds(10));
            if (isAlive) {
                // Its status loop hangs: only its Lease shows that it is alive.
                world.cluster.lose(copy);
            }
        }
        assertThat(List.of(original.isDestroyed(), copy.isDestroyed())).containsExactly(true, false);
        return world;
    }
}

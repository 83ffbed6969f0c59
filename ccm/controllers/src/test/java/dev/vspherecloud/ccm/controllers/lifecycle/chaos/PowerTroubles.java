package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.vm.PowerState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What decides about the taint of a machine that is off: power, kubelets, and how well and how soon vCenter sees it.
final class PowerTroubles {
    private PowerTroubles() {}

    static List<Trouble> all() {
        return Stream.concat(MachineTroubles.all().stream(), evidence().stream())
                .toList();
    }

    private static List<Trouble> evidence() {
        return List.of(
                new Trouble("a host is disconnected", 8, VcenterTroubles::disconnected),
                new Trouble("a datastore is away", 3, VcenterTroubles::inaccessible),
                new Trouble("all calls are slow", 5, VcenterTroubles::slow),
                new Trouble("pages are truncated", 2, VcenterTroubles::truncated),
                new Trouble("a VM is switched on while its host is disconnected", 4, Scenes::onBehindDisconnect),
                new Trouble("a VM is switched on while vCenter hangs", 3, Scenes::onBehindHang),
                new Trouble("the power is off for a moment", 8, PowerTroubles::blink),
                new Trouble(
                        "the API server is shaky",
                        2,
                        world -> ClusterTroubles.manner(world, ModelCluster.Manner.SHAKY)),
                new Trouble("the leader is killed", 2, ClusterTroubles::killed));
    }

    static Optional<Runnable> blink(World world) {
        return MachineTroubles.with(world, (_, machine) -> {
            machine.turn(world.seededRandom.chance(70) ? PowerState.OFF : PowerState.SUSPENDED);
            world.time.after(world.seededRandom.seconds(0, 5), () -> MachineTroubles.up(world, machine));
            return Trouble.MENDS_ITSELF;
        });
    }
}

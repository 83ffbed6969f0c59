package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.vm.PowerState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Events that affect the taint of a machine that is off: its power, its kubelet, and how correctly and how soon
/// vCenter shows it.
final class PowerChaosEvents {
    private PowerChaosEvents() {}

    static List<ChaosEvent> all() {
        return Stream.concat(MachineChaosEvents.all().stream(), evidence().stream())
                .toList();
    }

    private static List<ChaosEvent> evidence() {
        return List.of(
                new ChaosEvent("a host is disconnected", 8, VcenterChaosEvents::disconnected),
                new ChaosEvent("a datastore is away", 3, VcenterChaosEvents::inaccessible),
                new ChaosEvent("all calls are slow", 5, VcenterChaosEvents::slow),
                new ChaosEvent("pages are truncated", 2, VcenterChaosEvents::truncated),
                new ChaosEvent("a VM is switched on while its host is disconnected", 4, Scenes::onBehindDisconnect),
                new ChaosEvent("a VM is switched on while vCenter hangs", 3, Scenes::onBehindHang),
                new ChaosEvent("the power is off for a moment", 8, PowerChaosEvents::blink),
                new ChaosEvent(
                        "the API server is shaky",
                        2,
                        world -> ClusterChaosEvents.manner(world, ModelCluster.Manner.SHAKY)),
                new ChaosEvent("the leader is killed", 2, ClusterChaosEvents::killed));
    }

    static Optional<Runnable> blink(World world) {
        return MachineChaosEvents.with(world, (_, machine) -> {
            machine.turn(world.seededRandom.chance(70) ? PowerState.OFF : PowerState.SUSPENDED);
            world.time.after(world.seededRandom.seconds(0, 5), () -> MachineChaosEvents.up(world, machine));
            return ChaosEvent.NO_UNDO;
        });
    }
}

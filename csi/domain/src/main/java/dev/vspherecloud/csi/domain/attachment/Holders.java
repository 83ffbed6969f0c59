package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.domain.vm.Vm;
import java.util.Optional;
import java.util.Set;

/// Finds the VMs that have a volume. Pure.
final class Holders {
    private Holders() {}

    /// Returns another VM that has the volume, in words; empty if no followed VM has it.
    static Optional<String> other(FollowedVms machines, Set<String> gone, Vm vm, String volumeId) {
        return machines.holding(volumeId)
                .filter(machine -> !gone.contains(machine.key().value()))
                .flatMap(machine -> machine.holders(volumeId)
                        .filter(holder -> !holder.vm()
                                .identity()
                                .ref()
                                .equals(vm.identity().ref()))
                        .map(holder -> "VM %s of %s".formatted(holder.vm(), machine.text())))
                .sorted()
                .findFirst();
    }
}

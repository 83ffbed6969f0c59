package dev.vspherecloud.ccm.domain.breaker;

import dev.vspherecloud.domain.vm.VmParents;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// A Node with a vSphere VM, and the vCenter, folder and host of that VM.
///
/// @param node the name of the Node, for people
/// @param uid the UID of the Node; a later Node of the same name has another UID
/// @param vcenter the instance UUID of the vCenter that has or had the VM
/// @param parents the folder and the host of the VM; empty if they are not known
public record NodePlacement(String node, String uid, UUID vcenter, Optional<VmParents> parents) {
    /// The number of characters of the UID in the key. They are enough to tell Nodes apart, and few because
    /// incidents are stored in an annotation.
    private static final int KEY = 13;

    public String key() {
        return uid.substring(0, Math.min(uid.length(), KEY));
    }

    /// Returns the names of the vCenter, the folder and the host of the VM. Nodes that share one of these may lose
    /// their VMs together.
    Stream<String> groups() {
        return Stream.concat(
                Stream.of("vCenter " + vcenter),
                parents.stream()
                        .flatMap(places -> Stream.of(places.folder(), places.host()))
                        .flatMap(Optional::stream)
                        .map(place -> place.kind() + " " + place.moref() + " of vCenter " + vcenter));
    }
}

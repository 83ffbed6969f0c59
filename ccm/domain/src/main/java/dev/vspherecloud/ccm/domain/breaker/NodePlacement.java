package dev.vspherecloud.ccm.domain.breaker;

import dev.vspherecloud.domain.vm.VmParents;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// A Node with a vSphere VM, and the vCenter and inventory objects that hold or held the VM.
///
/// @param node    its name, for people
/// @param uid     distinguishes it from a later Node of the same name
/// @param vcenter instance UUID of the vCenter that has or had the VM
public record NodePlacement(String node, String uid, UUID vcenter, Optional<VmParents> parents) {
    /// Number of characters of the uid in the key. They are enough to tell Nodes apart, and few because incidents
    /// are stored in an annotation.
    private static final int KEY = 13;

    public String key() {
        return uid.substring(0, Math.min(uid.length(), KEY));
    }

    /// Returns the names of the groups of Nodes that may fail together.
    Stream<String> groups() {
        return Stream.concat(
                Stream.of("vCenter " + vcenter),
                parents.stream()
                        .flatMap(places -> Stream.of(places.folder(), places.host()))
                        .flatMap(Optional::stream)
                        .map(place -> place.kind() + " " + place.moref() + " of vCenter " + vcenter));
    }
}

package dev.vspherecloud.ccm.domain.breaker;

import dev.vspherecloud.domain.vm.VmParents;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// A Node with a VM of ours, and where that is or was.
///
/// @param node    its name, for people
/// @param uid     tells it from a later one of the same name
/// @param vcenter instance UUID of the vCenter that has or had the VM
public record NodePlacement(String node, String uid, UUID vcenter, Optional<VmParents> home) {
    /// Enough of a uid to tell Nodes apart, and short: incidents are kept in an annotation.
    private static final int KEY = 13;

    public String key() {
        return uid.substring(0, Math.min(uid.length(), KEY));
    }

    /// What may fail at once.
    Stream<String> groups() {
        return Stream.concat(
                Stream.of("vCenter " + vcenter),
                home.stream()
                        .flatMap(places -> Stream.of(places.folder(), places.host()))
                        .flatMap(Optional::stream)
                        .map(place -> place.kind() + " " + place.moref() + " of vCenter " + vcenter));
    }
}

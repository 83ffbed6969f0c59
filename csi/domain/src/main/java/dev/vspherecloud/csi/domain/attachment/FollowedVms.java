package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.node.VmDisk;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// All machines whose VMs are followed, as they were at one time. Questions about one Node or one volume do not go
/// through all of them, so that the work for a call does not grow with the cluster.
public final class FollowedVms {
    private static final FollowedVms NONE = new FollowedVms(List.of());

    private final List<FollowedVm> all;
    private final Map<String, FollowedVm> byKey = new HashMap<>();
    private final Map<String, List<FollowedVm>> byName = new HashMap<>();
    private final Map<String, List<FollowedVm>> byVolume = new HashMap<>();

    private FollowedVms(Collection<FollowedVm> machines) {
        all = List.copyOf(machines);
        for (FollowedVm machine : all) {
            byKey.put(machine.key().value(), machine);
            machine.names().forEach(name -> add(byName, name, machine));
            volumes(machine).forEach(volume -> add(byVolume, volume, machine));
        }
    }

    private static Set<String> volumes(FollowedVm machine) {
        var volumes = new HashSet<String>();
        for (FollowedVm.VmWithDisks vm : machine.vms()) {
            for (VmDisk disk : vm.disks().orElse(List.of())) {
                disk.volumeId().ifPresent(volumes::add);
            }
        }
        return volumes;
    }

    private static void add(Map<String, List<FollowedVm>> index, String name, FollowedVm machine) {
        index.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(machine);
    }

    public static FollowedVms none() {
        return NONE;
    }

    public static FollowedVms of(Collection<FollowedVm> machines) {
        return new FollowedVms(machines);
    }

    public List<FollowedVm> all() {
        return all;
    }

    /// Returns the machine with this key.
    public Optional<FollowedVm> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /// Returns the machines that a caller may mean by an id of a Node, lower case, or by the name of a Node.
    public Stream<FollowedVm> named(String nodeIdOrName) {
        return byName.getOrDefault(nodeIdOrName, List.of()).stream();
    }

    /// Returns the machines with a VM that has a volume.
    public Stream<FollowedVm> holding(String volumeId) {
        return byVolume.getOrDefault(volumeId, List.of()).stream();
    }
}

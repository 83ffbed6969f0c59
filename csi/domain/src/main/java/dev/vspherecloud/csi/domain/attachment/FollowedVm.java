package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.Vm;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A machine whose VM is followed, because it is a Node or because a VolumeAttachment names it.
///
/// @param key      the name under which the VM is looked up. For a Node it is the name of the Node
/// @param node     the Node; empty if there is no such Node any more
/// @param nodeIds  the ids of the Node, lower case
/// @param lookup   what the vCenters answer now
/// @param vms      the VMs of the lookup; if it has none, those that were found last
/// @param recorded the VM that a VolumeAttachment or a Node records; empty if none does
/// @param maxVolumes the number of volumes that the node plugin announced; 0 if it announced none
public record FollowedVm(
        NodeName key,
        Optional<NodeName> node,
        Set<String> nodeIds,
        VmLookup lookup,
        List<VmWithDisks> vms,
        Optional<RecordedVm> recorded,
        long maxVolumes) {
    public FollowedVm {
        nodeIds = Set.copyOf(nodeIds);
        vms = List.copyOf(vms);
    }

    /// Creates a machine whose node plugin announced no number of volumes.
    public FollowedVm(
            NodeName key,
            Optional<NodeName> node,
            Set<String> nodeIds,
            VmLookup lookup,
            List<VmWithDisks> vms,
            Optional<RecordedVm> recorded) {
        this(key, node, nodeIds, lookup, vms, recorded, 0);
    }

    /// A VM and its disks.
    ///
    /// @param disks   the disks that vCenter reported last; empty if they are not known
    /// @param isShown true if vCenter shows the VM now
    public record VmWithDisks(Vm vm, Optional<List<VmDisk>> disks, boolean isShown) {
        public VmWithDisks {
            disks = disks.map(List::copyOf);
        }

        /// Returns the disk behind a volume; empty if the VM does not have it, or if its disks are not known.
        public Optional<VmDisk> disk(String volumeId) {
            Optional<String> wanted = Optional.of(volumeId);
            return disks.orElse(List.of()).stream()
                    .filter(disk -> disk.volumeId().equals(wanted))
                    .findFirst();
        }
    }

    /// Returns the names by which a caller may mean this machine: the ids of its Node, and the name of its Node.
    Set<String> names() {
        var names = new HashSet<>(nodeIds);
        node.map(NodeName::value).ifPresent(names::add);
        return names;
    }

    /// Returns true if a caller may mean this machine by an id of a Node, lower case, or by the name of a Node.
    public boolean isNamed(String nodeIdOrName) {
        return names().contains(nodeIdOrName);
    }

    /// Returns the VM that was found for the machine, with its disks; empty if none was found.
    public Optional<VmWithDisks> found() {
        return lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                ? vms.stream()
                        .filter(each -> each.vm().identity().equals(vm.identity()))
                        .findFirst()
                : Optional.empty();
    }

    /// Returns the VMs of the machine that have a volume.
    public Stream<VmWithDisks> holders(String volumeId) {
        return vms.stream().filter(vm -> vm.disk(volumeId).isPresent());
    }

    /// Returns the Node for messages, as in `Node worker-1` or `the former Node 4237558d-a1b2-c3d4-e5f6-0123456789ab`.
    public String text() {
        return node.map(name -> "Node " + name)
                .orElseGet(() -> "the former Node "
                        + nodeIds.stream().sorted().findFirst().orElse(key.value()));
    }
}

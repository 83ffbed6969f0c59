package dev.vspherecloud.csi.domain.node;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A Node of the cluster, and what is known about its VM.
///
/// @param nodeId the id under which the Node registered this driver (CSINode), lower case; empty if it has not
/// @param labels the labels of the Node
/// @param vm     the VM behind the Node, or why none is known. The host of a VM that was found is in its placement
/// @param disks  the disks of the VM, as vCenter last reported them; empty if they are not known. If the VM is not
///     connected, these are its last known disks
public record DriverNode(
        NodeName name, Optional<String> nodeId, Map<String, String> labels, VmLookup vm, Optional<List<VmDisk>> disks) {
    public DriverNode {
        labels = Map.copyOf(labels);
        disks = disks.map(List::copyOf);
    }
}

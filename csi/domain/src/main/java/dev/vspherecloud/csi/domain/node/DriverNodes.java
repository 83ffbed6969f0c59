package dev.vspherecloud.csi.domain.node;

import java.util.List;
import java.util.Optional;

/// The Nodes of the cluster. No method waits or asks vCenter.
public interface DriverNodes {
    /// Returns all Nodes that the API server has.
    List<DriverNode> all();

    /// Returns why some Nodes, VMs or disks may be missing or old; empty if everything is known and current.
    Optional<String> incompleteReason();

    /// Returns why Nodes may be missing in [#all], or why so many have no VM that this is not trusted; empty otherwise.
    /// A single Node whose VM is not known does not matter here: its [DriverNode#vm] says so.
    default Optional<String> missingNodesReason() {
        return incompleteReason();
    }
}

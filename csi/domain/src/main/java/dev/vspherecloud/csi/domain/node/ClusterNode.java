package dev.vspherecloud.csi.domain.node;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A Node as the API server has it, with what its CSINode says about this driver.
///
/// @param uid          differs if the Node was deleted and created again
/// @param providerId   empty if it is not set
/// @param systemUuid   the system UUID that the kubelet reports; empty if it reports none
/// @param recorded     the VM that the annotations of the Node name; the kubelet may have written them
/// @param volumesInUse the handles of volumes of this driver that the kubelet reports as mounted
/// @param attachLimit  the limit of volumes that the controller published on the Node; empty if there is none
/// @param registration what the CSINode says about this driver; empty if the driver is not registered
public record ClusterNode(
        NodeName name,
        String uid,
        Map<String, String> labels,
        String providerId,
        String systemUuid,
        Optional<RecordedVm> recorded,
        Set<String> volumesInUse,
        String attachLimit,
        Optional<Registration> registration) {
    public ClusterNode {
        labels = Map.copyOf(labels);
        volumesInUse = Set.copyOf(volumesInUse);
    }

    /// What a CSINode says about this driver.
    ///
    /// @param nodeId       the id of the Node, lower case
    /// @param topologyKeys the keys of the labels that the node plugin announced
    /// @param maxVolumes   the number of volumes that the node plugin announced; 0 if it announced none
    public record Registration(String nodeId, List<String> topologyKeys, long maxVolumes) {
        public Registration {
            topologyKeys = List.copyOf(topologyKeys);
        }
    }

    /// Returns the id of the Node; empty if the driver is not registered on it.
    public Optional<String> nodeId() {
        return registration.map(Registration::nodeId);
    }

    /// Returns this Node with another registration.
    public ClusterNode with(Optional<Registration> registered) {
        return new ClusterNode(
                name, uid, labels, providerId, systemUuid, recorded, volumesInUse, attachLimit, registered);
    }
}

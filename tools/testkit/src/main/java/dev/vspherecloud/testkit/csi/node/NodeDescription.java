package dev.vspherecloud.testkit.csi.node;

import java.util.Map;
import java.util.TreeMap;

/// The answer of a driver to `NodeGetInfo`.
///
/// @param nodeId the id under which the driver knows this Node
/// @param maxVolumes the number of volumes that the Node takes; 0 for no limit
/// @param topology the segments of the Node by label; empty for none
public record NodeDescription(String nodeId, int maxVolumes, Map<String, String> topology) {
    public NodeDescription {
        topology = new TreeMap<>(topology);
    }
}

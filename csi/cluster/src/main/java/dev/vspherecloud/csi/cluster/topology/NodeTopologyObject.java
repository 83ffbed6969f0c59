package dev.vspherecloud.csi.cluster.topology;

import dev.vspherecloud.csi.domain.topology.NodeTopology;

/// A `CSINodeTopology`, as the API server has it.
///
/// @param node    the name of the Node that asks
/// @param nodeUid the uid of the Node that owns the object; empty if it has no owner
/// @param error   the message of an answer [NodeTopology.State#ERROR]; empty otherwise
public record NodeTopologyObject(
        String name,
        String uid,
        String resourceVersion,
        String node,
        String nodeUid,
        NodeTopology topology,
        String error) {}

package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.NodeEvents;
import dev.vspherecloud.ccm.domain.node.Nodes;
import dev.vspherecloud.domain.existence.KubeletHeartbeats;

/// The ports through which the lifecycle controller reads and changes the cluster.
///
/// @param lifecycleStateStore stores the state that the next leader needs
/// @param leadership tells whether this process may write
public record ClusterPorts(
        Nodes nodes,
        NodeEvents events,
        KubeletHeartbeats kubeletHeartbeats,
        LifecycleStateStore lifecycleStateStore,
        Leadership leadership) {}

package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;

/// Reads the heartbeats of kubelets. A read blocks until the API server has answered or a deadline has passed.
@FunctionalInterface
public interface KubeletHeartbeats {
    Heartbeat heartbeat(NodeName node);
}

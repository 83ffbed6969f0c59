package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;

/// Reads the heartbeats of kubelets. A read blocks until the API server answered or a deadline passed.
@FunctionalInterface
public interface KubeletHeartbeats {
    Heartbeat heartbeat(NodeName node);
}

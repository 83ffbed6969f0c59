package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;

/// The signs of life that kubelets give. Reading one blocks until the API server answered or a deadline passed.
@FunctionalInterface
public interface KubeletHeartbeats {
    Heartbeat sign(NodeName node);
}

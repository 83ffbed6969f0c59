package dev.vspherecloud.ccm.domain.breaker;

import java.time.Duration;

/// The limits of the deletion breaker. It opens if more than `nodes` VMs and more than `percent` of all VMs go
/// missing within `window` without having been destroyed.
///
/// @param nodes a number of Nodes, at least 1
/// @param percent a percentage of all Nodes, 1 to 100
public record BreakerRules(int nodes, int percent, Duration window) {
    public static final BreakerRules DEFAULTS = new BreakerRules(5, 10, Duration.ofMinutes(10));

    public BreakerRules {
        if (nodes < 1 || percent < 1 || percent > 100 || !window.isPositive()) {
            throw new IllegalArgumentException("%d Nodes, %d %%, %s".formatted(nodes, percent, window));
        }
    }

    /// Returns true if this number of missing VMs is not an incident.
    ///
    /// @param cluster the number of Nodes in the cluster
    boolean allows(int missing, int cluster) {
        return missing <= Math.max(nodes, cluster * percent / 100);
    }
}

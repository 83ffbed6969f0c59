package dev.vspherecloud.ccm.domain.breaker;

import java.time.Duration;

/// The limits of the breaker: it is an incident if more than `nodes` and more than `percent` of all Nodes lose
/// their VMs within `window` without these being destroyed.
///
/// @param nodes   at least 1
/// @param percent 1 to 100
public record BreakerRules(int nodes, int percent, Duration window) {
    public static final BreakerRules DEFAULTS = new BreakerRules(5, 10, Duration.ofMinutes(10));

    public BreakerRules {
        if (nodes < 1 || percent < 1 || percent > 100 || !window.isPositive()) {
            throw new IllegalArgumentException("%d Nodes, %d %%, %s".formatted(nodes, percent, window));
        }
    }

    /// Returns true if so many missing VMs are no incident.
    ///
    /// @param cluster the number of Nodes
    boolean allows(int missing, int cluster) {
        return missing <= Math.max(nodes, cluster * percent / 100);
    }
}

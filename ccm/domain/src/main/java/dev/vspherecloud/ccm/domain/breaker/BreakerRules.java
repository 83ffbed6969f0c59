package dev.vspherecloud.ccm.domain.breaker;

import java.time.Duration;

/// How many Nodes may lose their VMs, without these being destroyed, before that is an incident: more than `nodes` and
/// more than `percent` of all, within `window`.
///
/// @param nodes   at least 1
/// @param percent 1 to 100
public record BreakerRules(int nodes, int percent, Duration window) {
    public static final BreakerRules STANDARD = new BreakerRules(5, 10, Duration.ofMinutes(10));

    public BreakerRules {
        if (nodes < 1 || percent < 1 || percent > 100 || !window.isPositive()) {
            throw new IllegalArgumentException("%d Nodes, %d %%, %s".formatted(nodes, percent, window));
        }
    }

    /// @param cluster how many Nodes there are
    boolean allows(int missing, int cluster) {
        return missing <= Math.max(nodes, cluster * percent / 100);
    }
}

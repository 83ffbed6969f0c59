package dev.vspherecloud.config;

import java.time.Duration;

/// When the Nodes of VMs that disappeared are deleted: VMs that are gone without a sign that they were destroyed, and
/// may well run somewhere.
///
/// @param disappearedAfter how long a VM must be proven gone; at least [#SHORTEST]
/// @param breakerNodes     with more of them than this, and than [#breakerPercent()], none is deleted; at least 1
/// @param breakerPercent   of the Nodes of the cluster; 1 to 100
public record DeletionConfig(Duration disappearedAfter, int breakerNodes, int breakerPercent) {
    /// What counts when nothing is said.
    public static final DeletionConfig STANDARD = new DeletionConfig(Duration.ofMinutes(10), 5, 10);

    /// A host that restarts, HA at work and a VM that somebody moves to another vCenter all look like a VM that
    /// disappeared, for some minutes.
    static final Duration SHORTEST = Duration.ofMinutes(5);
}

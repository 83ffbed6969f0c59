package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.domain.existence.ExistenceRules;
import java.time.Duration;

/// When the Nodes of VMs that disappeared are deleted: VMs that are gone without a sign that they were destroyed, and
/// may well run somewhere.
///
/// @param disappearedAfter how long such a VM must be away; at least [ExistenceRules#FLOOR]
/// @param breaker          how many of them at once are too many
public record DeletionConfig(Duration disappearedAfter, BreakerRules breaker) {
    /// What counts when nothing is said.
    public static final DeletionConfig STANDARD =
            new DeletionConfig(ExistenceRules.STANDARD.disappearedAfter(), BreakerRules.STANDARD);
}

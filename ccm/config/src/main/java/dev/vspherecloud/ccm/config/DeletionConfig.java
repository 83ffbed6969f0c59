package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.domain.existence.ExistenceRules;
import java.time.Duration;

/// The rules for deleting the Nodes of VMs that disappeared. Such a VM is gone without a sign that it was
/// destroyed, and may still run somewhere.
///
/// @param disappearedAfter how long such a VM must be away; at least [ExistenceRules#MIN_DISAPPEARED_AFTER]
/// @param breaker how many of them at once are too many
public record DeletionConfig(Duration disappearedAfter, BreakerRules breaker) {
    /// The defaults.
    public static final DeletionConfig DEFAULTS =
            new DeletionConfig(ExistenceRules.DEFAULTS.disappearedAfter(), BreakerRules.DEFAULTS);
}

package dev.vspherecloud.ccm.config;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.domain.existence.ExistenceRules;
import java.time.Duration;

/// The rules for deleting Nodes whose VM disappeared: nothing shows that the VM was destroyed, so it may still run
/// somewhere.
///
/// @param disappearedAfter how long such a VM must be absent before its Node is deleted; at least
///     [ExistenceRules#MIN_DISAPPEARED_AFTER]
/// @param breaker the limits of the deletion breaker
public record DeletionConfig(Duration disappearedAfter, BreakerRules breaker) {
    /// The rules that apply if the configuration sets none.
    public static final DeletionConfig DEFAULTS =
            new DeletionConfig(ExistenceRules.DEFAULTS.disappearedAfter(), BreakerRules.DEFAULTS);
}

package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.domain.existence.ExistenceRules;
import java.time.Duration;
import java.util.Set;

/// The settings for the deletion of Nodes, from the command line and the configuration.
///
/// @param deletes false if no Node may be deleted at all
/// @param disappearedAfter how long a VM that was not destroyed must be absent, see [ExistenceRules]
/// @param paused the names of the vCenters whose Nodes are not deleted at the moment
public record LifecycleRules(boolean deletes, Duration disappearedAfter, BreakerRules breaker, Set<String> paused) {
    public static final LifecycleRules DEFAULTS =
            new LifecycleRules(true, ExistenceRules.DEFAULTS.disappearedAfter(), BreakerRules.DEFAULTS, Set.of());

    public LifecycleRules {
        paused = Set.copyOf(paused);
    }

    public ExistenceRules existence() {
        return new ExistenceRules(disappearedAfter);
    }
}

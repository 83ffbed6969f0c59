package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.domain.existence.ExistenceRules;
import java.time.Duration;
import java.util.Set;

/// The settings from command line and configuration about the deletion of Nodes.
///
/// @param deletes          whether Nodes are deleted at all
/// @param disappearedAfter how long a VM that was not destroyed must be away, see [ExistenceRules]
/// @param paused           names of vCenters of which no Node is deleted at the moment
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

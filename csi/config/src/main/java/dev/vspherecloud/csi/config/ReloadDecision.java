package dev.vspherecloud.csi.config;

import java.util.List;

/// The decision what to do with a new configuration: see [CsiReloadPolicy].
public sealed interface ReloadDecision {
    /// The configurations are equal.
    record Unchanged() implements ReloadDecision {}

    /// The running process can use the new configuration.
    ///
    /// @param changes at least one
    record Apply(List<ConfigChange> changes) implements ReloadDecision {
        public Apply {
            changes = List.copyOf(changes);
        }
    }

    /// The process keeps the old configuration as a whole, reports the reasons, and uses the new one after a
    /// restart.
    ///
    /// @param reasons the changes that need a restart, at least one
    record Restart(List<ConfigChange> reasons) implements ReloadDecision {
        public Restart {
            reasons = List.copyOf(reasons);
        }
    }
}

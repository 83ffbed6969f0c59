package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Set;

/// Observes which reasons apply to which Node, for metrics.
///
/// The worker that reconciles the Node calls the method at each reconciliation. Implementations must neither block
/// nor throw.
@FunctionalInterface
public interface ReasonObserver {
    /// An observer that does nothing.
    ReasonObserver NONE = (_, _) -> {};

    /// Called at each reconciliation of a Node.
    ///
    /// @param codes all reasons that apply now; empty if none applies or the Node is gone
    void onReasonsChanged(NodeName node, Set<ReasonCode> codes);
}

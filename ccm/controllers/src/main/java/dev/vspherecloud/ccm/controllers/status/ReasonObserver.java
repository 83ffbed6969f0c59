package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import java.util.Set;

/// Observes which reasons apply to which Node, for metrics and the status page.
///
/// The worker that reconciles the Node calls the method at each reconciliation. Implementations must neither block
/// nor throw.
@FunctionalInterface
public interface ReasonObserver {
    /// An observer that does nothing.
    ReasonObserver NONE = (_, _) -> {};

    /// Called at each reconciliation of a Node.
    ///
    /// @param reasons all reasons that apply now; empty if none applies or the Node is gone
    void onReasonsChanged(NodeName node, Set<Reason> reasons);
}

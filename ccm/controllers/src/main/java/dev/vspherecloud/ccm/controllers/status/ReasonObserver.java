package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Set;

/// Observes which reasons apply to which Node, for counts.
///
/// The worker that holds the Node calls it at each reconciliation. Implementations must neither block nor throw.
@FunctionalInterface
public interface ReasonObserver {
    /// An observer that does nothing.
    ReasonObserver NONE = (_, _) -> {};

    /// @param codes all that apply now; empty if none does, or the Node is gone
    void onReasonsChanged(NodeName node, Set<ReasonCode> codes);
}

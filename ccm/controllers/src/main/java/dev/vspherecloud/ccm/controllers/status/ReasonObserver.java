package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Set;

/// Hears of which Node which reasons stand. For counts.
///
/// Called by whoever holds the Node, at each look at it, and must neither block nor throw.
@FunctionalInterface
public interface ReasonObserver {
    /// Nobody listens.
    ReasonObserver NONE = (_, _) -> {};

    /// @param codes all that stand now; empty when none does, or the Node is gone
    void stand(NodeName node, Set<ReasonCode> codes);
}

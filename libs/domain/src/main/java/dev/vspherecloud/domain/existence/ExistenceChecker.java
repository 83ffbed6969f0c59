package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Asks the vCenters what their snapshots do not show. No method waits for a vCenter.
public interface ExistenceChecker {
    /// Makes the watchers of all vCenters ask about a VM. The implementation announces the Node when there is a
    /// new [#result]. A new request for a Node replaces one that is still running.
    void submit(ExistenceCheckRequest question);

    /// Returns the result of the newest answered request about this Node; empty before the first.
    Optional<ExistenceCheckResult> result(NodeName node);

    /// Stops asking about the Node.
    void cancel(NodeName node);

    /// Returns the configured vCenters by name, with the position in their event history when it was last read.
    Map<String, VcenterEventPosition> positions();

    /// Returns how long ago the vCenter confirmed its data, by a completed wait or a full read. Empty if it never
    /// did, or does not answer at the moment.
    Optional<Duration> timeSinceConfirmed(String vcenter);
}

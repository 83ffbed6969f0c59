package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.identity.NodeName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// Asks the vCenters about VMs that their snapshots do not show. No method waits for a vCenter.
public interface ExistenceChecker {
    /// Makes the watchers of all vCenters ask about a VM. When there is a new [#result], the implementation
    /// enqueues the Node. A new request for a Node replaces one that is still running.
    void submit(ExistenceCheckRequest request);

    /// Returns the result of the newest answered request about this Node; empty before the first.
    Optional<ExistenceCheckResult> result(NodeName node);

    /// Stops asking about the VM of this Node.
    void cancel(NodeName node);

    /// Returns the current position in the event history of each configured vCenter, by the name of the
    /// vCenter, as it was read last.
    Map<String, VcenterEventPosition> positions();

    /// Returns how long ago the vCenter confirmed its data, by a completed wait for updates or a full read. The
    /// result is empty if it never did, or does not answer at the moment.
    Optional<Duration> timeSinceConfirmed(String vcenter);
}

package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.topology.TopologyChoice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The result of one evaluation of a Node. [NodePolicy] creates it.
///
/// @param decision the next step
/// @param remarks problems that do not block the Node
/// @param addresses the addresses that the Node should have; empty while its VM is not known
/// @param topology the zone and region that the Node should have; empty while its VM is not known, or if no tag
///     categories are configured
/// @param history the state to pass to the next evaluation
/// @param revisitAfter the time after which the verdict may change without an event; empty if it cannot
public record NodeVerdict(
        NodeDecision decision,
        List<Reason> remarks,
        Optional<AddressChoice> addresses,
        Optional<TopologyChoice> topology,
        ReportHistory history,
        Optional<Duration> revisitAfter) {
    public NodeVerdict {
        remarks = List.copyOf(remarks);
    }
}

package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.topology.TopologyChoice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The result of one evaluation of a Node. See [NodePolicy].
///
/// @param decision  the next step
/// @param remarks   what is not as it should be, but does not hold up the Node
/// @param addresses the addresses that it should have; empty while its VM is not known
/// @param topology  the zone and region that it should have; empty while its VM is not known, and without
///                  categories
/// @param history    for the next evaluation
/// @param revisitAfter when time alone may change the verdict
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

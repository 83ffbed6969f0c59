package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.topology.TopologyChoice;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What was decided about a Node at one look at it. See [NodePolicy].
///
/// @param decision  the next step
/// @param remarks   what is not as it should be, and nothing waits for
/// @param addresses which addresses it should have; empty while its VM is not known
/// @param topology  which zone and region it should have; empty while its VM is not known, and without categories
/// @param memory    for the next look
/// @param lookAgain when time alone may change the verdict
public record NodeVerdict(
        NodeDecision decision,
        List<Reason> remarks,
        Optional<AddressChoice> addresses,
        Optional<TopologyChoice> topology,
        ReportHistory memory,
        Optional<Duration> lookAgain) {
    public NodeVerdict {
        remarks = List.copyOf(remarks);
    }
}

package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.ccm.application.metrics.NodeWithReason;
import dev.vspherecloud.ccm.application.metrics.ProgramMetrics;
import dev.vspherecloud.ccm.application.metrics.VcenterState;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything that the status page shows, as it was at one time.
///
/// @param at when the model was read
/// @param started when the process started
/// @param nodesByState the number of Nodes in each state; empty if this process does not watch the Nodes
/// @param reasons the reasons that apply to Nodes, ordered by Node
/// @param incident the incident for which deletions of many Nodes are withheld
/// @param withheld why Nodes whose VM is missing are not deleted, ordered by Node
/// @param changes the last writes to Nodes, the newest first
record StatusModel(
        Instant at,
        String version,
        Instant started,
        LeaderStatus leader,
        List<VcenterState> vcenters,
        Map<String, Integer> nodesByState,
        List<NodeWithReason> reasons,
        Optional<Incident> incident,
        List<NodeWithReason> withheld,
        List<NodeWrite> changes) {
    private static final Comparator<NodeWithReason> BY_NODE = Comparator.comparing(
                    (NodeWithReason each) -> each.node().value())
            .thenComparing(each -> each.reason().code().text());

    StatusModel {
        reasons = reasons.stream().sorted(BY_NODE).toList();
        withheld = withheld.stream().sorted(BY_NODE).toList();
    }

    /// Reads the present state. The method does not block, and calls no other server.
    static StatusModel read(
            Instant at,
            String version,
            Instant started,
            LeaderStatus leader,
            ProgramMetrics metrics,
            RecentChanges changes) {
        return new StatusModel(
                at,
                version,
                started,
                leader,
                metrics.vcenters().states(),
                metrics.nodes().byState(),
                metrics.nodes().reasons(),
                metrics.lifecycle().incident(),
                metrics.lifecycle().withheld(),
                changes.newestFirst());
    }
}

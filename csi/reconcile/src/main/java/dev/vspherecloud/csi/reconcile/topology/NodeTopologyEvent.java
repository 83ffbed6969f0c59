package dev.vspherecloud.csi.reconcile.topology;

import static dev.vspherecloud.domain.reason.ReasonRow.reason;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.reason.ReasonGroup;
import dev.vspherecloud.domain.reason.ReasonRow;

/// The reasons of Events about the topology of Nodes.
///
/// The codes are stable, because alerts use them.
enum NodeTopologyEvent implements ReasonCode {
    TOPOLOGY_DIFFERS(reason(Group.TOPOLOGY, "TopologyDiffers", "The tags in vCenter differ from the labels")
            .means("The tags on the host of the VM or above it do not agree with the topology labels of the Node, or"
                    + " with one another. The labels stay as they are.")
            .cause("The VM was moved to another zone, or a tag was changed.")
            .remedy("Move the VM back, or correct the tags. To get other labels, drain and delete the Node, and let it"
                    + " register again.")),
    TOPOLOGY_UNKNOWN(reason(Group.TOPOLOGY, "TopologyUnknown", "The Node gets no topology labels")
            .means("The node plugin asked for topology labels, and the controller cannot determine them. The driver"
                    + " is not registered on the Node until it can.")
            .cause("A tag or a tag category is missing, a tag is ambiguous, or the account may not read it.")
            .remedy("Do what the Event says. The node plugin asks again by itself."));

    private final ReasonRow row;

    NodeTopologyEvent(ReasonRow row) {
        this.row = row;
    }

    @Override
    public ReasonRow row() {
        return row;
    }

    private static final class Group {
        static final ReasonGroup TOPOLOGY = new ReasonGroup("Topology of Nodes");
    }
}

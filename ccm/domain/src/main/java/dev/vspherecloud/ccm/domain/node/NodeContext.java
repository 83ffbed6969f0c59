package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.address.VirtualIpHints;

/// The input of [NodePolicy] that is neither the Node, its VM nor the configuration.
///
/// @param history state from earlier evaluations of the Node
/// @param virtualIpHints which other VMs and Services use the addresses of the Node's VM
/// @param now nanoseconds of one monotonic clock
public record NodeContext(ReportHistory history, VirtualIpHints virtualIpHints, long now) {
    /// The context of the first evaluation of a Node, without hints about virtual IPs.
    public static final NodeContext INITIAL = new NodeContext(ReportHistory.EMPTY, VirtualIpHints.NONE, 0);
}

package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.address.VirtualIpHints;

/// What is known besides a Node, its VM and the configuration when a Node is evaluated.
///
/// @param history         from earlier evaluations
/// @param virtualIpHints hints about other users of the addresses of its VM
/// @param now            nanoseconds of one monotonic clock
public record NodeContext(ReportHistory history, VirtualIpHints virtualIpHints, long now) {
    /// The context of the first evaluation, without hints.
    public static final NodeContext INITIAL = new NodeContext(ReportHistory.EMPTY, VirtualIpHints.NONE, 0);
}

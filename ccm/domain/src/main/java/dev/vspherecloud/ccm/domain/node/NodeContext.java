package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.address.VirtualIpHints;

/// What is known besides a Node, its VM and the configuration when a Node is evaluated.
///
/// @param memory         from earlier evaluations
/// @param virtualIpHints hints about other users of the addresses of its VM
/// @param now            nanoseconds of one monotonic clock
public record NodeContext(ReportHistory memory, VirtualIpHints virtualIpHints, long now) {
    /// The context of the first evaluation, without hints.
    public static final NodeContext FIRST = new NodeContext(ReportHistory.BLANK, VirtualIpHints.NONE, 0);
}

package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.address.VirtualIpHints;

/// What is known beside a Node, its VM and the configuration when it is looked at.
///
/// @param memory     of the looks before
/// @param virtualIpHints what others say about the addresses of its VM
/// @param now        nanoseconds of one monotonic clock
public record NodeContext(ReportHistory memory, VirtualIpHints virtualIpHints, long now) {
    /// The first look, and nobody says anything.
    public static final NodeContext FIRST = new NodeContext(ReportHistory.BLANK, VirtualIpHints.NONE, 0);
}

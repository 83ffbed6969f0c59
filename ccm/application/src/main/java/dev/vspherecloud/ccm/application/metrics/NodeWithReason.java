package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.reason.Reason;
import java.time.Instant;

/// A reason that applies to a Node.
///
/// @param since when this process first saw the code of the reason at the Node, without a break until now
public record NodeWithReason(NodeName node, Reason reason, Instant since) {}

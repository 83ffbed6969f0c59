package dev.vspherecloud.ccm.application.status;

import dev.vspherecloud.domain.identity.NodeName;
import java.time.Instant;

/// A successful write to a Node.
///
/// @param text what was written, for people
record NodeWrite(Instant at, NodeName node, String text) {}

package dev.vspherecloud.testkit.demo;

import java.time.Instant;

/// A Node as it was seen.
///
/// @param vm    name and reference of its VM, empty while the Node does not say which
/// @param since when it was first seen in its present state
record ObservedNode(NodeView node, String vm, Instant since) {}

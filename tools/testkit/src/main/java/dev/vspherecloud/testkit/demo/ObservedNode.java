package dev.vspherecloud.testkit.demo;

import java.time.Instant;

/// A Node with the time of its last state change.
///
/// @param vm    name and reference of its VM; empty if the Node does not have it
/// @param since when the Node was first seen in its present state
record ObservedNode(NodeView node, String vm, Instant since) {}

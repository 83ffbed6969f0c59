package dev.vspherecloud.ccm.domain.breaker;

import java.time.Instant;

/// A Node that was deleted because its VM had disappeared.
///
/// @param at by the wall clock: it outlives the process
public record RecentDeletion(NodePlacement post, Instant at) {}

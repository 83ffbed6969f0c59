package dev.vspherecloud.ccm.domain.breaker;

import java.time.Instant;

/// A Node that was deleted because its VM had disappeared.
///
/// @param at the time of the deletion by the wall clock, because it must survive a restart
public record RecentDeletion(NodePlacement placement, Instant at) {}

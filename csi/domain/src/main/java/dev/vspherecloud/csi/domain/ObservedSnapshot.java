package dev.vspherecloud.csi.domain;

import java.time.Instant;
import java.util.Optional;

/// A snapshot as CNS returns it.
///
/// @param description the text by which its request is recognised, see [OperationName#ofSnapshot]
/// @param created     when it was created; empty if CNS does not report it
public record ObservedSnapshot(String id, String description, Optional<Instant> created) {}

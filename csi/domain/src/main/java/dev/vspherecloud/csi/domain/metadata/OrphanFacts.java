package dev.vspherecloud.csi.domain.metadata;

import java.time.Instant;
import java.util.Optional;

/// The facts about a volume of CNS that no PersistentVolume of the cluster has.
///
/// @param isAwaited    true if the claim exists for which the volume was created, and has no other volume
/// @param isInProgress true if the record of an operation names the volume, and the operation may still run
/// @param firstSeen    when the volume was first observed without a PersistentVolume; empty for now
public record OrphanFacts(boolean isAwaited, boolean isInProgress, Optional<Instant> firstSeen) {}

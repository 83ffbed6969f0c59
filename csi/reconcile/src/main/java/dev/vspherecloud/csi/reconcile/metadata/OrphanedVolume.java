package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.domain.metadata.RecordedVolume;
import java.time.Instant;

/// A volume of the cluster in CNS that nothing in the cluster refers to.
///
/// @param reason    why it counts as one
/// @param firstSeen when the first full pass found it like this
record OrphanedVolume(RecordedVolume volume, String reason, Instant firstSeen) {}

package dev.vspherecloud.csi.controller.snapshot;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The result of listing snapshots of this cluster.
public sealed interface SnapshotListResult {
    /// All snapshots that were asked for.
    record Complete(List<Entry> snapshots) implements SnapshotListResult {
        public Complete {
            snapshots = List.copyOf(snapshots);
        }
    }

    /// A vCenter did not answer completely, so that there is no list at all.
    ///
    /// @param why a sentence for the caller
    record Incomplete(String why) implements SnapshotListResult {}

    /// One snapshot.
    ///
    /// @param handle        as in a VolumeSnapshotContent
    /// @param volume        the handle of its volume
    /// @param capacityBytes the size of its volume
    /// @param created       empty if vCenter does not report it
    /// @param description   the text in CNS by which its request is recognised
    record Entry(String handle, String volume, long capacityBytes, Optional<Instant> created, String description) {}
}

package dev.vspherecloud.csi.cluster.volume;

import java.util.List;

/// The volume that belongs to the path of a disk of the in-tree driver.
public sealed interface MigratedVolumeResult {
    /// One volume belongs to the path.
    record Found(String volumeId) implements MigratedVolumeResult {}

    /// No volume belongs to the path: it was never registered in CNS, or it was deleted.
    record NotFound() implements MigratedVolumeResult {}

    /// Several volumes belong to the path. An operator has to delete the records that are wrong.
    ///
    /// @param volumeIds the first of them, at least two, sorted
    record Ambiguous(List<String> volumeIds) implements MigratedVolumeResult {
        public Ambiguous {
            volumeIds = List.copyOf(volumeIds);
        }
    }

    /// The records could not be read.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Unknown(String problem) implements MigratedVolumeResult {}
}

package dev.vspherecloud.csi.controller.volume;

import java.util.List;

/// The result of listing the volumes of this cluster.
public sealed interface VolumeListResult {
    /// All volumes.
    record Complete(List<Entry> volumes) implements VolumeListResult {
        public Complete {
            volumes = List.copyOf(volumes);
        }
    }

    /// A vCenter did not answer completely, so that there is no list at all: csi-attacher takes a volume that is
    /// missing in a list for a detached one.
    ///
    /// @param why a sentence for the caller
    record Incomplete(String why) implements VolumeListResult {}

    /// One volume.
    ///
    /// @param handle        as in a PersistentVolume
    /// @param volumeId      the id in CNS; only a volume of the in-tree driver has another handle
    /// @param capacityBytes 0 if vCenter does not report it
    record Entry(String handle, String volumeId, long capacityBytes) {
        /// Creates an entry of a volume whose handle is its id.
        public Entry(String handle, long capacityBytes) {
            this(handle, handle, capacityBytes);
        }
    }
}

package dev.vspherecloud.csi.cluster.volume;

/// The path that Kubernetes knows for the disk of a volume.
public sealed interface MigratedPathResult {
    /// The record names the path.
    ///
    /// @param path as in `[datastore] folder/disk.vmdk`; the disk may have moved since
    record Found(String path) implements MigratedPathResult {}

    /// The API server says that there is no record of the volume.
    record Absent() implements MigratedPathResult {}

    /// The record could not be read or written, or does not have the form of a record.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Unknown(String problem) implements MigratedPathResult {}
}

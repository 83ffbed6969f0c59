package dev.vspherecloud.csi.cluster.volume;

/// What the record of a volume says: the vCenter that has the volume, or the path that Kubernetes knows for its disk.
public sealed interface VolumeRecordResult {
    /// The record names it.
    ///
    /// @param value the name of the server, as the configuration has it; or the path, as in
    ///     `[datastore] folder/disk.vmdk`, from which the disk may have moved since
    record Found(String value) implements VolumeRecordResult {}

    /// The API server says that there is no record of the volume.
    record Absent() implements VolumeRecordResult {}

    /// The record could not be read or written, or does not have the form of a record.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Unknown(String problem) implements VolumeRecordResult {}
}

package dev.vspherecloud.csi.cluster.volume;

/// What the record of a volume says about its vCenter.
public sealed interface VolumeVcenterResult {
    /// The record names the vCenter.
    ///
    /// @param vcenter the name of the server, as the configuration has it
    record Found(String vcenter) implements VolumeVcenterResult {}

    /// The API server says that there is no record of the volume.
    record Absent() implements VolumeVcenterResult {}

    /// The record could not be read or written, or does not have the form of a record.
    ///
    /// @param problem what happened, and what to do if the reader can do something
    record Unknown(String problem) implements VolumeVcenterResult {}
}

package dev.vspherecloud.csi.operations;

/// The result of a create.
public sealed interface VolumeCreateResult permits VolumeCreateResult.Created, VolumeFailure {
    /// The volume exists. It may be the volume of an earlier call with the same name.
    ///
    /// @param capacityMb   its size in MiB
    /// @param datastoreUrl the URL of its datastore, as in `ds:///vmfs/volumes/1/`
    record Created(String volumeId, long capacityMb, String datastoreUrl) implements VolumeCreateResult {}
}

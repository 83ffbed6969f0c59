package dev.vspherecloud.csi.domain.metadata;

/// What to do about a PersistentVolume whose volume CNS does not have.
public enum LostVolumeDecision {
    /// Nothing yet.
    WAIT,

    /// Register the disk as a volume.
    REGISTER,

    /// Report it: the disk cannot be registered.
    REPORT
}

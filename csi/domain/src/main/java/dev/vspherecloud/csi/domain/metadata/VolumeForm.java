package dev.vspherecloud.csi.domain.metadata;

/// What kind of volume a PersistentVolume of the driver has.
public enum VolumeForm {
    /// A First Class Disk.
    BLOCK,

    /// A file share of vSAN. Its entities are written, but it is neither registered nor unregistered.
    FILE,

    /// A disk of the in-tree driver. Its entities are written if a `CnsVSphereVolumeMigration` names its volume.
    IN_TREE,

    /// A handle that the driver does not know.
    UNKNOWN
}

package dev.vspherecloud.csi.domain.metadata;

/// The state of a volume that no PersistentVolume has: an orphan, or not.
public enum OrphanState {
    /// An operation creates or deletes it.
    IN_PROGRESS,

    /// Its claim exists and has no other volume, so the provisioner is about to create the PersistentVolume.
    CLAIMED,

    /// Another cluster has entities in its metadata.
    OF_OTHER_CLUSTER,

    /// It was observed only once. The next pass confirms it.
    UNCONFIRMED,

    /// Nothing refers to it.
    ORPHAN
}

package dev.vspherecloud.csi.domain;

/// What the cluster says about the claim for which a volume was created.
public enum ClaimState {
    /// The claim exists and has no PersistentVolume.
    WAITING,
    /// A PersistentVolume of the claim exists.
    BOUND,
    /// Neither the claim nor a PersistentVolume exists.
    GONE,
    UNKNOWN
}

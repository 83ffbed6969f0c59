package dev.vspherecloud.csi.domain;

/// Why a volume or snapshot is to be destroyed.
public enum DeletionCause {
    /// A sidecar asks for it. The object of the API server that is being deleted may still name the volume or
    /// snapshot.
    REQUESTED,

    /// The driver has found that nothing needs it: the duplicate of a volume, one in the wrong place, one that is
    /// half-made, or a temporary snapshot. No object may name it.
    UNUSED
}

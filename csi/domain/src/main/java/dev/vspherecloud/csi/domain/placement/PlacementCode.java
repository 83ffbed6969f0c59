package dev.vspherecloud.csi.domain.placement;

/// What the caller can expect after a refusal.
public enum PlacementCode {
    /// Another place, or the same one later, may fit: the scheduler goes on with another Node.
    RESOURCE_EXHAUSTED,

    /// The account lacks a privilege.
    PERMISSION_DENIED,

    /// The StorageClass names a datastore that vCenter does not show.
    UNKNOWN_DATASTORE,

    /// The configuration or the state of vCenter has to be changed first.
    FAILED_PRECONDITION
}

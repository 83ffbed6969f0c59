package dev.vspherecloud.csi.operations.attachment;

/// A safeguard that a run disables. `DisabledSafeguardTest` shows that the model notices each one that is missing.
enum Safeguard {
    NONE,
    /// A detach believes the disks that vCenter reported last, without reading them.
    DISKS_READ,
    /// A VM that no vCenter shows counts as gone.
    PROOF,
    /// Attempts to attach are not recorded.
    ATTEMPTS,
    /// The disks of a VM that is not connected count as current.
    CONNECTION,
    /// The machines that only VolumeAttachments name are not followed.
    FORMER_MACHINES,
    /// What the driver knew before vCenter was restored still counts afterwards.
    RESTORED_VIEW,
    /// Open attempts are shown as if they were older than the time in which their calls can arrive.
    ACCEPT_WINDOW
}

package dev.vspherecloud.csi.controller.attach;

import dev.vspherecloud.csi.operations.VolumeFailure;

/// The result of detaching a volume.
public sealed interface DetachResult {
    /// The VM certainly does not have the volume.
    record Detached() implements DetachResult {}

    /// The VM has the volume, or that is not known.
    record NotDetached(VolumeFailure failure) implements DetachResult {}
}

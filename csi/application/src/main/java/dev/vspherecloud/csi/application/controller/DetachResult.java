package dev.vspherecloud.csi.application.controller;

import dev.vspherecloud.csi.volumes.VolumeFailure;

/// The result of detaching a volume.
public sealed interface DetachResult {
    /// The VM certainly does not have the volume.
    record Detached() implements DetachResult {}

    /// The VM has the volume, or that is not known.
    record NotDetached(VolumeFailure failure) implements DetachResult {}
}

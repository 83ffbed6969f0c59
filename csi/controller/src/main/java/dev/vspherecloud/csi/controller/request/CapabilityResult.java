package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.csi.domain.volume.VolumeError;

/// The result of checking the capabilities of a request: see [CapabilityPolicy].
public sealed interface CapabilityResult {
    /// The request is about a block volume with a filesystem.
    ///
    /// @param fsType ext3, ext4 or xfs
    record BlockWithFilesystem(String fsType) implements CapabilityResult {}

    /// The request is about a block volume without a filesystem.
    record RawBlock() implements CapabilityResult {}

    /// The request is about a file volume.
    record FileVolume() implements CapabilityResult {}

    /// The driver has no volume with these capabilities.
    record Refused(VolumeError error) implements CapabilityResult {}
}

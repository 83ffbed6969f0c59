package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.csi.domain.volume.VolumeError;

/// The result of checking the size in a request: see [SizePolicy].
public sealed interface SizeResult {
    /// The volume gets this size.
    ///
    /// @param mebibytes the size in whole MiB, at least 1
    record Accepted(long mebibytes) implements SizeResult {
        /// Returns the size in bytes, for the answer to the request.
        public long bytes() {
            return mebibytes << 20;
        }
    }

    /// No volume has a size in the requested range.
    record Refused(VolumeError error) implements SizeResult {}
}

package dev.vspherecloud.csi.controller.request;

import dev.vspherecloud.csi.domain.volume.VolumeError;
import dev.vspherecloud.csi.domain.volume.VolumeHandle;

/// The result of checking a volume handle: see [VolumeHandlePolicy].
public sealed interface HandleResult {
    /// The call goes on with this volume.
    record Usable(VolumeHandle handle) implements HandleResult {}

    /// The call succeeds without doing anything, because no volume can have this handle.
    ///
    /// @param sentence why, for the log
    record NothingToDo(String sentence) implements HandleResult {}

    /// The call fails.
    record Refused(VolumeError error) implements HandleResult {}
}

package dev.vspherecloud.csi.controller.attach;

import dev.vspherecloud.csi.operations.VolumeFailure;
import java.util.Map;

/// The result of attaching a volume.
public sealed interface AttachResult {
    /// The VM has the volume.
    ///
    /// @param publishContext what the Node needs to find the disk
    record Attached(Map<String, String> publishContext) implements AttachResult {
        public Attached {
            publishContext = Map.copyOf(publishContext);
        }
    }

    /// The volume was not attached.
    record NotAttached(VolumeFailure failure) implements AttachResult {}
}

package dev.vspherecloud.csi.config.storageclass;

import dev.vspherecloud.csi.domain.volume.StorageClassParameters;
import dev.vspherecloud.csi.domain.volume.VolumeError;
import java.util.List;

/// The result of reading the parameters of a StorageClass.
public sealed interface StorageClassResult {
    /// The parameters are valid.
    ///
    /// @param warnings sentences about parameters that have no effect
    record Accepted(StorageClassParameters parameters, List<String> warnings) implements StorageClassResult {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// The parameters are not valid. The error names every problem.
    record Rejected(VolumeError error) implements StorageClassResult {}
}

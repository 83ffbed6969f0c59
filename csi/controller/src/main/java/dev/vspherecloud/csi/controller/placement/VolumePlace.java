package dev.vspherecloud.csi.controller.placement;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.vsphere.client.MoRef;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Where a new volume is to be created, or why it cannot be.
public sealed interface VolumePlace {
    /// On one of these datastores.
    ///
    /// @param acceptableUrls where a volume of an earlier call with the same name may lie; empty if anywhere
    /// @param policyId       the id of the storage policy in this vCenter; empty if none is asked for
    record Chosen(VcenterVolumes vcenter, List<MoRef> datastores, Set<String> acceptableUrls, Optional<String> policyId)
            implements VolumePlace {
        public Chosen {
            datastores = List.copyOf(datastores);
            acceptableUrls = Set.copyOf(acceptableUrls);
        }
    }

    /// Nowhere. The code is final.
    ///
    /// @param isPlacement    true if the datastores were checked, false if the parameters are wrong
    /// @param acceptable    where a volume of an earlier call may lie, by vCenter; empty if nowhere
    record Refused(OperationCode code, String message, boolean isPlacement, List<Acceptable> acceptable)
            implements VolumePlace {
        public Refused {
            acceptable = List.copyOf(acceptable);
        }

        /// Returns what the caller gets if no earlier call with the same name has begun.
        public VolumeFailure failure() {
            return new VolumeFailure.RefusedByFault(code, message);
        }
    }

    /// Where a volume of an earlier call may lie, although no new one can be created there.
    ///
    /// @param urls empty if anywhere
    record Acceptable(VcenterVolumes vcenter, Set<String> urls) {
        public Acceptable {
            urls = Set.copyOf(urls);
        }
    }

    /// A vCenter or the API server has not answered.
    record NotKnown(String why) implements VolumePlace {}
}

package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;

/// The end of a request to attach or to detach.
public sealed interface AttachOutcome {
    /// The VM has the volume.
    ///
    /// @param diskUuid lower case without dashes
    record Attached(Vm vm, String diskUuid) implements AttachOutcome {}

    /// The VM does not have the volume.
    ///
    /// @param vms      the VMs from which it was detached now
    /// @param evidence for the log
    record Detached(List<Vm> vms, String evidence) implements AttachOutcome {
        public Detached {
            vms = List.copyOf(vms);
        }
    }

    /// The request did not succeed.
    record NotDone(AttachFailure failure) implements AttachOutcome {}
}

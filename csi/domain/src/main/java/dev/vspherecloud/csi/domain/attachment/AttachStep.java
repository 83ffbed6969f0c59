package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.domain.vm.Vm;

/// What a request to attach a volume leads to.
public sealed interface AttachStep {
    /// The VM has the volume.
    ///
    /// @param diskUuid lower case without dashes
    record AlreadyAttached(Vm vm, String diskUuid) implements AttachStep {}

    /// vCenter is to attach the volume to this VM.
    record Send(FollowedVm machine, Vm vm) implements AttachStep {}

    /// The VM is being looked up; look again soon.
    record Wait(AttachFailure otherwise) implements AttachStep {}

    /// Nothing is sent.
    record Fail(AttachFailure failure) implements AttachStep {}
}

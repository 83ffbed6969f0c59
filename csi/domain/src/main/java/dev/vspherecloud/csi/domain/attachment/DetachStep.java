package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.domain.vm.Vm;

/// The next step of a request to detach a volume.
public sealed interface DetachStep {
    /// The machines of the request certainly do not have the volume.
    ///
    /// @param evidence for the log
    record Detached(String evidence) implements DetachStep {}

    /// vCenter is to detach the volume from this VM.
    record Send(FollowedVm machine, Vm vm) implements DetachStep {}

    /// The disks of this VM are to be read now, because those that vCenter reported may be some seconds old.
    record ReadDisks(Vm vm) implements DetachStep {}

    /// CNS is to be asked which VMs have the disk.
    record ReadConsumers() implements DetachStep {}

    /// It is not known that the volume is detached.
    record Fail(AttachFailure failure) implements DetachStep {}
}

package dev.vspherecloud.csi.domain.attachment;

/// The state of the proof about a VM that no vCenter shows.
public sealed interface AbsenceState {
    /// The VM is gone.
    ///
    /// @param evidence for messages
    record Proven(String evidence) implements AbsenceState {}

    /// It is not proven, or not yet, that the VM is gone.
    ///
    /// @param why what is missing, and what to do
    record Unproven(String why) implements AbsenceState {}

    /// Nothing recorded the VM while it existed, so its absence can never be proven. Only the disk can show that no VM
    /// has it.
    record Unrecorded() implements AbsenceState {}
}

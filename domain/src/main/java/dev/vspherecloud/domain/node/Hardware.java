package dev.vspherecloud.domain.node;

/// What the VM is made of, as far as its instance type shows it.
///
/// @param cpus      virtual CPUs, at least 1
/// @param memoryMib memory in MiB
/// @param guestId   the guest operating system as configured, as in `ubuntu64Guest`
public record Hardware(int cpus, int memoryMib, String guestId) {}

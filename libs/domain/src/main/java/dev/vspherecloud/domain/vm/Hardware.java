package dev.vspherecloud.domain.vm;

/// What the VM is made of, as far as it matters to a Node.
///
/// @param cpus      virtual CPUs, at least 1
/// @param memoryMib memory in MiB
/// @param guestId   the guest operating system as configured, as in `ubuntu64Guest`
/// @param nics      how many network cards it has; 0 when vCenter does not say
public record Hardware(int cpus, int memoryMib, String guestId, int nics) {}

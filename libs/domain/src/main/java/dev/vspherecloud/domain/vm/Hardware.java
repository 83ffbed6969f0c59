package dev.vspherecloud.domain.vm;

/// The hardware of a VM, as far as it matters to a Node.
///
/// @param cpus      virtual CPUs, at least 1
/// @param memoryMib memory in MiB
/// @param guestId   the guest operating system as configured, as in `ubuntu64Guest`
/// @param nics      the number of network adapters; 0 if vCenter does not report it
public record Hardware(int cpus, int memoryMib, String guestId, int nics) {}

package dev.vspherecloud.ccm.domain.breaker;

/// The state of a Node's VM, for the breaker.
public sealed interface VmPresence {
    record Present() implements VmPresence {}

    /// The state is not known at the moment. It does not count as missing, and does not end an incident.
    record Unknown() implements VmPresence {}

    /// All vCenters answered. None shows the VM, or that it was destroyed.
    ///
    /// @param since nanoseconds of one monotonic clock
    record Missing(long since) implements VmPresence {}

    /// The VM was destroyed, or the Node is about to be removed on purpose.
    record Leaving() implements VmPresence {}
}

package dev.vspherecloud.ccm.domain.breaker;

/// Says for the deletion breaker whether the VM of a Node is present.
public sealed interface VmPresence {
    record Present() implements VmPresence {}

    /// It is not known at the moment whether the VM is present. The Node does not count as missing, and its
    /// incident does not end.
    record Unknown() implements VmPresence {}

    /// All vCenters answered. None has the VM, and none shows that it was destroyed.
    ///
    /// @param since nanoseconds of one monotonic clock
    record Missing(long since) implements VmPresence {}

    /// The VM was destroyed, or the Node is being removed on purpose. The Node does not count.
    record Leaving() implements VmPresence {}
}

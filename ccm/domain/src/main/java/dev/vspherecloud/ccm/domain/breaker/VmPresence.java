package dev.vspherecloud.ccm.domain.breaker;

/// How it stands with the VM of a Node.
public sealed interface VmPresence {
    record Present() implements VmPresence {}

    /// Nobody can tell at the moment: it counts as nothing, and ends nothing.
    record Untold() implements VmPresence {}

    /// All vCenters answered and none shows it, nor that it was destroyed.
    ///
    /// @param since nanoseconds of one monotonic clock
    record Missing(long since) implements VmPresence {}

    /// It was destroyed, or somebody is about to remove the Node: that is meant to be.
    record Leaving() implements VmPresence {}
}

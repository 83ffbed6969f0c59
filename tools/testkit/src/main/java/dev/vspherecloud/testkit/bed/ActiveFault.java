package dev.vspherecloud.testkit.bed;

/// A fault that lasts until it is closed.
@FunctionalInterface
public interface ActiveFault extends AutoCloseable {
    /// Ends it: vCenter is well, and has all its VMs.
    @Override
    void close();
}

package dev.vspherecloud.testkit.bed;

/// A fault that lasts until it is closed.
@FunctionalInterface
public interface ActiveFault extends AutoCloseable {
    /// Ends the fault: vCenter answers correctly again, and has all its VMs.
    @Override
    void close();
}

package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.VmLookup;
import java.time.Duration;
import java.util.Optional;

/// The state of a watched vCenter, readable without a call to it.
///
/// Threads: any.
public interface WatchedVcenter {
    /// Returns the name, as configured.
    String name();

    /// Returns how long ago the vCenter confirmed its values; empty before the first time, and while it fails.
    Optional<Duration> timeSinceConfirmed();

    /// Returns why this vCenter does not answer; empty if it does, or if an answer is not expected yet.
    Optional<VmLookup.Silence> silence();
}

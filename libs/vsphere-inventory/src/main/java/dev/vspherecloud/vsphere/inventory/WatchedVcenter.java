package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.VmLookup;
import java.time.Duration;
import java.util.Optional;

/// The state of a watched vCenter. Reading it makes no call to vCenter.
///
/// Threads: any.
public interface WatchedVcenter {
    /// Returns the name of the vCenter, as configured.
    String name();

    /// Returns how long ago the vCenter confirmed its values; empty before the first time, and while it fails.
    Optional<Duration> timeSinceConfirmed();

    /// Returns why this vCenter does not answer; empty if it answers, or if an answer is not expected yet.
    Optional<VmLookup.Silence> silence();

    /// Returns for people why the credentials in use are older than their source; empty if they are not. A process
    /// that starts now cannot log in to this vCenter.
    Optional<String> credentialsKeptBecause();
}

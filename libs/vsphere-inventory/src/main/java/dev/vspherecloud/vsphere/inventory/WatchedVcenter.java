package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.VmLookup;
import java.time.Duration;
import java.util.Optional;

/// How it stands with a vCenter that is watched, for whoever wants to know without asking it anything.
///
/// Threads: any.
public interface WatchedVcenter {
    /// As the configuration has it.
    String name();

    /// How long ago the vCenter confirmed what it shows; empty before the first time, and while it fails.
    Optional<Duration> age();

    /// Why this vCenter does not answer; empty when it does, or is not expected to have answered yet.
    Optional<VmLookup.Silence> silence();
}

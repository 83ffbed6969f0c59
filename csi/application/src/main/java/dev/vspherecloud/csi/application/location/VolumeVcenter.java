package dev.vspherecloud.csi.application.location;

import java.time.Duration;
import java.util.Optional;

/// A vCenter that may have a volume.
public interface VolumeVcenter {
    /// Returns the name of the server, as the configuration and the records have it.
    String server();

    /// Returns why the vCenter does not answer; empty if it may.
    Optional<String> silence();

    /// Returns true if CNS lists the volume, false if it certainly does not; empty if that is not known.
    Optional<Boolean> has(String volumeId, Duration atMost);
}

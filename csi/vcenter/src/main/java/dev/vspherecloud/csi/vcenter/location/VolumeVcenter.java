package dev.vspherecloud.csi.vcenter.location;

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

    /// Returns why a call cannot go on about a volume that CNS does not list; empty if this vCenter certainly does not
    /// have its disk. A disk that exists is registered as a volume again.
    Optional<String> reasonToWait(String volumeId, Duration atMost);
}

package dev.vspherecloud.testkit.csi;

import java.time.Duration;

/// How the sidecars call a driver.
///
/// @param timeout of one call to the driver
/// @param firstRetry the pause after the first failure; it doubles with each further one
/// @param lastRetry the longest pause between two retries
/// @param topology true if the provisioner passes the topology of Nodes to the driver
/// @param comparison the time between two comparisons of all attachments with `ListVolumes`
public record SidecarOptions(
        Duration timeout, Duration firstRetry, Duration lastRetry, boolean topology, Duration comparison) {
    /// The timeout of the manifests of vsphere-csi-driver (Go), without topology, and with short retries.
    public static SidecarOptions defaults() {
        return new SidecarOptions(Duration.ofSeconds(300), Duration.ofMillis(200), Duration.ofSeconds(2), false, Duration.ofMinutes(1));
    }

    public SidecarOptions withTimeout(Duration limit) {
        return new SidecarOptions(limit, firstRetry, lastRetry, topology, comparison);
    }

    public SidecarOptions withTopology() {
        return new SidecarOptions(timeout, firstRetry, lastRetry, true, comparison);
    }

    /// Compares the attachments more often than the minute of csi-attacher.
    public SidecarOptions withComparison(Duration time) {
        return new SidecarOptions(timeout, firstRetry, lastRetry, topology, time);
    }
}

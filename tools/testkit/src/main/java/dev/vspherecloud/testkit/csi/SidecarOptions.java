package dev.vspherecloud.testkit.csi;

import java.time.Duration;

/// How the sidecars call a driver.
///
/// @param timeout of one call to the driver
/// @param firstRetry the pause after the first failure; it doubles with each further one
/// @param lastRetry the longest pause between two retries
/// @param topology true if the provisioner passes the topology of Nodes to the driver
public record SidecarOptions(Duration timeout, Duration firstRetry, Duration lastRetry, boolean topology) {
    /// The timeout of the manifests of vsphere-csi-driver (Go), without topology, and with short retries.
    public static SidecarOptions defaults() {
        return new SidecarOptions(Duration.ofSeconds(300), Duration.ofMillis(200), Duration.ofSeconds(2), false);
    }

    public SidecarOptions withTimeout(Duration limit) {
        return new SidecarOptions(limit, firstRetry, lastRetry, topology);
    }

    public SidecarOptions withTopology() {
        return new SidecarOptions(timeout, firstRetry, lastRetry, true);
    }
}

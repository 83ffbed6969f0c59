package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.GaugeSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.util.Locale;

/// Metrics of the program version and its feature gates.
public final class BuildMetrics {
    private final Metrics metrics;
    private final GaugeSeries features;

    BuildMetrics(Metrics metrics) {
        this.metrics = metrics;
        this.features = metrics.gauge(Metric.FEATURE);
    }

    /// Sets the version of this program. Called once.
    public void setVersion(String version) {
        metrics.info(Metric.BUILD, version, "javac", platform());
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String architecture = System.getProperty("os.arch");
        return system + "/" + (architecture.equals("aarch64") ? "arm64" : architecture);
    }

    /// Sets the state of a feature gate.
    ///
    /// @param stage the stage as cloud-provider-vsphere (Go) names it; empty for a stable feature
    public void setFeature(String gate, String stage, boolean isOn) {
        features.set(isOn, gate, stage);
    }
}

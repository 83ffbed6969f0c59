package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.GaugeSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.util.Locale;

/// Which program this is, and what of it is switched on.
public final class BuildMetrics {
    private final Metrics metrics;
    private final GaugeSeries features;

    BuildMetrics(Metrics metrics) {
        this.metrics = metrics;
        this.features = metrics.gauge(Metric.FEATURE);
    }

    /// To be called once.
    ///
    /// @param version of this program
    public void is(String version) {
        metrics.info(Metric.BUILD, version, "javac", platform());
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String architecture = System.getProperty("os.arch");
        return system + "/" + (architecture.equals("aarch64") ? "arm64" : architecture);
    }

    /// @param gate  a feature gate
    /// @param stage as the Go program names it; empty when it is there for good
    public void has(String gate, String stage, boolean isOn) {
        features.set(isOn, gate, stage);
    }
}

package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.core.metrics.Gauge;

/// A gauge with labels.
///
/// Threads: any.
public final class GaugeSeries extends Series {
    private final Gauge gauge;

    GaugeSeries(MetricDefinition metric, Gauge gauge) {
        super(metric, gauge);
        this.gauge = gauge;
    }

    /// Sets the gauge with these labels.
    ///
    /// @param labels the values of the labels, in the order of the table of metrics
    public void set(double value, String... labels) {
        gauge.labelValues(knownValues(labels)).set(value);
    }

    /// Sets the gauge to 1 for true, and to 0 for false.
    public void set(boolean value, String... labels) {
        set(value ? 1 : 0, labels);
    }

    public void increment(String... labels) {
        gauge.labelValues(knownValues(labels)).inc();
    }
}

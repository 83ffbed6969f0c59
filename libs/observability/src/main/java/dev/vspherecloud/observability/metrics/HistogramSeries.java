package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;

/// A histogram with labels.
///
/// Threads: any.
public final class HistogramSeries extends Series {
    private static final double NANOS = 1e9;

    private final Histogram histogram;

    HistogramSeries(MetricDefinition metric, Histogram histogram) {
        super(metric, histogram);
        this.histogram = histogram;
    }

    /// Adds a duration to the histogram, in seconds.
    public void observe(Duration duration, String... labels) {
        observe(duration.toNanos() / NANOS, labels);
    }

    /// Adds a value to the histogram.
    ///
    /// @param labels the values of the labels, in the order of the table of metrics
    public void observe(double value, String... labels) {
        histogram.labelValues(knownValues(labels)).observe(value);
    }
}

package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.core.metrics.Counter;

/// A counter with labels.
///
/// Threads: any.
public final class CounterSeries extends Series {
    private final Counter counter;

    CounterSeries(MetricDefinition metric, Counter counter) {
        super(metric, counter);
        this.counter = counter;
    }

    /// Adds one to the counter with these labels.
    ///
    /// @param labels the values of the labels, in the order of the table of metrics
    public void increment(String... labels) {
        counter.labelValues(knownValues(labels)).inc();
    }

    /// Creates the series with the value 0, so that the first increment is visible as an increase.
    public void begin(String... labels) {
        counter.initLabelValues(knownValues(labels));
    }
}

package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.core.metrics.Counter;

/// A counter, by its labels.
///
/// Threads: any.
public final class CounterSeries extends Series {
    private final Counter counter;

    CounterSeries(MetricDefinition metric, Counter counter) {
        super(metric, counter);
        this.counter = counter;
    }

    /// @param labels in the order of the table
    public void increment(String... labels) {
        counter.labelValues(bound(labels)).inc();
    }

    /// Shows 0 until it is counted, so that the first count is seen as growth.
    public void begin(String... labels) {
        counter.initLabelValues(bound(labels));
    }
}

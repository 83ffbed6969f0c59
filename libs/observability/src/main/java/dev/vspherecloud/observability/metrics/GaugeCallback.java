package dev.vspherecloud.observability.metrics;

/// Supplies the values of a metric at each scrape. Must neither block for long nor throw.
@FunctionalInterface
public interface GaugeCallback {
    void read(Sink sink);

    /// Receives the values of the metric.
    @FunctionalInterface
    interface Sink {
        /// Receives one value.
        ///
        /// @param labels the values of the labels, in the order of the table of metrics
        void value(double value, String... labels);
    }
}

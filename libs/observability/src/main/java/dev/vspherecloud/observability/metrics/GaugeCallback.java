package dev.vspherecloud.observability.metrics;

/// Reads the values of a metric at each scrape. Must neither block for long nor throw.
@FunctionalInterface
public interface GaugeCallback {
    void read(Sink sink);

    /// Receives the values.
    @FunctionalInterface
    interface Sink {
        /// @param labels in the order of the table
        void value(double value, String... labels);
    }
}

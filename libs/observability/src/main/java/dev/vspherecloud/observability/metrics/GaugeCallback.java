package dev.vspherecloud.observability.metrics;

/// Says at each scrape what a metric is at that moment. Must not block for long, nor throw.
@FunctionalInterface
public interface GaugeCallback {
    void read(Sink sink);

    /// Takes what is read.
    @FunctionalInterface
    interface Sink {
        /// @param labels in the order of the table
        void value(double value, String... labels);
    }
}

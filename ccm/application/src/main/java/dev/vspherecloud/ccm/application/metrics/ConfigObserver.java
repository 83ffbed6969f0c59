package dev.vspherecloud.ccm.application.metrics;

/// Observes the reads of the configuration file.
public interface ConfigObserver {
    /// Called when a valid configuration was read.
    ///
    /// @param isNew false if this configuration is already in force
    void onAccepted(boolean isNew);

    /// Called when an invalid configuration was read. The last valid one stays in force.
    void onRejected();
}

package dev.vspherecloud.ccm.application.metrics;

/// Observes changes of the configuration.
public interface ConfigObserver {
    /// A configuration was read and can be used.
    ///
    /// @param isNew false if it is the one in force
    void onAccepted(boolean isNew);

    /// The configuration cannot be used, and the last valid one stays in force.
    void onRejected();
}

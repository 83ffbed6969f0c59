package dev.vspherecloud.ccm.application.metrics;

/// Hears what becomes of changes of the configuration.
public interface ConfigObserver {
    /// A configuration was read and can be used.
    ///
    /// @param isNew false when it is the one in force
    void accepted(boolean isNew);

    /// It can't be used, and the last good one stays in force.
    void refused();
}

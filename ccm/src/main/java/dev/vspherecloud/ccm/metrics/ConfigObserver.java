package dev.vspherecloud.ccm.metrics;

/// Hears what becomes of changes of the configuration.
public interface ConfigObserver {
    /// Nobody listens.
    ConfigObserver NONE = new ConfigObserver() {
        @Override
        public void accepted(boolean isNew) {}

        @Override
        public void refused() {}
    };

    /// A configuration was read and can be used.
    ///
    /// @param isNew false when it is the one in force
    void accepted(boolean isNew);

    /// It can't be used, and the last good one stays in force.
    void refused();
}

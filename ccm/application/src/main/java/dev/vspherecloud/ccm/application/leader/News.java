package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.config.CloudConfig;

/// An event for the main thread.
sealed interface News {
    /// This process leads.
    record Won() implements News {}

    /// It holds the Lease of leader migration as well.
    record WonMigration() implements News {}

    /// It goes on leading, after it could not be sure for a while.
    record Regained() implements News {}

    record Lost(String why) implements News {}

    record Stop() implements News {}

    record Reconfigured(CloudConfig config) implements News {}
}

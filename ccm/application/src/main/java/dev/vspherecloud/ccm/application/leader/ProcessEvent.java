package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.config.CloudConfig;

/// An event for the main thread.
sealed interface ProcessEvent {
    /// This process leads.
    record Won() implements ProcessEvent {}

    /// It holds the Lease of leader migration as well.
    record WonMigration() implements ProcessEvent {}

    /// It goes on leading, after it could not be sure for a while.
    record Regained() implements ProcessEvent {}

    record Lost(String why) implements ProcessEvent {}

    record Stop() implements ProcessEvent {}

    record Reconfigured(CloudConfig config) implements ProcessEvent {}
}

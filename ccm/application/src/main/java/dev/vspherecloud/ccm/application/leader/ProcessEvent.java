package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.config.CloudConfig;

/// An event that the main thread handles.
sealed interface ProcessEvent {
    /// This process acquired the main Lease.
    record LeadershipWon() implements ProcessEvent {}

    /// This process also acquired the Lease of leader migration.
    record WonMigration() implements ProcessEvent {}

    /// This process confirmed that it still leads, after it could not do so for a while.
    record LeadershipRenewed() implements ProcessEvent {}

    record LeadershipLost(String why) implements ProcessEvent {}

    record Stop() implements ProcessEvent {}

    record Reconfigured(CloudConfig config) implements ProcessEvent {}
}

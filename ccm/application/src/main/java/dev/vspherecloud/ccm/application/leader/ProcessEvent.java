package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.config.CloudConfig;

/// An event for the main thread.
sealed interface ProcessEvent {
    /// This process won the main Lease.
    record LeadershipWon() implements ProcessEvent {}

    /// It also won the Lease of leader migration.
    record WonMigration() implements ProcessEvent {}

    /// It still leads, after it could not confirm that for a while.
    record LeadershipRenewed() implements ProcessEvent {}

    record LeadershipLost(String why) implements ProcessEvent {}

    record Stop() implements ProcessEvent {}

    record Reconfigured(CloudConfig config) implements ProcessEvent {}
}

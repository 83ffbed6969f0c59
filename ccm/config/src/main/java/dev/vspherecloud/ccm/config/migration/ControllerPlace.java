package dev.vspherecloud.ccm.config.migration;

/// Says whether and under which Lease a controller runs in this controller manager.
///
/// Rule from: `leadermigration`, FilterResult.
public enum ControllerPlace {
    /// The controller runs in this manager, under the manager's main Lease.
    MAIN_LEASE,
    /// The controller runs in this manager while it holds the second Lease, for which both managers compete.
    MIGRATION_LEASE,
    /// The controller runs in another manager.
    ELSEWHERE
}

package dev.vspherecloud.ccm.config.migration;

/// Where a controller runs, as one manager sees it.
///
/// Rule from: `leadermigration`, FilterResult.
public enum ControllerPlace {
    /// In this manager, under its main Lease.
    MAIN_LEASE,
    /// In this manager, under the Lease for which both managers compete.
    MIGRATION_LEASE,
    /// In another manager.
    ELSEWHERE
}

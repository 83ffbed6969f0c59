package dev.vspherecloud.ccm.config.migration;

/// Where a controller runs, as one manager sees it.
///
/// Rule from: `leadermigration`, FilterResult.
public enum ControllerPlace {
    /// Here, under the Lease that this manager always has.
    MAIN_LEASE,
    /// Here, under the Lease that both managers stand for.
    MIGRATION_LEASE,
    /// With another manager.
    ELSEWHERE
}

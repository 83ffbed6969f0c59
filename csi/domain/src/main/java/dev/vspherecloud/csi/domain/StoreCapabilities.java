package dev.vspherecloud.csi.domain;

/// What a vCenter can be asked that a store might not be able to answer. [OperationPolicy] decides by it.
///
/// The adapter of vCenter and its model in the simulation state the same constant, so that no test counts on a power
/// that the program lacks.
///
/// @param canSearchTasks true if the tasks that are queued or run can be listed. A vCenter may still refuse it:
///     [TaskSearchResult.NotPossible]
public record StoreCapabilities(boolean canSearchTasks) {
    /// What vCenter offers: `TaskManager.CreateCollectorForTasks`.
    public static final StoreCapabilities VCENTER = new StoreCapabilities(true);
}

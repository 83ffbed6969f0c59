package dev.vspherecloud.csi.cluster.simulation;

/// A safeguard that a run disables. `DisabledSafeguardTest` shows that the model notices each one that is missing.
enum Safeguard {
    NONE,
    /// A create does not ask CNS for volumes with its name.
    VOLUMES_BY_NAME,
    /// Tasks in the record count as unknown to vCenter, and there is no wait for them.
    TASKS,
    /// Writes do not check the resourceVersion.
    VERSIONS,
    /// A young intent of another process counts as abandoned.
    INTENT_PATIENCE,
    /// A record is forgotten without a look for duplicates.
    DUPLICATES,
    /// Volumes of other clusters are treated like those of this cluster.
    CLUSTERS,
    /// A create does not look at the record of the delete.
    DELETIONS,
    /// An expand is sent without a look at the size.
    SIZES,
    /// The provisioner gets a final code instead of a temporary one.
    TEMPORARY_CODES,
    /// CNS shows volumes without their snapshots.
    SNAPSHOTS,
    /// The snapshots that clones and abandoned attempts have left behind are not swept.
    LEFTOVERS,
    /// The list of tasks is not searched for lost calls.
    TASK_SEARCH,
    /// A volume that CNS does not list counts as one without disk.
    DISKS,
    /// It is not recorded that a volume was registered again.
    REGISTRATION_RECORDS
}

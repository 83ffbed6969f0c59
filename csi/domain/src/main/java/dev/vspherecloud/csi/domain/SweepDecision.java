package dev.vspherecloud.csi.domain;

import java.util.Set;

/// What becomes of a record, and of volumes with its name.
public sealed interface SweepDecision {
    /// The record stays as it is.
    record Keep() implements SweepDecision {}

    /// The volumes with the name of the record are needed for a decision. Many names fit into one query.
    record AskVolumes() implements SweepDecision {}

    /// Delete these volumes or snapshots, which abandoned attempts created, or which no clone needs any more.
    /// Each needs a call of its own. After its intent is written and before it is sent, the record of the create
    /// must still have the version of this decision.
    record DeleteDuplicates(Set<String> volumeIds) implements SweepDecision {
        public DeleteDuplicates {
            volumeIds = Set.copyOf(volumeIds);
        }
    }

    /// Report these volumes: no claim and no PersistentVolume refers to them.
    record ReportOrphans(Set<String> volumeIds) implements SweepDecision {
        public ReportOrphans {
            volumeIds = Set.copyOf(volumeIds);
        }
    }

    /// Delete the record, if it still has the version of this decision.
    record Forget() implements SweepDecision {}
}

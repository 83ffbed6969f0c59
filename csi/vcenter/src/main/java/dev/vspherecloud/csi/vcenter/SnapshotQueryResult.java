package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsSnapshot;
import java.util.List;

/// The snapshots that a query found.
public sealed interface SnapshotQueryResult {
    /// All snapshots of the volumes that were asked for. A volume that does not exist has none.
    record Complete(List<CnsSnapshot> snapshots) implements SnapshotQueryResult {
        public Complete {
            snapshots = List.copyOf(snapshots);
        }
    }

    /// Some may be missing.
    ///
    /// @param why for messages
    record Incomplete(String why) implements SnapshotQueryResult {}
}

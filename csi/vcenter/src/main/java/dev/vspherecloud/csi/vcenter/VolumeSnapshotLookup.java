package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;

/// Reads the snapshots of volumes, for a command that reads and ends.
///
/// Threads: one.
public final class VolumeSnapshotLookup implements AutoCloseable {
    private final TaskWatch tasks;
    private final SnapshotQueries queries;

    /// Begins to follow the tasks of queries.
    public VolumeSnapshotLookup(ConnectedVcenter vcenter) {
        this.tasks = TaskWatch.start(vcenter.watcher(), System::nanoTime, Duration.ZERO);
        this.queries = new SnapshotQueries(
                vcenter.session(),
                tasks,
                CsiMetrics.system().volumes(),
                System::nanoTime,
                () -> Duration.ZERO,
                Sleeper.system());
    }

    /// Returns the snapshots of these volumes.
    ///
    /// @param atMost how long each query may take
    public SnapshotQueryResult of(List<CnsVolumeId> volumes, Duration atMost) throws InterruptedException {
        var found = new LinkedHashSet<CnsSnapshot>();
        for (int from = 0; from < volumes.size(); from += SnapshotQueries.MAX_VOLUMES) {
            List<CnsVolumeId> some =
                    volumes.subList(from, Math.min(volumes.size(), from + SnapshotQueries.MAX_VOLUMES));
            for (SnapshotQueryResult each : queries.read(some, atMost).values()) {
                switch (each) {
                    case SnapshotQueryResult.Complete(List<CnsSnapshot> snapshots) -> found.addAll(snapshots);
                    case SnapshotQueryResult.Incomplete incomplete -> {
                        return incomplete;
                    }
                }
            }
        }
        return new SnapshotQueryResult.Complete(List.copyOf(found));
    }

    @Override
    public void close() {
        tasks.close();
    }
}

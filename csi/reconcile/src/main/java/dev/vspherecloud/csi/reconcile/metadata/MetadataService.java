package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.metrics.SyncMetrics;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.event.EventRecorder;
import dev.vspherecloud.kubernetes.event.ObjectReference;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.ThreadController;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// The synchronisation of metadata with its Events and metrics.
///
/// Threads: one thread creates and closes it; another one may change its vCenters.
public final class MetadataService implements AutoCloseable {
    /// The component in Events, which is the name of the driver.
    private static final String COMPONENT = "csi.vsphere.vmware.com";

    private final MetadataSync sync;
    private final SyncMetrics metrics;
    private final ThreadController sendingEvents;

    /// Creates the synchronisation; [#start] begins it.
    ///
    /// @param mayWrite  returns true while this process is certainly the active one
    public MetadataService(
            KubeConnection connection,
            MetadataSync.Settings settings,
            KubeOperationRecords records,
            KubeVolumeMigrations migrations,
            KubeVolumeVcenters volumeVcenters,
            BooleanSupplier mayWrite,
            SyncMetrics metrics,
            Supervisor supervisor) {
        this.metrics = metrics;
        var events = new EventRecorder(connection, COMPONENT, _ -> "", mayWrite);
        this.sendingEvents = new ThreadController("events", "sync-events", events, supervisor);
        this.sync = new MetadataSync(
                connection,
                settings,
                new KubeClusterRecords(records, migrations, volumeVcenters, InstantSource.system()),
                mayWrite,
                new SyncEvents(events, metrics, ObjectReference.lease(settings.namespace(), MetadataSync.LEASE)),
                supervisor);
    }

    /// Begins to follow the cluster. Does not block.
    public void start() {
        sendingEvents.start();
        sync.start();
    }

    /// Continues with these vCenters.
    public void setVcenters(List<MetadataVcenter> vcenters) {
        metrics.retainVcenters(vcenters.stream().map(MetadataVcenter::name).collect(Collectors.toSet()));
        sync.setVcenters(vcenters);
    }

    /// Returns the PersistentVolumes that the driver serves, as they are followed.
    public ListResult<List<MetadataVolume>> persistentVolumes() {
        return sync.persistentVolumes();
    }

    /// Returns why metadata is not synchronised; empty if it is, or if another process does.
    public Optional<String> unhealthyReason() {
        return sync.unhealthyReason().or(sendingEvents::unhealthyReason);
    }

    @Override
    public void close() {
        sync.close();
        sendingEvents.stop(Duration.ZERO);
    }
}

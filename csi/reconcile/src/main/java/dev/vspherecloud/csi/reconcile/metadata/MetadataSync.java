package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.metadata.MetadataVolume;
import dev.vspherecloud.csi.cluster.metadata.WatchedObjects;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.reconcile.Controller;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.ThreadController;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Synchronises the metadata of volumes while this process is the active controller and holds the Lease of the syncer.
///
/// It fails for itself only: no volume operation waits for it.
///
/// Threads: one thread creates it, another one may change its vCenters, and closes it. It starts one thread for each
/// vCenter, one for each kind of objects that it follows, and one for the Lease.
public final class MetadataSync implements AutoCloseable {
    /// The name of the Lease of the synchronisation, in the namespace of the driver.
    public static final String LEASE = SyncElection.LEASE;

    private static final Duration RELEASE_TIMEOUT = Duration.ofMillis(500);

    private final Supervisor supervisor;
    private final EntityHistories histories = new EntityHistories();
    private final VolumeObjectIndex cluster = new VolumeObjectIndex(histories, this::onChanged);
    private final LostVolumes lost = new LostVolumes(this::onChanged);
    private final VolumeLocations locations = new VolumeLocations();
    private final Reflector<?, ?> volumes;
    private final List<Reflector<?, ?>> reflectors;
    private final List<ThreadController> watches;
    private final SyncElection election;
    private final VcenterSync.Shared shared;
    private volatile List<Running> running = List.of();

    private record Running(VcenterSync sync, SupervisedThread thread) {}

    /// The settings of the synchronisation.
    ///
    /// @param namespace the namespace of the driver
    /// @param identity  the name of this process in the Lease
    /// @param interval  the time between two full passes
    public record Settings(String namespace, String identity, Duration interval) {}

    /// Creates the synchronisation; [#start] begins it.
    ///
    /// @param mayWrite returns true while this process is certainly the active controller
    public MetadataSync(
            KubeConnection connection,
            Settings settings,
            ClusterRecords records,
            BooleanSupplier mayWrite,
            SyncObserver observer,
            Supervisor supervisor) {
        this.supervisor = supervisor;
        ApiServer server = connection.server();
        this.volumes = WatchedObjects.volumes(cluster::onVolume).reflector(server);
        this.reflectors = List.of(
                volumes,
                WatchedObjects.claims(cluster::onClaim).reflector(server),
                WatchedObjects.pods(cluster::onPod).reflector(server));
        this.watches = reflectors.stream()
                .map(reflector -> new ThreadController("sync-watch", "sync-watch", reflector, supervisor))
                .toList();
        this.election = new SyncElection(connection, settings.namespace(), settings.identity(), this::wake, supervisor);
        this.shared = new VcenterSync.Shared(
                cluster,
                records,
                histories,
                lost,
                locations,
                observer,
                () -> mayWrite.getAsBoolean() && election.isHeld() && isSynced(),
                settings.interval(),
                InstantSource.system(),
                System::nanoTime,
                Sleeper.system());
    }

    /// Begins to follow the cluster, and takes part in the election. Does not block.
    public void start() {
        watches.forEach(Controller::start);
        election.start();
    }

    /// Returns true if the cluster is known. Before that, every entity in CNS would seem out of date.
    private boolean isSynced() {
        return reflectors.stream().allMatch(Reflector::isSynced);
    }

    /// Returns the PersistentVolumes that the driver serves. They are followed whether this process holds the Lease of
    /// the syncer or not.
    ///
    /// @return [ListResult.Failed] before they were read for the first time
    public ListResult<List<MetadataVolume>> persistentVolumes() {
        return volumes.isSynced()
                ? new ListResult.Complete<>(cluster.volumes())
                : new ListResult.Failed<>(volumes.failure()
                        .map(failure -> "the PersistentVolumes cannot be read: " + failure.getMessage())
                        .orElse("the PersistentVolumes are not read yet; the call is repeated"));
    }

    private void onChanged(String volumeId) {
        running.forEach(each -> each.sync().onChanged(volumeId));
    }

    private void wake() {
        running.forEach(each -> each.sync().wake());
    }

    /// Continues with these vCenters. The threads of those that stay go on.
    public synchronized void setVcenters(List<MetadataVcenter> vcenters) {
        Set<String> names = vcenters.stream().map(MetadataVcenter::name).collect(Collectors.toSet());
        lost.setVcenters(names);
        locations.setVcenters(names);
        List<Running> before = running;
        var after = new ArrayList<Running>();
        for (MetadataVcenter vcenter : vcenters) {
            after.add(before.stream()
                    .filter(each -> each.sync().vcenter().equals(vcenter))
                    .findFirst()
                    .orElseGet(() -> start(vcenter)));
        }
        running = List.copyOf(after);
        before.stream().filter(each -> !after.contains(each)).forEach(each -> each.thread()
                .interrupt());
    }

    private Running start(MetadataVcenter vcenter) {
        var sync = new VcenterSync(vcenter, shared);
        return new Running(sync, supervisor.start("sync", "sync-" + vcenter.name(), sync));
    }

    /// Returns why metadata is not synchronised although it should be; empty if it is, or if another process does.
    public Optional<String> unhealthyReason() {
        return Stream.concat(
                        watches.stream().map(Controller::unhealthyReason),
                        running.stream().map(each -> each.thread().unhealthyReason()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Stops all work, and gives the Lease back.
    @Override
    public void close() {
        running.forEach(each -> each.thread().interrupt());
        watches.forEach(each -> each.stop(Duration.ZERO));
        long end = System.nanoTime() + RELEASE_TIMEOUT.toNanos();
        try {
            for (Running each : running) {
                boolean _ = each.thread().join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            }
            election.release(RELEASE_TIMEOUT);
        } catch (InterruptedException _) {
            election.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}

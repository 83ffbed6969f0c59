package dev.vspherecloud.csi.application.active;

import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cluster.identity.KubeServerVersion;
import dev.vspherecloud.csi.cluster.identity.ServerVersionResult;
import dev.vspherecloud.csi.cluster.snapshot.SnapshotEvents;
import dev.vspherecloud.csi.cluster.volume.KubeNamingObjects;
import dev.vspherecloud.csi.cluster.volume.KubePersistentVolumes;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.VolumeEvents;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.SnapshotLimits;
import dev.vspherecloud.csi.config.cluster.ClusterDistributionPolicy;
import dev.vspherecloud.csi.config.cluster.KnownVolumes;
import dev.vspherecloud.csi.controller.DriverServices;
import dev.vspherecloud.csi.controller.placement.PlacementSettings;
import dev.vspherecloud.csi.controller.snapshot.ClusterSnapshots;
import dev.vspherecloud.csi.controller.volume.ClusterVolumes;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.topology.TopologyCategory;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.csi.operations.MonotonicClock;
import dev.vspherecloud.csi.protocol.Readiness;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.reconcile.metadata.MetadataService;
import dev.vspherecloud.csi.reconcile.metadata.MetadataSync;
import dev.vspherecloud.csi.reconcile.sweep.KubeSweepCluster;
import dev.vspherecloud.csi.reconcile.sweep.RecordSweep;
import dev.vspherecloud.csi.vcenter.DeletionGates;
import dev.vspherecloud.csi.vcenter.VcenterConnections;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.csi.vcenter.location.VolumeHandles;
import dev.vspherecloud.csi.vcenter.location.VolumeLocator;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CredentialWatchers;
import dev.vspherecloud.vsphere.connection.LeaseLoginStore;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import dev.vspherecloud.vsphere.connection.Vcenters;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Everything that runs while this process is the active controller: the connections to the vCenters, and the volumes
/// once the identity of the cluster is known.
///
/// Threads: the main thread creates, reconfigures and closes it, and never waits for a server. A thread of its own
/// prepares each configuration and brings it into force. Any thread may ask for the volumes, and none waits for the
/// preparation. The monitor keeps the preparation and the end apart; nothing remote happens under it.
public final class ActiveDriver implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ActiveDriver.class);

    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration API_BUDGET = Duration.ofSeconds(15);
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(5);

    /// How long the wait for a session and a query may take together.
    private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(35);

    /// After this time, the sidecars have repeated the calls that the last active controller did not finish.
    private static final Duration FIRST_SWEEP = Duration.ofMinutes(1);

    private static final Duration LOGOUT_TIMEOUT = Duration.ofSeconds(3);

    private final CsiMetrics metrics;
    private final Readiness readiness;
    private final KubeOperationRecords records;
    private final KubeVolumeVcenters volumeVcenters;
    private final KubeVolumeMigrations migrations;
    private final ClaimEvents events;
    private final SnapshotEvents snapshotEvents;
    private final List<SupervisedThread> sendingEvents;
    private final ClusterIdFinder clusterIds;
    private final KubeServerVersion version;
    private final FollowedNodes nodes;
    private final DeletionGates gates;
    private final Vcenters vcenters;
    private final ConfigPreparation preparation;
    private final SupervisedThread preparing;
    private final RecordSweep sweep;
    private final SupervisedThread sweeping;
    private final MetadataService metadata;
    private final SupervisedThread watchingMigrations;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Supervisor supervisor;

    /// The configuration in force.
    private volatile CsiConfig config;

    /// What the version of the API server says, for a configuration without a distribution; empty until it was read.
    private volatile Optional<String> distribution = Optional.empty();

    private volatile List<VcenterVolumes> inUse = List.of();
    private volatile Optional<DriverServices> services = Optional.empty();

    /// Only the thread that prepares uses it.
    private Optional<String> clusterId = Optional.empty();

    private boolean isFollowing;
    private boolean isClosed;

    /// Begins to connect to the vCenters and to prepare the volumes. Does not block.
    ///
    /// @param settings  the namespace of the driver, and how metadata is synchronised
    /// @param mayWrite  returns true while this process is certainly the active one
    /// @param readiness learns when the driver works for the first time
    public ActiveDriver(
            KubeConnection connection,
            MetadataSync.Settings settings,
            CsiConfig config,
            BooleanSupplier mayWrite,
            Readiness readiness,
            CsiMetrics metrics,
            Supervisor supervisor) {
        ApiServer server = connection.server().withWriteFence(mayWrite);
        this.metrics = metrics;
        this.readiness = readiness;
        this.supervisor = supervisor;
        this.config = config;
        String namespace = settings.namespace();
        this.records = new KubeOperationRecords(server, System::nanoTime, namespace);
        this.volumeVcenters = new KubeVolumeVcenters(server, System::nanoTime, namespace);
        this.migrations = new KubeVolumeMigrations(server, System::nanoTime);
        this.events = new ClaimEvents(server);
        this.snapshotEvents = new SnapshotEvents(server);
        var volumeEvents = new VolumeEvents(server);
        this.sendingEvents = List.of(
                supervisor.start("events", "events", events),
                supervisor.start("events", "volumes", volumeEvents),
                supervisor.start("events", "snapshots", snapshotEvents));
        this.clusterIds = new ClusterIdFinder(
                new KubeClusterId(server, System::nanoTime, namespace),
                new KubePersistentVolumes(server, System::nanoTime));
        this.version = new KubeServerVersion(server, System::nanoTime);
        this.nodes = new FollowedNodes(server, () -> categories(this.config));
        this.gates = new DeletionGates(
                new KubeNamingObjects(server, System::nanoTime),
                nodes.proven(),
                volumeEvents,
                System::nanoTime,
                Sleeper.system());
        this.vcenters = new Vcenters(
                new Vcenters.Logins(
                        new CredentialWatchers(connection, supervisor),
                        new LoginRateLimiter(
                                new LeaseLoginStore(connection, LeaseLoginStore.DEFAULT_NAMESPACE),
                                InstantSource.system(),
                                System::nanoTime,
                                new SecureRandom())),
                VcenterConnections.client(config),
                nodes.inventory()::onVmChanged,
                metrics.vcenters(),
                new WatchRuntime(System::nanoTime, Sleeper.system(), supervisor));
        this.metadata = new MetadataService(
                connection, settings, records, migrations, volumeVcenters, mayWrite, metrics.sync(), supervisor);
        metrics.operations().setWaitingTasks(() -> inUse.stream()
                .collect(Collectors.toMap(VcenterVolumes::name, VcenterVolumes::waitingTasks)));
        this.preparation = new ConfigPreparation(config, this::prepare, RETRY);
        this.preparing = supervisor.start("prepare", "prepare", preparation);
        this.watchingMigrations = supervisor.start("cluster", "volumemigrations", migrations.watch());
        this.sweep = new RecordSweep(
                new KubeSweepCluster(server, records),
                () -> inUse,
                InstantSource.system(),
                metrics.operations()::setRecords,
                metrics.operations()::setOrphans);
        this.sweeping = supervisor.start("sweep", "sweep", this::sweep);
    }

    /// Connects to the vCenters of a configuration.
    private synchronized void connectTo(CsiConfig wanted) throws InterruptedException {
        requireOpen();
        List<String> names =
                categories(wanted).stream().map(TopologyCategory::name).toList();
        vcenters.applyReadingTags(
                wanted.vcenters().stream().map(VcenterConnections::target).toList(),
                names.isEmpty() ? Optional.empty() : Optional.of(WantedTags.onAncestors(names)));
        metrics.vcenters().setVcenters(vcenters.watchers());
        nodes.inventory().setWatchers(vcenters.watchers());
        if (!isFollowing) {
            isFollowing = true;
            nodes.start(supervisor);
        }
    }

    /// Ends a preparation that the end of the driver has overtaken.
    private void requireOpen() throws InterruptedException {
        if (isClosed) {
            throw new InterruptedException("the driver is closed");
        }
    }

    private static List<TopologyCategory> categories(CsiConfig config) {
        return config.topology().categories().stream()
                .map(each -> new TopologyCategory(each.category(), each.labelKey()))
                .toList();
    }

    /// Returns what the driver offers to the sidecars.
    ///
    /// @throws GrpcException of code UNAVAILABLE while it is not prepared
    public DriverServices services() {
        return services.orElseThrow(() -> new GrpcException(
                GrpcCode.UNAVAILABLE,
                "the driver is not ready: %s; the call is repeated".formatted(preparation.problem())));
    }

    /// Continues with another configuration as soon as it is prepared; until then, with the last one. Does not block.
    /// Vcenters with unchanged connection settings keep their sessions.
    public void apply(CsiConfig changed) {
        preparation.use(changed);
    }

    /// Returns why a thread of the driver does not work; empty if all do. Does not depend on vCenter.
    public Optional<String> unhealthyReason() {
        return vcenters.unhealthyReason()
                .or(() -> Stream.concat(sendingEvents.stream(), Stream.of(sweeping, watchingMigrations))
                        .flatMap(each -> each.unhealthyReason().stream())
                        .findFirst())
                .or(nodes::unhealthyReason)
                .or(preparing::unhealthyReason);
    }

    /// Returns why the metadata of volumes is not synchronised; empty if it is, or if another process does that. No
    /// volume operation depends on it.
    public Optional<String> metadataProblem() {
        return metadata.unhealthyReason();
    }

    /// Returns why the volumes are not prepared; empty if they are. A login that fails is no such reason: another
    /// process would not get in either.
    public Optional<String> notReadyReason() {
        return services.isPresent() ? Optional.empty() : Optional.of(preparation.problem());
    }

    /// Sweeps the records of operations at regular times, until the driver is closed.
    private void sweep() {
        try {
            Duration rest = FIRST_SWEEP;
            while (!closing.await(rest.toNanos(), TimeUnit.NANOSECONDS)) {
                rest = config.intervals().operationCleanup();
                sweep.run(SweepLimits.standard().withRetention(rest));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Prepares a configuration and brings it into force, at the start and after each change.
    private Optional<String> prepare(CsiConfig wanted) throws InterruptedException {
        if (services.isPresent() && wanted.equals(config)) {
            return awaitSession();
        }
        Optional<String> undefined = ensureDefinitions(wanted);
        if (undefined.isPresent()) {
            return undefined;
        }
        connectTo(wanted);
        if (clusterId.isEmpty()) {
            switch (clusterIds.find(wanted.clusterId(), this::recordedIds)) {
                case ClusterIdFinder.Result.NotReady(String problem) -> {
                    return Optional.of(problem);
                }
                case ClusterIdFinder.Result.Found(String id) -> clusterId = Optional.of(id);
            }
        }
        // Only claims of StorageClasses of the in-tree driver need it.
        if (migrations.ensureDefinition(API_BUDGET) instanceof RecordDefinitionResult.Failed(String problem)) {
            log.atWarn().addKeyValue("cause", problem).log("The definition of migrated volumes is not created");
        }
        if (distribution.isEmpty()) {
            switch (version.read(API_BUDGET)) {
                case ServerVersionResult.Known(String text) ->
                    distribution = Optional.of(ClusterDistributionPolicy.evaluate(text));
                // CNS keeps what it has recorded.
                case ServerVersionResult.Refused _ -> distribution = Optional.of("");
                case ServerVersionResult.Unread(String problem) -> {
                    return Optional.of(problem);
                }
            }
        }
        bringIntoForce(wanted, clusterId.get());
        // If the Nodes cannot be read, only the calls that need them fail.
        boolean _ = nodes.inventory().awaitPrepared(SESSION_TIMEOUT);
        return awaitSession();
    }

    private Optional<String> ensureDefinitions(CsiConfig wanted) throws InterruptedException {
        List<RecordDefinitionResult> definitions = new ArrayList<>();
        definitions.add(records.ensureDefinition(API_BUDGET));
        if (wanted.vcenters().size() > 1) {
            definitions.add(volumeVcenters.ensureDefinition(API_BUDGET));
        }
        return definitions.stream()
                .flatMap(result -> result instanceof RecordDefinitionResult.Failed(String problem)
                        ? Stream.of(problem)
                        : Stream.empty())
                .findFirst();
    }

    private SnapshotQuota snapshotQuota() {
        SnapshotLimits limits = config.snapshots();
        return new SnapshotQuota(limits.other(), limits.vsan(), limits.vvol());
    }

    private synchronized void bringIntoForce(CsiConfig wanted, String id) throws InterruptedException {
        requireOpen();
        config = wanted;
        setVcenters(id);
        if (services.isEmpty()) {
            services = Optional.of(newServices());
        }
    }

    private DriverServices newServices() {
        var locator = new VolumeLocator<VcenterVolumes>(() -> inUse, volumeVcenters, migrations);
        var volumes = new ClusterVolumes(
                locator,
                new VolumeHandles(metadata::persistentVolumes, migrations),
                records,
                volumeVcenters,
                migrations,
                events,
                nodes.inventory(),
                () -> PlacementSettings.of(config),
                this::snapshotQuota,
                new MonotonicClock());
        var snapshots = new ClusterSnapshots(
                locator,
                records::list,
                this::snapshotQuota,
                snapshotEvents,
                volumes::accessReason,
                new MonotonicClock());
        return new DriverServices(volumes, volumes, snapshots, nodes.attachments(locator));
    }

    /// Waits until one of the vCenters has accepted a login.
    private Optional<String> awaitSession() throws InterruptedException {
        var reasons = new ArrayList<String>();
        for (ConnectedVcenter vcenter : vcenters.connected()) {
            try {
                var _ = vcenter.session().session(SESSION_TIMEOUT);
                readiness.onSuccess();
                return Optional.empty();
            } catch (NoSessionException e) {
                reasons.add(String.valueOf(e.getMessage()));
            }
        }
        return Optional.of(String.join("; ", reasons));
    }

    private String distributionName() {
        return config.clusterDistribution().or(() -> distribution).orElse("");
    }

    /// Brings the vCenters in use in line with those that are connected. The caller holds the lock.
    private void setVcenters(String id) {
        List<ConnectedVcenter> connected = vcenters.connected();
        List<VcenterVolumes> before = inUse;
        List<VcenterVolumes> after = connected.stream()
                .map(vcenter -> {
                    String recordName = connected.size() > 1 ? vcenter.target().server() : "";
                    return before.stream()
                            .filter(each -> each.isOf(vcenter, recordName))
                            .findFirst()
                            .orElseGet(() -> new VcenterVolumes(
                                    vcenter,
                                    () -> CnsContainerCluster.vanilla(id, distributionName()),
                                    records,
                                    gates,
                                    recordName,
                                    metrics.volumes()));
                })
                .toList();
        retire(config.retiredClusterIds(), id, after);
        inUse = after;
        metadata.setVcenters(after.stream().map(VcenterVolumes::metadata).toList());
        before.stream().filter(each -> !after.contains(each)).forEach(VcenterVolumes::close);
    }

    /// What a retired cluster recorded is the only protection of its volumes, so that it does not count is logged.
    private static void retire(Set<String> ids, String own, List<VcenterVolumes> vcenters) {
        if (!ids.isEmpty()) {
            log.atWarn()
                    .addKeyValue("retired", new TreeSet<>(ids))
                    .addKeyValue("cluster", own)
                    .log("Volumes to which only retired clusters refer can be deleted");
        }
        vcenters.forEach(each -> each.setRetiredClusters(ids));
    }

    /// Asks every vCenter which clusters own these volumes.
    private KnownVolumes recordedIds(int count, List<String> handles) throws InterruptedException {
        List<CnsVolumeId> ids = handles.stream()
                .flatMap(handle -> CnsVolumeId.parse(handle).stream())
                .toList();
        var clusters = new TreeSet<String>();
        for (ConnectedVcenter vcenter : vcenters.connected()) {
            try {
                CnsQueryResult result = vcenter.session().read(QUERY_TIMEOUT, session -> new CnsClient(session)
                        .query(CnsQuery.ofVolumes(ids), handles.size() + 1, 2));
                if (!(result instanceof CnsQueryResult.Complete(List<CnsVolume> found))) {
                    return new KnownVolumes.Unread("vCenter %s did not return all volumes"
                            .formatted(vcenter.target().server()));
                }
                found.forEach(volume -> {
                    volume.cluster().ifPresent(cluster -> clusters.add(cluster.clusterId()));
                    volume.entities().stream()
                            .map(CnsEntityMetadata::clusterId)
                            .filter(each -> !each.isEmpty())
                            .forEach(clusters::add);
                });
            } catch (NoSessionException | VcenterException e) {
                return new KnownVolumes.Unread(String.valueOf(e.getMessage()));
            }
        }
        clusters.removeAll(config.retiredClusterIds());
        return new KnownVolumes.Queried(count, clusters);
    }

    /// Begins no more calls to a vCenter: another process may be the active one. Does not block.
    public synchronized void abandon() {
        isClosed = true;
        vcenters.stop();
    }

    /// Stops all work, and logs out of every vCenter that answers.
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        closing.countDown();
        preparing.interrupt();
        sweeping.interrupt();
        watchingMigrations.interrupt();
        metadata.close();
        sendingEvents.forEach(SupervisedThread::interrupt);
        nodes.close();
        inUse.forEach(VcenterVolumes::close);
        vcenters.stop();
        try {
            vcenters.await(LOGOUT_TIMEOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        vcenters.close();
    }
}

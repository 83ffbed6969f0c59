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
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.SnapshotLimits;
import dev.vspherecloud.csi.config.cluster.ClusterDistributionPolicy;
import dev.vspherecloud.csi.config.cluster.KnownVolumes;
import dev.vspherecloud.csi.controller.DriverServices;
import dev.vspherecloud.csi.controller.placement.PlacementSettings;
import dev.vspherecloud.csi.controller.snapshot.ClusterSnapshots;
import dev.vspherecloud.csi.controller.volume.ClusterVolumes;
import dev.vspherecloud.csi.domain.SnapshotQuota;
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
import dev.vspherecloud.csi.reconcile.sweep.RegularSweep;
import dev.vspherecloud.csi.vcenter.DeletionGates;
import dev.vspherecloud.csi.vcenter.RecordedClusters;
import dev.vspherecloud.csi.vcenter.VcenterConnections;
import dev.vspherecloud.csi.vcenter.VcenterVolumes;
import dev.vspherecloud.csi.vcenter.location.VolumeHandles;
import dev.vspherecloud.csi.vcenter.location.VolumeLocator;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.ControllerSet;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.ThreadController;
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

    private static final Duration LOGOUT_TIMEOUT = Duration.ofSeconds(3);

    private final CsiMetrics metrics;
    private final Readiness readiness;
    private final KubeOperationRecords records;
    private final KubeVolumeVcenters volumeVcenters;
    private final KubeVolumeMigrations migrations;
    private final ClaimEvents events;
    private final SnapshotEvents snapshotEvents;
    private final ClusterIdFinder clusterIds;
    private final KubeServerVersion version;
    private final FollowedNodes nodes;
    private final DeletionGates gates;
    private final Vcenters vcenters;
    private final ConfigPreparation preparation;
    private final MetadataService metadata;

    /// All that runs from the start on, in this order. What needs vCenters is in [FollowedNodes].
    private final ControllerSet controllers;

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

    /// Creates the driver; [#start] begins its work.
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
        this.config = config;
        String namespace = settings.namespace();
        this.records = new KubeOperationRecords(server, System::nanoTime, namespace);
        this.volumeVcenters = new KubeVolumeVcenters(server, System::nanoTime, namespace);
        this.migrations = new KubeVolumeMigrations(server, System::nanoTime);
        this.events = new ClaimEvents(server);
        this.snapshotEvents = new SnapshotEvents(server);
        var volumeEvents = new VolumeEvents(server);
        this.clusterIds = new ClusterIdFinder(
                new KubeClusterId(server, System::nanoTime, namespace),
                new KubePersistentVolumes(server, System::nanoTime));
        this.version = new KubeServerVersion(server, System::nanoTime);
        this.nodes = new FollowedNodes(server, () -> categories(this.config), supervisor);
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
        var sweep = new RecordSweep(
                new KubeSweepCluster(server, records),
                () -> inUse,
                InstantSource.system(),
                metrics.operations()::setRecords,
                metrics.operations()::setOrphans);
        this.controllers = new ControllerSet(
                List.of(
                        new ThreadController("events", "events", events, supervisor),
                        new ThreadController("events", "volumes", volumeEvents, supervisor),
                        new ThreadController("events", "snapshots", snapshotEvents, supervisor),
                        new ThreadController("cluster", "volumemigrations", migrations.watch(), supervisor),
                        new ThreadController("prepare", "prepare", preparation, supervisor),
                        new ThreadController(
                                "sweep",
                                "sweep",
                                new RegularSweep(
                                        sweep, () -> this.config.intervals().operationCleanup(), Sleeper.system()),
                                supervisor)),
                supervisor);
    }

    /// Begins to connect to the vCenters and to prepare the volumes. Does not block.
    public void start() {
        metadata.start();
        controllers.start();
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
            nodes.start();
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
        return vcenters.unhealthyReason().or(controllers::unhealthyReason).or(nodes::unhealthyReason);
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

    private KnownVolumes recordedIds(int count, List<String> handles) throws InterruptedException {
        return RecordedClusters.read(vcenters.connected(), count, handles, config.retiredClusterIds());
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
        controllers.stop(Duration.ZERO);
        metadata.close();
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

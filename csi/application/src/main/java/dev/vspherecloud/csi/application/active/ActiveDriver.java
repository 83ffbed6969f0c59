package dev.vspherecloud.csi.application.active;

import dev.vspherecloud.csi.application.controller.DriverServices;
import dev.vspherecloud.csi.application.metadata.MetadataService;
import dev.vspherecloud.csi.application.metrics.CsiMetrics;
import dev.vspherecloud.csi.application.storage.ClusterSnapshots;
import dev.vspherecloud.csi.application.storage.ClusterVolumes;
import dev.vspherecloud.csi.application.storage.PlacementSettings;
import dev.vspherecloud.csi.application.storage.VcenterVolumes;
import dev.vspherecloud.csi.application.sweep.KubeSweepCluster;
import dev.vspherecloud.csi.application.sweep.RecordSweep;
import dev.vspherecloud.csi.cluster.KubeOperationRecords;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cluster.snapshot.SnapshotEvents;
import dev.vspherecloud.csi.cluster.volume.KubePersistentVolumes;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiVcenter;
import dev.vspherecloud.csi.config.SnapshotLimits;
import dev.vspherecloud.csi.config.cluster.KnownVolumes;
import dev.vspherecloud.csi.domain.SnapshotQuota;
import dev.vspherecloud.csi.domain.SweepLimits;
import dev.vspherecloud.csi.domain.topology.TopologyCategory;
import dev.vspherecloud.csi.protocol.Readiness;
import dev.vspherecloud.csi.protocol.grpc.GrpcCode;
import dev.vspherecloud.csi.protocol.grpc.GrpcException;
import dev.vspherecloud.csi.volumes.MonotonicClock;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.secret.SecretReader;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ClientSettings;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.CredentialWatchers;
import dev.vspherecloud.vsphere.connection.LeaseLoginStore;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import dev.vspherecloud.vsphere.connection.VcenterTarget;
import dev.vspherecloud.vsphere.connection.VcenterUser;
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
/// Threads: the main thread creates, reconfigures and closes it. A thread of its own prepares the volumes, as often
/// as necessary. Any thread may ask for the volumes.
public final class ActiveDriver implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ActiveDriver.class);

    /// The user agent of vsphere-csi-driver (Go), which vCenter shows beside the session.
    private static final String USER_AGENT = "k8s-csi-useragent";

    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration API_BUDGET = Duration.ofSeconds(15);
    private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(5);

    /// How long the wait for a session and a query may take together.
    private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(35);

    /// After this time, the sidecars have repeated the calls that the last active controller did not finish.
    private static final Duration FIRST_SWEEP = Duration.ofMinutes(1);

    private static final Duration LOGOUT_TIMEOUT = Duration.ofSeconds(3);

    private final KubeConnection connection;
    private final CsiMetrics metrics;
    private final Readiness readiness;
    private final KubeOperationRecords records;
    private final KubeVolumeVcenters volumeVcenters;
    private final KubeVolumeMigrations migrations;
    private final ClaimEvents events;
    private final SnapshotEvents snapshotEvents;
    private final List<SupervisedThread> sendingEvents;
    private final ClusterIdFinder clusterIds;
    private final FollowedNodes nodes;
    private final Vcenters vcenters;
    private final SupervisedThread preparing;
    private final RecordSweep sweep;
    private final SupervisedThread sweeping;
    private final MetadataService metadata;
    private final CountDownLatch closing = new CountDownLatch(1);
    private CsiConfig config;
    private Optional<String> clusterId = Optional.empty();
    private volatile List<VcenterVolumes> inUse = List.of();
    private volatile Optional<DriverServices> services = Optional.empty();
    private volatile String notReadyReason = "the driver has just become active";

    /// Connects to the vCenters and begins to prepare the volumes. Does not block.
    ///
    /// @param namespace the namespace of the driver
    /// @param fullSync  the time between two full passes over the metadata of volumes
    /// @param mayWrite  returns true while this process is certainly the active one
    /// @param readiness learns when the driver works for the first time
    public ActiveDriver(
            KubeConnection connection,
            String namespace,
            CsiConfig config,
            Duration fullSync,
            BooleanSupplier mayWrite,
            Readiness readiness,
            CsiMetrics metrics,
            Supervisor supervisor) {
        ApiServer server = connection.server().withWriteFence(mayWrite);
        this.connection = connection;
        this.metrics = metrics;
        this.readiness = readiness;
        this.config = config;
        this.records = new KubeOperationRecords(server, System::nanoTime, namespace);
        this.volumeVcenters = new KubeVolumeVcenters(server, System::nanoTime, namespace);
        this.migrations = new KubeVolumeMigrations(server, System::nanoTime);
        this.events = new ClaimEvents(server);
        this.snapshotEvents = new SnapshotEvents(server);
        this.sendingEvents = List.of(
                supervisor.start("events", "events", events), supervisor.start("events", "snapshots", snapshotEvents));
        this.clusterIds = new ClusterIdFinder(
                new KubeClusterId(server, System::nanoTime, namespace),
                new KubePersistentVolumes(server, System::nanoTime));
        this.nodes = new FollowedNodes(server, () -> categories(current()));
        this.vcenters = new Vcenters(
                new Vcenters.Logins(
                        new CredentialWatchers(connection, supervisor),
                        new LoginRateLimiter(
                                new LeaseLoginStore(connection, LeaseLoginStore.DEFAULT_NAMESPACE),
                                InstantSource.system(),
                                System::nanoTime,
                                new SecureRandom())),
                client(config),
                nodes.inventory()::onVmChanged,
                metrics.vcenters(),
                new WatchRuntime(System::nanoTime, Sleeper.system(), supervisor));
        this.metadata = new MetadataService(
                connection, namespace, fullSync, records, migrations, mayWrite, metrics.sync(), supervisor);
        connectTo(config);
        nodes.start(supervisor);
        metrics.operations().setWaitingTasks(() -> inUse.stream()
                .collect(Collectors.toMap(VcenterVolumes::name, VcenterVolumes::waitingTasks)));
        this.preparing = supervisor.start("prepare", "prepare", this::prepare);
        this.sweep = new RecordSweep(
                new KubeSweepCluster(server, records),
                () -> inUse,
                InstantSource.system(),
                metrics.operations()::setRecords,
                metrics.operations()::setOrphans);
        this.sweeping = supervisor.start("sweep", "sweep", this::sweep);
    }

    private void connectTo(CsiConfig wanted) {
        List<String> names =
                categories(wanted).stream().map(TopologyCategory::name).toList();
        vcenters.applyReadingTags(
                wanted.vcenters().stream().map(ActiveDriver::target).toList(),
                names.isEmpty() ? Optional.empty() : Optional.of(WantedTags.onAncestors(names)));
        metrics.vcenters().setVcenters(vcenters.watchers());
        nodes.inventory().setWatchers(vcenters.watchers());
    }

    private static List<TopologyCategory> categories(CsiConfig config) {
        return config.topology().categories().stream()
                .map(each -> new TopologyCategory(each.category(), each.labelKey()))
                .toList();
    }

    /// Returns how to connect to a vCenter of the configuration.
    public static VcenterTarget target(CsiVcenter vcenter) {
        return new VcenterTarget(vcenter.name(), vcenter.connection(), vcenter.datacenters(), vcenter.credentials());
    }

    /// Returns how this program presents itself to the vCenters.
    public static ClientSettings client(CsiConfig config) {
        return new ClientSettings(
                config.clusterId().map(id -> USER_AGENT + "-" + id).orElse(USER_AGENT), SessionTypes.VIM25_AND_VSAN);
    }

    /// Returns what the driver offers to the sidecars.
    ///
    /// @throws GrpcException of code UNAVAILABLE while it is not prepared
    public DriverServices services() {
        return services.orElseThrow(() -> new GrpcException(
                GrpcCode.UNAVAILABLE, "the driver is not ready: %s; the call is repeated".formatted(notReadyReason)));
    }

    /// Continues with another configuration. Vcenters with unchanged connection settings keep their sessions.
    public void apply(CsiConfig changed) {
        connectTo(changed);
        synchronized (this) {
            config = changed;
            if (clusterId.isPresent()) {
                connect(clusterId.get());
            }
        }
    }

    /// Returns why a thread of the driver does not work; empty if all do. Does not depend on vCenter.
    public Optional<String> unhealthyReason() {
        return vcenters.unhealthyReason()
                .or(() -> Stream.concat(sendingEvents.stream(), Stream.of(sweeping))
                        .flatMap(each -> each.unhealthyReason().stream())
                        .findFirst())
                .or(nodes::unhealthyReason)
                .or(() -> services.isPresent() ? Optional.empty() : preparing.unhealthyReason());
    }

    /// Returns why the metadata of volumes is not synchronised; empty if it is, or if another process does that. No
    /// volume operation depends on it.
    public Optional<String> metadataProblem() {
        return metadata.unhealthyReason();
    }

    /// Returns why the volumes are not prepared; empty if they are. A login that fails is no such reason: another
    /// process would not get in either.
    public Optional<String> notReadyReason() {
        return services.isPresent() ? Optional.empty() : Optional.of(notReadyReason);
    }

    /// Prepares the volumes. Returns when they are prepared, or when the driver is closed.
    private void prepare() {
        String reported = "";
        try {
            while (true) {
                Optional<String> problem = tryToPrepare();
                if (problem.isEmpty()) {
                    log.info("The driver is ready");
                    return;
                }
                notReadyReason = problem.get();
                if (!notReadyReason.equals(reported)) {
                    reported = notReadyReason;
                    log.atWarn().addKeyValue("cause", reported).log("The driver is not ready");
                }
                if (closing.await(RETRY.toNanos(), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Sweeps the records of operations at regular times, until the driver is closed.
    private void sweep() {
        try {
            Duration rest = FIRST_SWEEP;
            while (!closing.await(rest.toNanos(), TimeUnit.NANOSECONDS)) {
                rest = current().intervals().operationCleanup();
                sweep.run(SweepLimits.standard().withRetention(rest));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<String> tryToPrepare() throws InterruptedException {
        if (services.isPresent()) {
            return awaitSession();
        }
        List<RecordDefinitionResult> definitions = new ArrayList<>();
        definitions.add(records.ensureDefinition(API_BUDGET));
        if (current().vcenters().size() > 1) {
            definitions.add(volumeVcenters.ensureDefinition(API_BUDGET));
        }
        Optional<String> failed = definitions.stream()
                .flatMap(result -> result instanceof RecordDefinitionResult.Failed(String problem)
                        ? Stream.of(problem)
                        : Stream.empty())
                .findFirst();
        if (failed.isPresent()) {
            return failed;
        }
        return switch (clusterIds.find(current().clusterId(), this::recordedIds)) {
            case ClusterIdFinder.Result.NotReady(String problem) -> Optional.of(problem);
            case ClusterIdFinder.Result.Found(String id) -> begin(id);
        };
    }

    private synchronized CsiConfig current() {
        return config;
    }

    private SnapshotQuota snapshotQuota() {
        SnapshotLimits limits = current().snapshots();
        return new SnapshotQuota(limits.other(), limits.vsan(), limits.vvol());
    }

    private Optional<String> begin(String id) throws InterruptedException {
        synchronized (this) {
            clusterId = Optional.of(id);
            connect(id);
            var volumes = new ClusterVolumes(
                    () -> inUse,
                    records,
                    volumeVcenters,
                    migrations,
                    events,
                    nodes.inventory(),
                    () -> PlacementSettings.of(current()),
                    this::snapshotQuota,
                    config.queryLimit(),
                    new MonotonicClock());
            var snapshots = new ClusterSnapshots(
                    () -> inUse, volumes, this::snapshotQuota, snapshotEvents, new MonotonicClock());
            services = Optional.of(
                    new DriverServices(volumes, volumes, snapshots, nodes.attachments(() -> inUse, volumes)));
        }
        // If the Nodes cannot be read, only the calls that need them fail.
        boolean _ = nodes.inventory().awaitPrepared(SESSION_TIMEOUT);
        return awaitSession();
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

    /// Brings the vCenters in use in line with those that are connected. The caller holds the lock.
    private void connect(String id) {
        List<ConnectedVcenter> connected = vcenters.connected();
        String distribution = config.clusterDistribution().orElse("VanillaK8S");
        var secrets = new SecretReader(connection);
        List<VcenterVolumes> before = inUse;
        List<VcenterVolumes> after = connected.stream()
                .map(vcenter -> {
                    String recordName = connected.size() > 1 ? vcenter.target().server() : "";
                    return before.stream()
                            .filter(each -> each.isOf(vcenter, recordName))
                            .findFirst()
                            .orElseGet(() -> new VcenterVolumes(
                                    vcenter,
                                    CnsContainerCluster.vanilla(
                                            id,
                                            VcenterUser.read(vcenter.target(), secrets)
                                                    .orElse(""),
                                            distribution),
                                    records,
                                    recordName,
                                    metrics.volumes()));
                })
                .toList();
        inUse = after;
        metadata.setVcenters(after.stream().map(VcenterVolumes::metadata).toList());
        before.stream().filter(each -> !after.contains(each)).forEach(VcenterVolumes::close);
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
        return new KnownVolumes.Queried(count, clusters);
    }

    /// Stops all work, and logs out of every vCenter that answers.
    @Override
    public void close() {
        closing.countDown();
        preparing.interrupt();
        sweeping.interrupt();
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

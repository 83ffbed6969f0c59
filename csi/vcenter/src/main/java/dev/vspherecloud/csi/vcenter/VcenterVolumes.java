package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsSnapshot;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeField;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.cns.policy.StoragePolicyClient;
import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.csi.domain.ObservedSnapshot;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.TaskState;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.metrics.VolumeMetrics;
import dev.vspherecloud.csi.operations.MonotonicClock;
import dev.vspherecloud.csi.operations.OperationClock;
import dev.vspherecloud.csi.operations.RecordPrecondition;
import dev.vspherecloud.csi.operations.RecordStore;
import dev.vspherecloud.csi.operations.RegistrationRecords;
import dev.vspherecloud.csi.operations.VolumeDeleteResult;
import dev.vspherecloud.csi.operations.VolumeExecutor;
import dev.vspherecloud.csi.operations.VolumeFailure;
import dev.vspherecloud.csi.operations.attachment.AttachmentStore;
import dev.vspherecloud.csi.reconcile.metadata.MetadataVcenter;
import dev.vspherecloud.csi.reconcile.sweep.SweepVcenter;
import dev.vspherecloud.csi.vcenter.inventory.storage.DiskCatalogue;
import dev.vspherecloud.csi.vcenter.inventory.storage.SharedRead;
import dev.vspherecloud.csi.vcenter.inventory.storage.VcenterStorage;
import dev.vspherecloud.csi.vcenter.location.VolumeVcenter;
import dev.vspherecloud.csi.vcenter.metadata.CnsMetadata;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The volumes of one vCenter.
///
/// Threads: created and closed by one thread, used by any.
public final class VcenterVolumes implements SweepVcenter, VolumeVcenter, AutoCloseable {
    /// How long to gather new tasks before they are watched together: each change of the watch costs calls, and CNS
    /// needs seconds for a volume anyway.
    private static final Duration GATHER_TASKS = Duration.ofMillis(250);

    /// The largest number of pages of a list. It only ends a list that vCenter never ends.
    private static final int MAX_PAGES = 100;

    private static final Duration COMPATIBILITY_AGE = Duration.ofMinutes(1);

    private static final int LISTED_PAGE = 1000;
    private static final String BLOCK = "BLOCK";

    private static final Set<CnsVolumeField> LISTED =
            Set.of(CnsVolumeField.VOLUME_TYPE, CnsVolumeField.BACKING_OBJECT_DETAILS);

    private static final InstantSource CLOCK = new MonotonicClock();

    private final ConnectedVcenter vcenter;
    private final Supplier<CnsContainerCluster> cluster;
    private final String clusterId;
    private final String recordName;
    private final TaskWatch tasks;
    private final VcenterStorage datastores;
    private final CnsVolumeStore store;
    private final CnsAttachmentStore attachments;
    private final VolumeExecutor<CnsCreateSpec> executor;
    private final Map<String, SharedRead<Map<String, String>>> compatibility = new ConcurrentHashMap<>();
    private final CnsMetadata metadata;
    private final ForgottenDisks forgotten;
    private final StoragePolicyCache policies = new StoragePolicyCache(System::nanoTime);

    /// Starts to follow the tasks and datastores of a vCenter.
    ///
    /// @param cluster    returns what CNS records as the owner of new volumes; its id never changes
    /// @param gates      are asked before something is destroyed
    /// @param recordName the name of the vCenter in records; empty if it is the only one
    public VcenterVolumes(
            ConnectedVcenter vcenter,
            Supplier<CnsContainerCluster> cluster,
            RecordStore records,
            DeletionGates gates,
            String recordName,
            VolumeMetrics metrics) {
        this.vcenter = vcenter;
        this.cluster = cluster;
        this.clusterId = cluster.get().clusterId();
        this.recordName = recordName;
        this.tasks = TaskWatch.start(vcenter.watcher(), System::nanoTime, GATHER_TASKS);
        this.datastores = new VcenterStorage(vcenter, System::nanoTime);
        this.store = new CnsVolumeStore(
                vcenter.session(),
                tasks,
                datastores::urlOf,
                gates::isHeld,
                clusterId,
                metrics,
                System::nanoTime,
                InstantSource.system(),
                Sleeper.system());
        this.attachments = new CnsAttachmentStore(
                vcenter.session(),
                tasks,
                new AttachObstacles(vcenter.session(), datastores, store),
                metrics,
                System::nanoTime);
        this.metadata = new CnsMetadata(
                vcenter,
                tasks,
                cluster,
                new RegistrationRecords(records, InstantSource.system()),
                metrics,
                System::nanoTime);
        this.forgotten = new ForgottenDisks(
                vcenter.target().name(),
                new DiskCatalogue(vcenter, datastores, System::nanoTime)::find,
                metadata::register,
                gates,
                System::nanoTime);
        this.executor = new VolumeExecutor<>(
                store,
                records,
                gates.of(vcenter.target().name()),
                forgotten,
                OperationClock.system(),
                OperationLimits.standard(),
                recordName,
                () -> UUID.randomUUID().toString(),
                VolumeExecutor.MAX_TASKS);
    }

    /// Sets the ids of clusters that no longer exist. What they recorded about volumes does not count.
    public void setRetiredClusters(Set<String> ids) {
        Set<String> others = ids.stream().filter(id -> !id.equals(clusterId)).collect(Collectors.toSet());
        store.setRetiredClusters(others);
        metadata.setRetiredClusters(others);
    }

    /// Returns the metadata of the volumes.
    public MetadataVcenter metadata() {
        return metadata;
    }

    @Override
    public String server() {
        return vcenter.target().server();
    }

    /// Returns true if this object can go on for a vCenter after a change of the configuration.
    ///
    /// @param name the name of the vCenter in records, which also depends on the number of vCenters
    public boolean isOf(ConnectedVcenter other, String name) {
        return vcenter.session().equals(other.session()) && recordName.equals(name);
    }

    /// Returns the name of the vCenter in the configuration.
    public String name() {
        return vcenter.target().name();
    }

    /// Returns the number of tasks for whose end a call waits now.
    public int waitingTasks() {
        return tasks.waitingTasks();
    }

    @Override
    public Optional<String> silence() {
        return vcenter.watcher().silence().map(VmLookup.Silence::why);
    }

    /// Returns why the driver cannot log in to the vCenter; empty if it can, or if that is not known.
    public Optional<ReasonCode> accessReason() {
        return vcenter.watcher().silence().map(VmLookup.Silence::code);
    }

    public CnsContainerCluster cluster() {
        return cluster.get();
    }

    @Override
    public String clusterId() {
        return clusterId;
    }

    @Override
    public VolumesResult volumesNamed(Set<String> names, Duration budget) {
        return store.volumesNamed(names, budget);
    }

    @Override
    public Map<String, TaskState> tasks(Set<String> ids, Duration budget) {
        var states = new HashMap<String, TaskState>();
        ids.stream().filter(store::isStarted).forEach(id -> states.put(id, TaskState.RUNNING));
        var others = new HashSet<>(ids);
        others.removeAll(states.keySet());
        if (others.isEmpty()) {
            return states;
        }
        try {
            states.putAll(vcenter.session().read(budget, session -> TaskStates.read(session, others)));
        } catch (NoSessionException | VcenterException _) {
            // The others count as not known.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return states;
    }

    @Override
    public VolumeDeleteResult deleteUnused(
            OperationRequest.Delete request, RecordPrecondition precondition, Instant deadline) {
        return executor.deleteUnused(request, precondition, onClock(deadline));
    }

    @Override
    public Optional<String> reasonToWait(String volumeId, Duration atMost) {
        return forgotten.reasonToWait(volumeId, atMost);
    }

    public AttachmentStore attachments() {
        return attachments;
    }

    @Override
    public VolumesResult withSnapshots(Set<String> ids, Duration budget) {
        return store.withSnapshots(ids, budget);
    }

    @Override
    public Optional<String> eachWithSnapshots(Duration budget, Consumer<ObservedVolume> consumer) {
        try {
            return eachWithSnapshots("", budget, volume -> {
                consumer.accept(volume);
                return true;
            });
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of("the driver stops");
        }
    }

    @Override
    public VolumeDeleteResult deleteUnusedSnapshot(
            OperationRequest.DeleteSnapshot request,
            Optional<RecordPrecondition> precondition,
            String user,
            Instant deadline) {
        return executor.deleteUnusedSnapshot(request, precondition, user, onClock(deadline));
    }

    /// The sweep counts by the time of the day.
    private static Instant onClock(Instant deadline) {
        return CLOCK.instant().plus(Duration.between(InstantSource.system().instant(), deadline));
    }

    /// Returns why this vCenter has no snapshots; empty if it has, or if that is not known.
    public Optional<String> reasonForNoSnapshots(Duration atMost) {
        try {
            return store.snapshots().reasonForNone(atMost);
        } catch (NoSessionException | VcenterException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// Returns the volume with this id and its snapshots.
    ///
    /// @return an empty list, or one volume; [VolumesResult.Unanswered] if that is not known
    public VolumesResult withSnapshots(String id, Duration atMost) {
        return store.withSnapshots(Set.of(id), atMost);
    }

    /// Reads the block volumes of the cluster with their snapshots, in the order of their ids. A volume whose snapshots
    /// cannot be read is left out.
    ///
    /// @param first    the first id that matters; empty for all
    /// @param consumer gets each volume that has snapshots; returns false if no more are needed
    /// @return why some may be missing; empty if none is
    public Optional<String> eachWithSnapshots(String first, Duration atMost, Predicate<ObservedVolume> consumer)
            throws InterruptedException {
        Instant deadline = CLOCK.instant().plus(atMost);
        if (!(list(LISTED_PAGE, atMost) instanceof CnsQueryResult.Complete(List<CnsVolume> all))) {
            return Optional.of("it does not list all volumes");
        }
        List<CnsVolume> volumes = all.stream()
                .filter(volume -> volume.id().id().compareTo(first) >= 0)
                .filter(volume -> volume.type().equals(BLOCK))
                .sorted(Comparator.comparing((CnsVolume volume) -> volume.id().id()))
                .toList();
        Optional<String> problem = Optional.empty();
        for (int from = 0; from < volumes.size(); from += SnapshotQueries.MAX_VOLUMES) {
            List<CnsVolume> some = volumes.subList(from, Math.min(volumes.size(), from + SnapshotQueries.MAX_VOLUMES));
            Map<CnsVolumeId, SnapshotQueryResult> results = store.snapshots()
                    .read(some.stream().map(CnsVolume::id).toList(), Duration.between(CLOCK.instant(), deadline));
            for (CnsVolume volume : some) {
                switch (results.getOrDefault(volume.id(), new SnapshotQueryResult.Incomplete("there is no answer"))) {
                    case SnapshotQueryResult.Incomplete(String why) ->
                        problem = problem.or(() -> Optional.of("volume %s: %s".formatted(volume.id(), why)));
                    case SnapshotQueryResult.Complete(List<CnsSnapshot> snapshots) -> {
                        List<ObservedSnapshot> own = snapshots.stream()
                                .filter(each -> each.id().volume().equals(volume.id()))
                                .map(CnsVolumeStore::observed)
                                .toList();
                        if (!own.isEmpty()
                                && !consumer.test(store.observed(volume).with(own))) {
                            return problem;
                        }
                    }
                }
            }
        }
        return problem;
    }

    /// Returns the datastores and hosts.
    public VcenterStorage storage() {
        return datastores;
    }

    /// Returns why datastores do not comply with a storage policy, by the values of their references. The answer may
    /// be a minute old; it is empty if vCenter does not give one, since CNS checks the policy, too.
    public Map<String, String> policyProblems(String policyId, Duration atMost) throws InterruptedException {
        return compatibility
                .computeIfAbsent(policyId, _ -> new SharedRead<>("policy compatibility", System::nanoTime))
                .get(COMPATIBILITY_AGE, atMost, () -> readCompatibility(policyId, atMost))
                .orElse(Map.of());
    }

    private Map<String, String> readCompatibility(String policyId, Duration atMost) throws InterruptedException {
        List<MoRef> all = datastores.references();
        if (all.isEmpty()) {
            return Map.of();
        }
        var problems = new HashMap<String, String>();
        vcenter.session()
                .read(atMost, session -> new StoragePolicyClient(session).compatibility(policyId, all))
                .problems()
                .forEach((datastore, why) -> problems.put(datastore.value(), why));
        return problems;
    }

    public VolumeExecutor<CnsCreateSpec> executor() {
        return executor;
    }

    /// Looks for a storage policy.
    ///
    /// @throws RuntimeException as the calls of a session do, if vCenter cannot be asked
    public StoragePolicyResult policy(String name, Duration atMost) throws InterruptedException {
        return policies.find(
                name, atMost, () -> vcenter.session().read(atMost, session -> new StoragePolicyClient(session).read()));
    }

    /// Called if vCenter has refused to create a volume with a policy. The policy may have been deleted, and created
    /// again with another id.
    public void onPolicyRefused(String policyId) {
        policies.expire();
        compatibility.remove(policyId);
    }

    /// Returns the volume with this id; empty if vCenter does not have it.
    ///
    /// @return an empty list, or one volume; [VolumesResult.Unanswered] if that is not known
    VolumesResult volume(String id, Duration atMost) {
        return store.volumes(Set.of(id), atMost);
    }

    /// Returns the NFSv4.1 access point of a file volume; empty if vCenter does not return the volume or the point.
    ///
    /// @throws VcenterException if vCenter cannot be asked
    public Optional<String> accessPoint(String id, Duration atMost) throws InterruptedException {
        CnsQuery query = CnsQuery.ofVolumes(List.of(new CnsVolumeId(id))).reading(LISTED);
        CnsQueryResult result = vcenter.session().read(atMost, session -> new CnsClient(session).query(query, 1, 1));
        return result instanceof CnsQueryResult.Complete(List<CnsVolume> volumes)
                ? volumes.stream()
                        .filter(volume -> volume.id().id().equals(id))
                        .flatMap(volume -> volume.accessPoint().stream())
                        .findFirst()
                : Optional.empty();
    }

    /// Returns the path of the disk of a block volume, as in `[datastore] fcd/a.vmdk`.
    public Prepared<String> diskPath(String id, Duration atMost) throws InterruptedException {
        CnsQuery query = CnsQuery.ofVolumes(List.of(new CnsVolumeId(id))).reading(LISTED);
        try {
            return switch (vcenter.session().read(atMost, session -> new CnsClient(session).query(query, 1, 1))) {
                case CnsQueryResult.Incomplete(var _, String why) ->
                    new Prepared.Failed<>(new VolumeFailure.Unavailable(why));
                case CnsQueryResult.Complete(List<CnsVolume> volumes) ->
                    volumes.stream()
                            .filter(volume -> volume.id().id().equals(id))
                            .map(CnsVolume::backingDisk)
                            .filter(path -> !path.isEmpty())
                            .findFirst()
                            .<Prepared<String>>map(Prepared.Ready::new)
                            .orElseGet(() -> new Prepared.Failed<>(new VolumeFailure.Unavailable(
                                    "CNS of vCenter %s does not report it; use a StorageClass with the provisioner csi.vsphere.vmware.com"
                                            .formatted(server()))));
            };
        } catch (NoSessionException | VcenterException e) {
            return new Prepared.Failed<>(new VolumeFailure.Unavailable(String.valueOf(e.getMessage())));
        }
    }

    /// Lists all volumes of the cluster.
    public CnsQueryResult list(int pageSize, Duration atMost) {
        CnsQuery query = CnsQuery.ofCluster(clusterId).reading(LISTED);
        try {
            return vcenter.session().read(atMost, session -> new CnsClient(session).query(query, pageSize, MAX_PAGES));
        } catch (NoSessionException | VcenterException e) {
            return new CnsQueryResult.Incomplete(List.<CnsVolume>of(), String.valueOf(e.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new CnsQueryResult.Incomplete(List.<CnsVolume>of(), "the driver stops");
        }
    }

    @Override
    public Optional<Boolean> has(String id, Duration atMost) {
        return volume(id, atMost) instanceof VolumesResult.Found(List<ObservedVolume> found)
                ? Optional.of(!found.isEmpty())
                : Optional.empty();
    }

    @Override
    public void close() {
        tasks.close();
        datastores.close();
    }
}

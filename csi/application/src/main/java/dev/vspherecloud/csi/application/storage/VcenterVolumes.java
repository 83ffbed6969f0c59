package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.application.metadata.CnsMetadata;
import dev.vspherecloud.csi.application.metrics.VolumeMetrics;
import dev.vspherecloud.csi.application.sweep.SweepVcenter;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsVolume;
import dev.vspherecloud.csi.cns.CnsVolumeField;
import dev.vspherecloud.csi.cns.TaskWatch;
import dev.vspherecloud.csi.cns.policy.StoragePolicyCache;
import dev.vspherecloud.csi.cns.policy.StoragePolicyClient;
import dev.vspherecloud.csi.cns.policy.StoragePolicyList;
import dev.vspherecloud.csi.cns.policy.StoragePolicyResult;
import dev.vspherecloud.csi.domain.ObservedVolume;
import dev.vspherecloud.csi.domain.OperationLimits;
import dev.vspherecloud.csi.domain.OperationRequest;
import dev.vspherecloud.csi.domain.VolumesResult;
import dev.vspherecloud.csi.sync.MetadataVcenter;
import dev.vspherecloud.csi.volumes.OperationClock;
import dev.vspherecloud.csi.volumes.RecordPrecondition;
import dev.vspherecloud.csi.volumes.RecordStore;
import dev.vspherecloud.csi.volumes.VolumeDeleteResult;
import dev.vspherecloud.csi.volumes.VolumeExecutor;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.ConnectedVcenter;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// The volumes of one vCenter.
///
/// Threads: created and closed by one thread, used by any.
public final class VcenterVolumes implements SweepVcenter, AutoCloseable {
    /// How long to gather new tasks before they are watched together: each change of the watch costs calls, and CNS
    /// needs seconds for a volume anyway.
    private static final Duration GATHER_TASKS = Duration.ofMillis(250);

    /// The largest number of pages of a list. It only ends a list that vCenter never ends.
    private static final int MAX_PAGES = 100;

    private static final Set<CnsVolumeField> LISTED =
            Set.of(CnsVolumeField.VOLUME_TYPE, CnsVolumeField.BACKING_OBJECT_DETAILS);

    private final ConnectedVcenter vcenter;
    private final CnsContainerCluster cluster;
    private final String recordName;
    private final TaskWatch tasks;
    private final Datastores datastores;
    private final CnsVolumeStore store;
    private final VolumeExecutor<CnsCreateSpec> executor;
    private final MetadataVcenter metadata;
    private final StoragePolicyCache policies = new StoragePolicyCache(System::nanoTime);

    /// Starts to follow the tasks and datastores of a vCenter.
    ///
    /// @param cluster what CNS records as the owner of new volumes
    /// @param recordName the name of the vCenter in records; empty if it is the only one
    public VcenterVolumes(
            ConnectedVcenter vcenter,
            CnsContainerCluster cluster,
            RecordStore records,
            String recordName,
            VolumeMetrics metrics) {
        this.vcenter = vcenter;
        this.cluster = cluster;
        this.recordName = recordName;
        this.tasks = TaskWatch.start(vcenter.watcher(), System::nanoTime, GATHER_TASKS);
        this.datastores = new Datastores(vcenter.watcher());
        this.store = new CnsVolumeStore(
                vcenter.session(), tasks, datastores, cluster.clusterId(), metrics, System::nanoTime, Sleeper.system());
        this.metadata = new CnsMetadata(vcenter, tasks, cluster, metrics, System::nanoTime);
        this.executor = new VolumeExecutor<>(
                store,
                records,
                OperationClock.of(InstantSource.system()),
                OperationLimits.standard(),
                recordName,
                () -> UUID.randomUUID().toString(),
                VolumeExecutor.MAX_TASKS);
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

    /// Returns why the vCenter does not answer; empty if it may.
    Optional<String> silence() {
        return vcenter.watcher().silence().map(VmLookup.Silence::why);
    }

    /// Returns why the driver cannot log in to the vCenter; empty if it can, or if that is not known.
    Optional<ReasonCode> accessReason() {
        return vcenter.watcher().silence().map(VmLookup.Silence::code);
    }

    CnsContainerCluster cluster() {
        return cluster;
    }

    @Override
    public String clusterId() {
        return cluster.clusterId();
    }

    @Override
    public VolumesResult volumesNamed(Set<String> names, Duration budget) {
        return store.volumesNamed(names, budget);
    }

    @Override
    public VolumeDeleteResult deleteUnused(
            OperationRequest.Delete request, RecordPrecondition precondition, Instant deadline) {
        return executor.deleteUnused(request, precondition, deadline);
    }

    Datastores datastores() {
        return datastores;
    }

    VolumeExecutor<CnsCreateSpec> executor() {
        return executor;
    }

    /// Looks for a storage policy.
    ///
    /// @throws VcenterException if vCenter cannot be asked
    StoragePolicyResult policy(String name, Duration atMost) throws InterruptedException {
        return policies.find(name, () -> readPolicies(atMost));
    }

    private StoragePolicyList readPolicies(Duration atMost) {
        try {
            return vcenter.session().read(atMost, session -> new StoragePolicyClient(session).read());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new VcenterException(
                    VcenterException.Kind.CANCELED, vcenter.target().name(), "the driver stops; the call is repeated");
        }
    }

    /// Returns the volume with this id; empty if vCenter does not have it.
    ///
    /// @return an empty list, or one volume; [VolumesResult.Unanswered] if that is not known
    VolumesResult volume(String id, Duration atMost) {
        return store.volumes(Set.of(id), atMost);
    }

    /// Lists all volumes of the cluster.
    CnsQueryResult list(int pageSize, Duration atMost) throws InterruptedException {
        CnsQuery query = CnsQuery.ofCluster(cluster.clusterId()).reading(LISTED);
        try {
            return vcenter.session().read(atMost, session -> new CnsClient(session).query(query, pageSize, MAX_PAGES));
        } catch (NoSessionException | VcenterException e) {
            return new CnsQueryResult.Incomplete(List.<CnsVolume>of(), String.valueOf(e.getMessage()));
        }
    }

    /// Returns true if vCenter certainly has the volume, false if it certainly has not; empty if that is not known.
    Optional<Boolean> has(String id, Duration atMost) {
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

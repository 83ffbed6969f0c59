package dev.vspherecloud.csi.cluster.plan;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.ObjectReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Reads the objects that a CSI driver for vSphere has in a cluster. Each method lists one kind once, keeps one page
/// in memory, and passes each object to a function. A list may begin again; then it gets a new start value.
///
/// If the API server does not know a kind that not every cluster has, the result is
/// [ListResult.KindUnknown].
///
/// Threads: may be used from anywhere.
public final class KubeExistingObjects {
    static final String DRIVER = "csi.vsphere.vmware.com";

    private static final String STORAGE = "/apis/storage.k8s.io/v1/";
    private static final String CNS = "/apis/cns.vmware.com/v1alpha1/";
    private static final String SNAPSHOTS = "/apis/snapshot.storage.k8s.io/v1/";
    private static final String WEBHOOKS =
            "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/validation.csi.vsphere.vmware.com";
    private static final String FEATURES = "internal-feature-states.csi.vsphere.vmware.com";

    /// How long all pages of one list may take together.
    private static final Duration LIST_BUDGET = Duration.ofMinutes(10);

    private static final Duration OBJECT_BUDGET = Duration.ofSeconds(15);

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final String namespace;

    /// Creates the adapter.
    ///
    /// @param namespace the namespace of the driver
    public KubeExistingObjects(ApiServer server, LongSupplier nanoTime, String namespace) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.namespace = namespace;
    }

    public <T> ListResult<T> volumes(Supplier<T> start, BiConsumer<T, ? super ExistingVolume> add) {
        return some("/api/v1/persistentvolumes", ExistingVolume.READER, start, add)
                .ofBuiltInKind();
    }

    /// Lists the claims of all namespaces and drivers.
    public <T> ListResult<T> claims(Supplier<T> start, BiConsumer<T, ? super ExistingClaim> add) {
        return all("/api/v1/persistentvolumeclaims", ExistingClaim.READER, start, add)
                .ofBuiltInKind();
    }

    public <T> ListResult<T> storageClasses(Supplier<T> start, BiConsumer<T, ? super ExistingStorageClass> add) {
        return some(STORAGE + "storageclasses", ExistingStorageClass.READER, start, add)
                .ofBuiltInKind();
    }

    public <T> ListResult<T> attachments(Supplier<T> start, BiConsumer<T, ? super ExistingAttachment> add) {
        return some(STORAGE + "volumeattachments", ExistingAttachment.READER, start, add)
                .ofBuiltInKind();
    }

    public <T> ListResult<T> nodes(Supplier<T> start, BiConsumer<T, ? super ExistingNode> add) {
        return all("/api/v1/nodes", ExistingNode.READER, start, add).ofBuiltInKind();
    }

    /// Lists the Nodes on which the driver is registered.
    public <T> ListResult<T> driverNodes(Supplier<T> start, BiConsumer<T, ? super ExistingDriverNode> add) {
        return some(STORAGE + "csinodes", ExistingDriverNode.READER, start, add).ofBuiltInKind();
    }

    public <T> ListResult<T> nodeTopologies(Supplier<T> start, BiConsumer<T, ? super ExistingNodeTopology> add) {
        return all(CNS + "csinodetopologies", ExistingNodeTopology.READER, start, add);
    }

    public <T> ListResult<T> migrations(Supplier<T> start, BiConsumer<T, ? super ExistingMigration> add) {
        return all(CNS + "cnsvspherevolumemigrations", ExistingMigration.READER, start, add);
    }

    public <T> ListResult<T> operations(Supplier<T> start, BiConsumer<T, ? super ExistingOperation> add) {
        return all(
                ApiCall.path(CNS + "namespaces", namespace, "cnsvolumeoperationrequests"),
                ExistingOperation.READER,
                start,
                add);
    }

    public <T> ListResult<T> volumeVcenters(Supplier<T> start, BiConsumer<T, ? super ExistingVolumeVcenter> add) {
        return all(
                ApiCall.path(CNS + "namespaces", namespace, "cnsvolumeinfoes"),
                ExistingVolumeVcenter.READER,
                start,
                add);
    }

    public <T> ListResult<T> snapshotContents(Supplier<T> start, BiConsumer<T, ? super ExistingSnapshotContent> add) {
        return some(SNAPSHOTS + "volumesnapshotcontents", ExistingSnapshotContent.READER, start, add);
    }

    public <T> ListResult<T> snapshotClasses(Supplier<T> start, BiConsumer<T, ? super ExistingSnapshotClass> add) {
        return some(SNAPSHOTS + "volumesnapshotclasses", ExistingSnapshotClass.READER, start, add);
    }

    /// Lists the Deployments in the namespace of the driver.
    public <T> ListResult<T> deployments(Supplier<T> start, BiConsumer<T, ? super ExistingWorkload> add) {
        return workloads("deployments", start, add);
    }

    /// Lists the DaemonSets in the namespace of the driver.
    public <T> ListResult<T> daemonSets(Supplier<T> start, BiConsumer<T, ? super ExistingWorkload> add) {
        return workloads("daemonsets", start, add);
    }

    private <T> ListResult<T> workloads(String plural, Supplier<T> start, BiConsumer<T, ? super ExistingWorkload> add) {
        return all(ApiCall.path("/apis/apps/v1/namespaces", namespace, plural), ExistingWorkload.READER, start, add)
                .ofBuiltInKind();
    }

    /// Reads the CSIDriver object; empty if it does not exist.
    public ListResult<Optional<ExistingCsiDriver>> csiDriver() {
        return object(STORAGE + "csidrivers/" + DRIVER, ExistingCsiDriver::read);
    }

    /// Reads the webhooks of vsphere-csi-driver (Go); empty if their configuration does not exist.
    public ListResult<Optional<List<ExistingWebhook>>> webhooks() {
        return object(WEBHOOKS, ExistingWebhook::read);
    }

    /// Reads the feature switches of vsphere-csi-driver (Go); empty if their ConfigMap does not exist.
    public ListResult<Optional<Map<String, String>>> features() {
        return object(ApiCall.path("/api/v1/namespaces", namespace, "configmaps", FEATURES), configMap -> {
            var switches = new TreeMap<String, String>();
            configMap.find("data").members().forEach((key, value) -> switches.put(key, value.asText()));
            return switches;
        });
    }

    private <T> ListResult<Optional<T>> object(String path, Function<? super Json, ? extends T> reader) {
        return switch (ObjectCalls.begin(server, nanoTime, OBJECT_BUDGET).send(ApiCall.get(path))) {
            case CallResult.Done(Json object) -> new ListResult.Complete<>(Optional.of(reader.apply(object)));
            case CallResult.ObjectMissing _ -> new ListResult.Complete<>(Optional.empty());
            case CallResult.NotDone failed -> new ListResult.Failed<>(failed.problem());
        };
    }

    private <O, T> ListResult<T> all(
            String path, ObjectReader<O> reader, Supplier<T> start, BiConsumer<T, ? super O> add) {
        return ObjectCalls.begin(server, nanoTime, LIST_BUDGET).list(path, reader, start, add);
    }

    private <O, T> ListResult<T> some(
            String path, ObjectReader<Optional<O>> reader, Supplier<T> start, BiConsumer<T, ? super O> add) {
        return all(path, reader, start, (value, found) -> found.ifPresent(object -> add.accept(value, object)));
    }
}

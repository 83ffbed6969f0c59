package dev.vspherecloud.testkit.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Folders;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.SidecarOptions;
import dev.vspherecloud.testkit.csi.StorageCluster;
import dev.vspherecloud.testkit.csi.node.NodeAgent;
import dev.vspherecloud.testkit.csi.node.NotedNodePlugin;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.ServerException;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The servers of the demo of storage: a cluster with the sidecars of CSI and two Nodes, a vCenter whose tasks take a
/// second, and the packaged driver.
///
/// Threads: one. Another thread may call [#close], once.
final class StorageDemoServers implements DemoServers {
    static final String CLAIM = "data";

    /// The claim that is restored from the snapshot.
    static final String COPY = "copy";

    private static final String SNAPSHOT = "before";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String SNAPSHOTS = "/apis/snapshot.storage.k8s.io/v1/namespaces/default/volumesnapshots";
    private static final String CONTENTS = "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents";
    private static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
    private static final String NODE = "worker";
    private static final int NODES = 2;
    private static final int MAX_VOLUMES = 59;
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String VOLUMES = "/api/v1/persistentvolumes";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int TAIL_LINES = 25;

    private final Path folder;
    private final StorageCluster cluster;
    private final VcenterSite site;
    private final DriverProcess driver;

    private StorageDemoServers(Path folder, StorageCluster cluster, VcenterSite site, DriverProcess driver) {
        this.folder = folder;
        this.cluster = cluster;
        this.site = site;
        this.driver = driver;
    }

    /// Starts all servers, and creates the Nodes and the classes.
    static StorageDemoServers start() {
        Path folder = newFolder();
        StorageCluster cluster = StorageCluster.start();
        VcenterSite site = VcenterSite.start("demo", VcenterOptions.defaults(), folder);
        site.vcenter().volumes().configure(VolumeSettings.defaults().times("", 0, 1_000));
        var driver = DriverProcess.start(cluster.api(), List.of(site), folder, DriverProcess.packaged());
        var servers = new StorageDemoServers(folder, cluster, site, driver);
        var complete = false;
        try {
            driver.awaitReady();
            cluster.startSidecars(driver.socket(), SidecarOptions.defaults());
            cluster.objects().create("/apis/storage.k8s.io/v1/storageclasses", """
                    {"metadata": {"name": "vsphere"}, "provisioner": "%s", "allowVolumeExpansion": true,
                     "reclaimPolicy": "Delete", "parameters": {"csi.storage.k8s.io/fstype": "ext4"}}""".formatted(DriverProcess.NAME));
            cluster.objects().create("/apis/storage.k8s.io/v1/csidrivers", """
                    {"metadata": {"name": "%s"}, "spec": {"attachRequired": true}}""".formatted(DriverProcess.NAME));
            cluster.objects().create("/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses", """
                    {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotClass",
                     "metadata": {"name": "vsphere"}, "driver": "%s", "deletionPolicy": "Delete"}""".formatted(
                            DriverProcess.NAME));
            servers.startNodes();
            complete = true;
            return servers;
        } finally {
            if (!complete) {
                servers.close();
            }
        }
    }

    private void startNodes() {
        site.addVms(NODE, 0, NODES);
        for (int n = 0; n < NODES; n++) {
            String uuid = site.uuid(NODE, n, 1);
            cluster.startAgent(NodeAgent.nodeOf(NODE + "-" + n, uuid), NotedNodePlugin.of(uuid, MAX_VOLUMES))
                    .awaitRegistered(LIMIT);
        }
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("vsphere-cloud-demo");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private KubeObjects objects() {
        return cluster.objects();
    }

    /// Creates the claim and waits until it is bound.
    ///
    /// @return the claim
    JsonNode bindClaim(String size) {
        createClaim(CLAIM, size, "null");
        return awaitObject(
                CLAIMS + "/" + CLAIM,
                claim -> claim.at("/status/phase").asText().equals("Bound"));
    }

    private void createClaim(String name, String size, String source) {
        objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "vsphere", "accessModes": ["ReadWriteOnce"], "dataSource": %s,
                          "resources": {"requests": {"storage": "%s"}}}}""".formatted(name, source, size));
    }

    /// Requests a larger size, and waits until only the file system has to grow.
    void growClaim(String size) {
        objects().patch(CLAIMS + "/" + CLAIM, """
                {"spec": {"resources": {"requests": {"storage": "%s"}}}}""".formatted(size));
        awaitObject(
                CLAIMS + "/" + CLAIM,
                claim -> claim.at("/status/conditions").findValuesAsText("type").contains("FileSystemResizePending"));
    }

    /// Creates a Pod with the name of its claim, and waits until it is running.
    ///
    /// @param avoided the Node on which it must not run; empty for none
    /// @return its Node
    String runPod(String claim, String avoided) {
        objects().create(PODS, """
                {"metadata": {"name": "%s"},
                 "spec": {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {
                            "nodeSelectorTerms": [{"matchExpressions": [
                              {"key": "kubernetes.io/hostname", "operator": "NotIn", "values": ["%s"]}]}]}}},
                          "containers": [{"name": "main", "image": "example.com/main"}],
                          "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"}}]}}""".formatted(claim, avoided, claim));
        awaitObject(PODS + "/" + claim, pod -> pod.at("/status/phase").asText().equals("Running"));
        return nodeOf(claim);
    }

    /// The Node of a Pod.
    String nodeOf(String pod) {
        return objects().get(PODS + "/" + pod).at("/spec/nodeName").asText();
    }

    /// Deletes a Pod and waits until it is gone.
    void deletePod(String pod) {
        objects().delete(PODS + "/" + pod);
        awaitObject(PODS + "/" + pod, JsonNode::isMissingNode);
    }

    /// Creates a snapshot of the claim and waits until it is ready.
    ///
    /// @return its handle
    String takeSnapshot() {
        objects().create(SNAPSHOTS, """
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot", "metadata": {"name": "%s"},
                 "spec": {"volumeSnapshotClassName": "vsphere", "source": {"persistentVolumeClaimName": "%s"}}}""".formatted(SNAPSHOT, CLAIM));
        JsonNode snapshot = awaitObject(SNAPSHOTS + "/" + SNAPSHOT, read -> read.at("/status/readyToUse")
                .asBoolean());
        return objects()
                .get(CONTENTS + "/"
                        + snapshot.at("/status/boundVolumeSnapshotContentName").asText())
                .at("/status/snapshotHandle")
                .asText();
    }

    /// Creates a claim from the snapshot.
    void restoreSnapshot() {
        createClaim(COPY, "2Gi", """
                {"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "%s"}""".formatted(SNAPSHOT));
    }

    /// Deletes everything, and waits until the PersistentVolumes and VolumeAttachments are gone.
    void deleteAll() {
        deletePod(CLAIM);
        deletePod(COPY);
        objects().delete(SNAPSHOTS + "/" + SNAPSHOT);
        awaitNone(CONTENTS);
        objects().delete(CLAIMS + "/" + CLAIM);
        objects().delete(CLAIMS + "/" + COPY);
        awaitNone(VOLUMES);
        awaitNone(ATTACHMENTS);
    }

    private void awaitNone(String path) {
        awaitObject(path, list -> list.path("items").isEmpty());
    }

    private JsonNode awaitObject(String path, Predicate<JsonNode> wanted) {
        try {
            return objects().await(path, LIMIT, wanted);
        } catch (ServerException e) {
            throw new IllegalStateException(
                    "%s is not in the expected state after %d s%s".formatted(path, LIMIT.toSeconds(), eventMessages()),
                    e);
        }
    }

    private String eventMessages() {
        return objects()
                .get("/api/v1/namespaces/default/events")
                .path("items")
                .valueStream()
                .map(event -> "\n  " + event.path("reason").asText() + ": "
                        + event.path("message").asText())
                .collect(Collectors.joining());
    }

    /// The volumes that CNS knows.
    List<SimulatedVolume> volumes() {
        return site.vcenter().volumes().list();
    }

    /// The disk of a claim.
    SimulatedVolume diskOf(String claim) {
        String volume =
                objects().get(CLAIMS + "/" + claim).at("/spec/volumeName").asText();
        String handle = objects()
                .get(VOLUMES + "/" + volume)
                .at("/spec/csi/volumeHandle")
                .asText();
        return volumes().stream()
                .filter(each -> each.id().equals(handle))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("vCenter does not have the disk " + handle));
    }

    /// The VM of a Node.
    String vmOf(String node) {
        return site.vcenter().vms().stream()
                .filter(vm -> vm.name().equals(node))
                .findFirst()
                .orElseThrow()
                .ref();
    }

    /// The number of calls that vCenter received so far.
    long vcenterCalls() {
        return site.proxy().calls().count();
    }

    Path kubeconfig() {
        return cluster.api().kubeconfig().write(folder.resolve("admin.kubeconfig"));
    }

    Path driverLog() {
        return folder.resolve(DriverProcess.LOG);
    }

    /// The last lines of the driver's log.
    String tail() {
        List<String> lines = driver.program().log().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /// Sends SIGTERM to the driver and waits.
    ///
    /// @return the exit code
    int stopDriver() {
        return driver.program().terminate();
    }

    /// Waits until the driver ends.
    void awaitDriver(Duration limit) {
        driver.program().awaitExit(limit);
    }

    @Override
    public void close() {
        driver.close();
        cluster.close();
        site.close();
        Folders.delete(folder);
    }
}

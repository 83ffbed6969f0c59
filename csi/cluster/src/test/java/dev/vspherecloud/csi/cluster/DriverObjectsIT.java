package dev.vspherecloud.csi.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.csi.cluster.call.RemovalResult;
import dev.vspherecloud.csi.cluster.claim.ClaimEvents;
import dev.vspherecloud.csi.cluster.claim.ClaimOfVolume;
import dev.vspherecloud.csi.cluster.claim.ClaimReason;
import dev.vspherecloud.csi.cluster.claim.KubeClaimStates;
import dev.vspherecloud.csi.cluster.identity.ClusterIdReadResult;
import dev.vspherecloud.csi.cluster.identity.ClusterIdWriteResult;
import dev.vspherecloud.csi.cluster.identity.KubeClusterId;
import dev.vspherecloud.csi.cluster.topology.KubeNodeTopologies;
import dev.vspherecloud.csi.cluster.topology.NodeTopologyObject;
import dev.vspherecloud.csi.cluster.volume.KubePersistentVolumes;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeDetails;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeMigrations;
import dev.vspherecloud.csi.cluster.volume.KubeVolumeVcenters;
import dev.vspherecloud.csi.cluster.volume.MigratedVolumeResult;
import dev.vspherecloud.csi.cluster.volume.VolumeCount;
import dev.vspherecloud.csi.cluster.volume.VolumeRecordResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.csi.domain.topology.NodeTopology;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the adapters on a real kube-apiserver, with a user that has the rights of `rights.json` and no others.
class DriverObjectsIT {
    private static final Duration BUDGET = Duration.ofSeconds(20);
    private static final String NAMESPACE = "csi";
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String MIGRATIONS = "/apis/cns.vmware.com/v1alpha1/cnsvspherevolumemigrations";
    private static final String BINDING =
            "{\"metadata\":{\"name\":\"csi-driver\"},\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"%s\",\"name\":\"csi-driver\"},\"subjects\":[{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"User\",\"name\":\"csi-driver\"}]}";

    private static KubeApiServer server;
    private static KubeConnection adminConnection;
    private static KubeConnection connection;
    private static ApiServer admin;
    private static ApiServer api;

    @BeforeAll
    static void start(@TempDir Path folder) {
        KubeUser driver = KubeUser.named("csi-driver");
        server = KubeApiServer.start(driver);
        server.objects().createNamespace(NAMESPACE);
        server.objects().createNamespace("shop");
        adminConnection = KubeConnection.open(
                "test", server.kubeconfig().write(folder.resolve("admin")).toString(), "");
        admin = adminConnection.server();
        connection = KubeConnection.open(
                "test",
                server.kubeconfig().as(driver).write(folder.resolve("driver")).toString(),
                "");
        api = connection.server();

        Json rights = resource("rights.json");
        create(RBAC + "/clusterroles", rights.find("cluster").toString());
        create(RBAC + "/clusterrolebindings", BINDING.formatted("ClusterRole"));
        create(RBAC + "/namespaces/csi/roles", rights.find("namespace").toString());
        create(RBAC + "/namespaces/csi/rolebindings", BINDING.formatted("Role"));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> new KubeClusterId(api, System::nanoTime, NAMESPACE).read(BUDGET)
                        instanceof ClusterIdReadResult.Absent);
    }

    @AfterAll
    static void stop() {
        connection.close();
        adminConnection.close();
        server.close();
    }

    @Test
    void theFirstClusterIdStays() {
        var clusterId = new KubeClusterId(api, System::nanoTime, NAMESPACE);

        assertThat(clusterId.create("id-1", BUDGET)).isEqualTo(new ClusterIdWriteResult.Created("id-1"));
        assertThat(clusterId.create("id-2", BUDGET)).isEqualTo(new ClusterIdWriteResult.Existed("id-1"));
        assertThat(clusterId.read(BUDGET)).isEqualTo(new ClusterIdReadResult.Present("id-1"));

        ApiCall change = ApiCall.mergePatch(
                "/api/v1/namespaces/csi/configmaps/vsphere-csi-cluster-id", "{\"data\":{\"clusterID\":\"id-3\"}}");
        assertThat(admin.call(change).status()).isEqualTo(422);
    }

    @Test
    void aMissingRightIsNamed() {
        assertThat(new KubeClusterId(api, System::nanoTime, "shop").read(BUDGET))
                .isInstanceOfSatisfying(ClusterIdReadResult.Unread.class, unread -> assertThat(unread.problem())
                        .contains("\"csi-driver\" cannot get resource \"configmaps\"", "check the ClusterRole"));
    }

    @Test
    void aMissingNamespaceIsNamed() {
        var clusterId = new KubeClusterId(admin, System::nanoTime, "nowhere");

        assertThat(clusterId.read(BUDGET)).isEqualTo(new ClusterIdReadResult.Absent());
        assertThat(clusterId.create("id-1", BUDGET))
                .isInstanceOfSatisfying(ClusterIdWriteResult.Failed.class, failed -> assertThat(failed.problem())
                        .contains("namespaces \"nowhere\" not found"));
    }

    @Test
    void allPersistentVolumesAreCountedAndClaimsFollowThem() {
        String bound = createClaim("bound");
        String waiting = createClaim("waiting");
        String gone = "00000000-0000-4000-8000-000000000000";
        createVolume("pvc-" + bound, "", csi("csi.vsphere.vmware.com", "h-0"));
        for (int i = 0; i < 260; i++) {
            createVolume("pv-" + i, "", csi("csi.vsphere.vmware.com", "h-" + i));
        }
        createVolume("zz-other", "", csi("ebs.csi.aws.com", "x"));
        createVolume("zz-in-tree", "", "\"vsphereVolume\":{\"volumePath\":\"[ds] a.vmdk\"}");
        createVolume(
                "zz-migrated",
                "\"pv.kubernetes.io/migrated-to\":\"csi.vsphere.vmware.com\"",
                "\"vsphereVolume\":{\"volumePath\":\"[ds] b.vmdk\"}");

        assertThat(new KubePersistentVolumes(api, System::nanoTime).count(1, BUDGET))
                .isEqualTo(new ListResult.Complete<>(new VolumeCount(261, 1, List.of("h-0"))));
        assertThat(new KubeClaimStates(api, System::nanoTime)
                        .read(Set.of("pvc-" + bound, "pvc-" + waiting, "pvc-" + gone), BUDGET))
                .isEqualTo(new ListResult.Complete<>(Map.of(
                        "pvc-" + bound, ClaimState.BOUND,
                        "pvc-" + waiting, ClaimState.WAITING,
                        "pvc-" + gone, ClaimState.GONE)));
    }

    @Test
    void theObjectsOfAVolumeAreFound() {
        String claim = createClaim("shown");
        createVolume("pv-shown", "", csi("ebs.csi.aws.com", "h-shown"));
        create("/apis/storage.k8s.io/v1/volumeattachments", """
                {"metadata": {"name": "csi-shown"},
                 "spec": {"attacher": "csi.vsphere.vmware.com", "nodeName": "node-1",
                          "source": {"persistentVolumeName": "pv-shown"}}}""");
        var details = new KubeVolumeDetails(api, System::nanoTime);

        assertThat(details.volumes(volume -> volume.name().equals("pv-shown"), BUDGET)
                        .map(volumes -> volumes.getFirst().handle()))
                .isEqualTo(new ListResult.Complete<>("h-shown"));
        assertThat(details.claims(each -> each.uid().equals(claim), BUDGET)
                        .map(claims -> claims.getFirst().name()))
                .isEqualTo(new ListResult.Complete<>("shown"));
        assertThat(details.attachments("pv-shown", BUDGET)
                        .map(attachments -> attachments.getFirst().node()))
                .isEqualTo(new ListResult.Complete<>("node-1"));
    }

    @Test
    void theVcenterOfAVolumeIsRecordedOnce() {
        var vcenters = new KubeVolumeVcenters(api, System::nanoTime, NAMESPACE);
        assertThat(vcenters.read("v-1", BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
        assertThat(vcenters.create("v-1", "vc-a", BUDGET))
                .isInstanceOfSatisfying(VolumeRecordResult.Unknown.class, unknown -> assertThat(unknown.problem())
                        .contains("the definition cnsvolumeinfoes.cns.vmware.com is missing"));
        assertThat(vcenters.list(BUDGET)).isInstanceOf(ListResult.KindUnknown.class);

        assertThat(vcenters.ensureDefinition(BUDGET)).isInstanceOf(RecordDefinitionResult.Created.class);
        assertThat(vcenters.ensureDefinition(BUDGET)).isInstanceOf(RecordDefinitionResult.Existed.class);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> vcenters.list(BUDGET) instanceof ListResult.Complete<Map<String, String>>);

        assertThat(vcenters.create("v-1", "vc-a", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-a"));
        assertThat(vcenters.create("v-1", "vc-b", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-a"));
        assertThat(vcenters.create("file:v-2", "vc-b", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-b"));
        assertThat(vcenters.read("file:v-2", BUDGET)).isEqualTo(new VolumeRecordResult.Found("vc-b"));
        assertThat(vcenters.list(BUDGET))
                .isEqualTo(new ListResult.Complete<>(Map.of("v-1", "vc-a", "file:v-2", "vc-b")));
        assertThat(vcenters.delete("file:v-2", BUDGET)).isEqualTo(new RemovalResult.Removed());
        assertThat(vcenters.delete("file:v-2", BUDGET)).isEqualTo(new RemovalResult.Removed());
        assertThat(vcenters.read("file:v-2", BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
    }

    @Test
    void theVolumeOfADiskIsFound() {
        var migrations = new KubeVolumeMigrations(api, System::nanoTime);
        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.NotFound());
        assertThat(migrations.delete("v-1", BUDGET)).isEqualTo(new RemovalResult.Removed());

        assertThat(migrations.ensureDefinition(BUDGET)).isEqualTo(new RecordDefinitionResult.Created());
        assertThat(migrations.ensureDefinition(BUDGET)).isEqualTo(new RecordDefinitionResult.Existed());
        await().atMost(Duration.ofMinutes(2))
                .until(() -> admin.call(ApiCall.get(MIGRATIONS)).isSuccess());
        createMigration("v-1", "[ds] a.vmdk");
        assertThat(migrations.path("v-2", BUDGET)).isEqualTo(new VolumeRecordResult.Absent());
        assertThat(migrations.create("v-2", "[ds] b.vmdk", BUDGET))
                .isEqualTo(new VolumeRecordResult.Found("[ds] b.vmdk"));
        assertThat(migrations.create("v-2", "[ds] c.vmdk", BUDGET))
                .as("the record was there")
                .isEqualTo(new VolumeRecordResult.Found("[ds] b.vmdk"));

        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.Found("v-1"));
        createMigration("v-3", "[ds] a.vmdk");
        assertThat(migrations.find("[ds] a.vmdk", BUDGET))
                .isEqualTo(new MigratedVolumeResult.Ambiguous(List.of("v-1", "v-3")));
        assertThat(migrations.delete("v-1", BUDGET)).isEqualTo(new RemovalResult.Removed());
        assertThat(migrations.find("[ds] a.vmdk", BUDGET)).isEqualTo(new MigratedVolumeResult.Found("v-3"));
    }

    @Test
    void anEventReachesItsClaim() throws InterruptedException {
        String searched = createClaim("searched");
        String named = createClaim("named");
        var events = new ClaimEvents(connection.server());
        Thread sender = Thread.ofVirtual().start(events);

        for (int i = 0; i < 2; i++) {
            events.warning(ClaimOfVolume.of("pvc-" + searched), new Reason(ClaimReason.DATASTORE_FULL, "ds-1 is full"));
        }
        events.warning(
                ClaimOfVolume.of("other-name", "shop", "named"),
                new Reason(ClaimReason.STORAGE_POLICY_UNKNOWN, "no policy gold"));

        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> assertThat(events())
                .containsExactlyInAnyOrder(
                        "searched " + searched + " DatastoreFull 2 csi.vsphere.vmware.com",
                        "named " + named + " StoragePolicyUnknown 1 csi.vsphere.vmware.com"));
        sender.interrupt();
        sender.join();
        assertThat(events.dropped()).isZero();
    }

    @Test
    void nodeTopologiesAreWatchedAndAnswered() throws InterruptedException {
        var topologies = new KubeNodeTopologies(api, System::nanoTime, () -> {});
        assertThat(topologies.ensureDefinition(BUDGET)).isInstanceOf(RecordDefinitionResult.Created.class);
        assertThat(topologies.ensureDefinition(BUDGET)).isInstanceOf(RecordDefinitionResult.Existed.class);
        String path = "/apis/cns.vmware.com/v1alpha1/csinodetopologies";
        await().atMost(Duration.ofMinutes(2))
                .until(() -> admin.call(ApiCall.get(path), BUDGET).isSuccess());
        Thread watch = Thread.ofVirtual().start(topologies::watch);
        create(
                path,
                "{\"apiVersion\":\"cns.vmware.com/v1alpha1\",\"kind\":\"CSINodeTopology\",\"metadata\":{\"name\":\"w-1\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"w-1\",\"uid\":\"u-1\"}]},\"spec\":{\"nodeID\":\"w-1\",\"nodeuuid\":\"id\"}}");
        await().atMost(Duration.ofMinutes(2)).until(() -> topologies.all().size() == 1);

        NodeTopologyObject asked = topologies.all().getFirst();
        assertThat(asked.nodeUid()).isEqualTo("u-1");
        assertThat(asked.topology()).isEqualTo(new NodeTopology("id", NodeTopology.State.UNANSWERED, Map.of()));
        assertThat(topologies.fail(asked, "no tag", BUDGET)).isEmpty();
        assertThat(topologies.succeed(asked, Map.of("zone", "a"), BUDGET))
                .as("the object has changed since")
                .isPresent();
        NodeTopologyObject failed = topologies.all().getFirst();
        assertThat(failed.error()).isEqualTo("no tag");
        assertThat(topologies.succeed(failed, Map.of("zone", "a"), BUDGET)).isEmpty();
        assertThat(topologies.all().getFirst().topology())
                .isEqualTo(new NodeTopology("id", NodeTopology.State.SUCCESS, Map.of("zone", "a")));
        assertThat(admin.expect(ApiCall.get(path + "/w-1"))
                        .json()
                        .find("status")
                        .toString())
                .isEqualTo(
                        "{\"errorMessage\":\"\",\"status\":\"Success\",\"topologyLabels\":[{\"key\":\"zone\",\"value\":\"a\"}]}");
        watch.interrupt();
        watch.join();
    }

    private static List<String> events() {
        return admin.expect(ApiCall.get("/api/v1/namespaces/shop/events")).json().find("items").items().stream()
                .map(event -> "%s %s %s %s %s"
                        .formatted(
                                event.find("involvedObject", "name").asText(),
                                event.find("involvedObject", "uid").asText(),
                                event.find("reason").asText(),
                                event.find("count").asText(),
                                event.find("source", "component").asText()))
                .toList();
    }

    /// Creates a claim and returns its uid.
    private static String createClaim(String name) {
        return create(
                        "/api/v1/namespaces/shop/persistentvolumeclaims",
                        "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"storageClassName\":\"s\",\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}"
                                .formatted(name))
                .find("metadata", "uid")
                .asText();
    }

    private static String csi(String driver, String handle) {
        return "\"csi\":{\"driver\":\"%s\",\"volumeHandle\":\"%s\"}".formatted(driver, handle);
    }

    private static void createVolume(String name, String annotation, String source) {
        create(
                "/api/v1/persistentvolumes",
                "{\"metadata\":{\"name\":\"%s\",\"annotations\":{%s}},\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"capacity\":{\"storage\":\"1Gi\"},%s}}"
                        .formatted(name, annotation, source));
    }

    private static void createMigration(String volumeId, String path) {
        create(
                MIGRATIONS,
                "{\"apiVersion\":\"cns.vmware.com/v1alpha1\",\"kind\":\"CnsVSphereVolumeMigration\",\"metadata\":{\"name\":\"%s\"},\"spec\":{\"volumeid\":\"%s\",\"volumepath\":\"%s\",\"protectvolumefromvmdelete\":true}}"
                        .formatted(volumeId, volumeId, path));
    }

    private static Json create(String path, String json) {
        return admin.expect(ApiCall.post(path, json)).json();
    }

    private static Json resource(String name) {
        return ApiJson.READER.read(Project.resource(DriverObjectsIT.class, name).getBytes(StandardCharsets.UTF_8));
    }
}

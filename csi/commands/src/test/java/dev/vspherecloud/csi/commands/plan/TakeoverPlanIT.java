package dev.vspherecloud.csi.commands.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.vspherecloud.conformance.Project;
import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsContainerCluster;
import dev.vspherecloud.csi.cns.CnsCreateSpec;
import dev.vspherecloud.csi.cns.CnsEntityMetadata;
import dev.vspherecloud.csi.cns.CnsVolumeId;
import dev.vspherecloud.csi.cns.CnsVolumeMetadata;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine;
import dev.vspherecloud.csi.commands.arguments.CsiCommandLine.Command;
import dev.vspherecloud.csi.commands.lookup.ReadOnlyVcenters;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiConfigFiles;
import dev.vspherecloud.csi.config.CsiConfigReader;
import dev.vspherecloud.csi.config.CsiConfigResult;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `plan` on a cluster as vsphere-csi-driver (Go) leaves it, with special objects of each kind.
///
/// The property `vspherecloud.renew` writes the two files with the expected output. The user may only list and get
/// what `plan-rights.json` allows.
@Timeout(300)
class TakeoverPlanIT {
    private static final Path EXPECTED =
            Project.path("csi/commands/src/test/resources/dev/vspherecloud/csi/commands/plan");
    private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
    private static final String BINDING = """
            {"metadata": {"name": "csi-plan"}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "%s",
             "name": "csi-plan"}, "subjects": [{"kind": "ServiceAccount", "name": "csi-plan", "namespace": "default"}]}""";

    private static final String RECORDS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/" + GoCluster.NAMESPACE + "/cnsvolumeoperationrequests";

    @TempDir
    private static Path folder;

    /// The output for a cluster that has only what this driver needs.
    private static Output clear;

    private static KubeApiServer server;
    private static KubeUser planner;
    private static KubeUser stranger;
    private static VcenterSite site;
    private static List<String> volumes;

    private record Output(int exitCode, String out, String err) {
        JsonNode json() {
            try {
                return new ObjectMapper().readTree(out);
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }

        /// The objects with a code, as `kind name`.
        Set<String> objects(TakeoverCode code) {
            return json().path("objects")
                    .valueStream()
                    .filter(row -> row.path("code").asText().equals(code.text()))
                    .map(row ->
                            row.path("kind").asText() + " " + row.path("name").asText())
                    .collect(Collectors.toSet());
        }
    }

    @BeforeAll
    static void start() throws InterruptedException {
        site = VcenterSite.start("plan", folder);
        try (var empty = KubeApiServer.shared()) {
            volumes = createVolumes(empty);
        }
        try (var empty = KubeApiServer.shared()) {
            clear = planOfClearCluster(empty);
        }
        server = KubeApiServer.shared();
        planner = server.account("csi-plan");
        stranger = server.account("csi-stranger");
        GoCluster.create(server, volumes);
        Json rights = ApiJson.READER.read(
                Project.resource(TakeoverPlanIT.class, "plan-rights.json").getBytes(StandardCharsets.UTF_8));
        String role = RBAC + "/namespaces/" + GoCluster.NAMESPACE;
        server.objects().create(RBAC + "/clusterroles", rights.find("cluster").toString());
        server.objects().create(RBAC + "/clusterrolebindings", BINDING.formatted("ClusterRole"));
        server.objects().create(role + "/roles", rights.find("namespace").toString());
        server.objects().create(role + "/rolebindings", BINDING.formatted("Role"));
        String logins = RBAC + "/namespaces/kube-system";
        server.objects().create(logins + "/roles", rights.find("logins").toString());
        server.objects().create(logins + "/rolebindings", BINDING.formatted("Role"));
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> run(planner, "--without-vcenter", "-o", "json")
                .json()
                .path("unread")
                .isEmpty());
    }

    /// Creates six volumes: four of this cluster, one of another, and one of both.
    private static List<String> createVolumes(KubeApiServer empty) throws InterruptedException {
        try (var connection = KubeConnection.open(
                        "test",
                        empty.kubeconfig().write(folder.resolve("admin")).toString(),
                        "");
                var vcenters = new ReadOnlyVcenters(config(), connection, Map.of(), System::nanoTime)) {
            var vcenter = vcenters.all().getFirst();
            for (int i = 1; i <= 6; i++) {
                String name = "pvc-" + i;
                var cluster = CnsContainerCluster.vanilla(i == 5 ? "cluster-b" : "cluster-a", "VanillaK8S");
                List<CnsEntityMetadata> entities = i == 6
                        ? List.of(CnsEntityMetadata.persistentVolume("pv-of-b", "cluster-b", Map.of()))
                        : List.of();
                var spec = CnsCreateSpec.newDisk(name, 1024, List.of(), new CnsVolumeMetadata(cluster, entities));
                var _ = vcenters.read(vcenter, session -> new CnsClient(session).createVolume(spec));
            }
        }
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> site.vcenter().volumes().list().size() == 6);
        Map<String, String> ids = site.vcenter().volumes().list().stream()
                .collect(Collectors.toMap(SimulatedVolume::name, SimulatedVolume::id));
        return IntStream.rangeClosed(1, 6).mapToObj(i -> ids.get("pvc-" + i)).toList();
    }

    private static CsiConfig config() {
        Path file = write("csi-vsphere.conf", configText("cluster-id = \"cluster-a\""));
        return CsiConfigReader.read(new CsiConfigFiles(file, Optional.empty()), Map.of())
                        instanceof CsiConfigResult.Accepted(CsiConfig config, var _)
                ? config
                : fail("the configuration is rejected");
    }

    private static String configText(String global) {
        return """
                [Global]
                %s
                [Labels]
                topology-categories = "k8s-zone"
                [VirtualCenter "127.0.0.1"]
                user = "%s"
                password = "%s"
                port = "%d"
                ca-file = "%s"
                """.formatted(
                        global,
                        site.vcenter().username(),
                        site.vcenter().password(),
                        site.proxy().port(),
                        folder.resolve("plan.pem"));
    }

    private static Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Output run(KubeUser user, String... arguments) {
        return run(user, folder.resolve("csi-vsphere.conf"), arguments);
    }

    private static Output run(KubeUser user, Path config, String... arguments) {
        var words = new ArrayList<>(List.of("plan"));
        words.add("--kubeconfig=" + server.kubeconfig().as(user).write(folder.resolve("kubeconfig-" + user.name())));
        words.addAll(List.of(arguments));
        Command.Plan command = (Command.Plan) CsiCommandLine.parse(words, "1.2.3");
        return run(command, Map.of("VSPHERE_CSI_CONFIG", config.toString()));
    }

    private static Output run(Command.Plan command, Map<String, String> environment) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int exitCode = new TakeoverPlanCommand(
                        command,
                        environment,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run();
        return new Output(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @AfterAll
    static void stop() {
        site.close();
        server.close();
    }

    /// Compares an output with a file beside this test.
    private static void assertIsFile(String name, String text) {
        Path file = EXPECTED.resolve(name);
        assertThat(Project.read(Project.renewed(file, text))).isEqualTo(text);
    }

    @Test
    void everySpecialObjectIsNamed() {
        Output text = run(planner, "--without-vcenter");
        Output json = run(planner, "--without-vcenter", "-o", "json");

        assertThat(text.exitCode()).as(text.err()).isEqualTo(2);
        assertThat(json.exitCode()).as(json.err()).isEqualTo(2);
        assertIsFile("plan-of-go.txt", text.out());
        assertIsFile("plan-of-go.json", json.out().replace("},{", "},\n{"));
    }

    /// Bar: the special volumes and attachments, each with all of its codes.
    @Test
    void thirtySpecialVolumesAndAttachmentsAreNamed() {
        Output output = run(planner, "--without-vcenter", "-o", "json");

        Set<String> named = output.json()
                .path("objects")
                .valueStream()
                .filter(row -> Set.of("PersistentVolume", "VolumeAttachment")
                        .contains(row.path("kind").asText()))
                .map(row -> row.path("name").asText())
                .collect(Collectors.toSet());

        assertThat(named).hasSizeGreaterThanOrEqualTo(30).noneMatch(name -> name.contains("ok"));
        assertThat(output.objects(TakeoverCode.FILE_VOLUME))
                .containsExactlyInAnyOrder(
                        "PersistentVolume pv-file-1", "PersistentVolume pv-file-2", "PersistentVolume pv-file-3");
        assertThat(output.objects(TakeoverCode.TOPOLOGY_COLLISION)).containsExactly("Node node-collision");
        assertThat(output.objects(TakeoverCode.GO_CONTROLLER_RUNS))
                .containsExactly("Deployment vmware-system-csi/vsphere-csi-controller");
    }

    @Test
    void vcenterKnowsMore() {
        int tasks = site.vcenter().volumes().tasks().size();
        long logins = logins();

        Output output = run(planner, "-o", "json");

        assertThat(output.exitCode()).as(output.err()).isEqualTo(2);
        assertThat(output.json().path("unread")).isEmpty();
        assertThat(output.objects(TakeoverCode.VOLUME_OF_OTHER_CLUSTER))
                .containsExactly("PersistentVolume pv-other-cluster");
        assertThat(output.objects(TakeoverCode.VOLUME_OF_SEVERAL_CLUSTERS))
                .containsExactly("PersistentVolume pv-two-clusters");
        assertThat(output.objects(TakeoverCode.VOLUME_NOT_IN_CNS))
                .contains("PersistentVolume pv-not-in-cns", "PersistentVolume pv-file-1")
                .doesNotContain(
                        "PersistentVolume pv-ok-dynamic",
                        "PersistentVolume pv-handle-text",
                        "PersistentVolume pv-being-deleted");
        assertThat(output.objects(TakeoverCode.VOLUME_BEING_DELETED))
                .containsExactly("PersistentVolume pv-being-deleted");
        assertThat(site.vcenter().volumes().tasks()).hasSize(tasks);
        assertThat(logins() - logins).isEqualTo(1);
    }

    /// While the controllers are stopped, these objects do not change. Only a task of vCenter is waited for.
    @Test
    void whatNoTaskDoesIsNotWaitedFor() throws InterruptedException {
        var done = site.vcenter().volumes().tasks().getFirst();
        record("pvc-ended", done.ref());

        Output idle = run(planner, "-o", "json");

        assertThat(idle.objects(TakeoverCode.ATTACH_UNFINISHED)).containsExactly("VolumeAttachment csi-attaching");
        assertThat(idle.objects(TakeoverCode.DETACH_UNFINISHED)).containsExactly("VolumeAttachment csi-detaching");
        assertThat(idle.objects(TakeoverCode.SNAPSHOT_UNFINISHED))
                .containsExactly("VolumeSnapshotContent snap-running");
        assertThat(idle.objects(TakeoverCode.OPERATION_UNFINISHED)).contains("CnsVolumeOperationRequest pvc-ended");
        assertThat(idle.objects(TakeoverCode.OPERATION_IN_PROGRESS)).isEmpty();

        site.vcenter().volumes().apply(VolumeRule.next("CnsCreateSnapshots").hold());
        String held = takeSnapshot();
        record("snapshot-held", held);

        Output busy = run(planner, "-o", "json");

        assertThat(busy.objects(TakeoverCode.SNAPSHOT_IN_PROGRESS))
                .containsExactly("VolumeSnapshotContent snap-running");
        assertThat(busy.objects(TakeoverCode.OPERATION_IN_PROGRESS))
                .containsExactly("CnsVolumeOperationRequest snapshot-held");
        assertThat(busy.objects(TakeoverCode.ATTACH_UNFINISHED)).containsExactly("VolumeAttachment csi-attaching");
        site.vcenter().volumes().releaseTasks();
        server.objects().delete(RECORDS + "/pvc-ended");
        server.objects().delete(RECORDS + "/snapshot-held");
    }

    private static void record(String name, String task) {
        server.objects().create(RECORDS, """
                {"apiVersion": "cns.vmware.com/v1alpha1", "kind": "CnsVolumeOperationRequest",
                 "metadata": {"name": "%s"}, "spec": {"name": "%s"},
                 "status": {"latestOperationDetails": [{"taskInvocationTimestamp": "2026-01-02T03:04:05Z",
                  "taskId": "%s", "opId": "", "taskStatus": "InProgress"}]}}""".formatted(name, name, task));
    }

    /// Begins a snapshot, and returns its task.
    private static String takeSnapshot() throws InterruptedException {
        try (var connection = KubeConnection.open(
                        "test",
                        server.kubeconfig().write(folder.resolve("admin")).toString(),
                        "");
                var vcenters = new ReadOnlyVcenters(config(), connection, Map.of(), System::nanoTime)) {
            return vcenters.read(vcenters.all().getFirst(), session -> new CnsClient(session)
                            .createSnapshot(new CnsVolumeId(volumes.getFirst()), "snapshot-1", Optional.empty()))
                    .value();
        }
    }

    @Test
    void aSlowVcenterIsAskedToTheEnd() {
        JsonNode quick = run(planner, "-o", "json").json();
        try (var _ = site.proxy().add(Rule.on("CnsQueryVolume").then(Fault.delay(Duration.ofSeconds(1))))) {
            assertThat(run(planner, "-o", "json").json().path("unread")).isEqualTo(quick.path("unread"));
        }
    }

    private static long logins() {
        return site.proxy().calls().count("Login");
    }

    @Test
    void theClusterIdIsTakenFromCns() {
        Path config = write("without-id.conf", configText(""));

        Output asked = run(planner, config, "-o", "json");
        Output notAsked = run(planner, config, "-o", "json", "--without-vcenter");

        assertThat(asked.objects(TakeoverCode.CLUSTER_ID_REFUSED)).containsExactly("Configuration csi-vsphere.conf");
        assertThat(asked.out()).contains("cluster-a\\\", \\\"cluster-b");
        assertThat(notAsked.json().path("notChecked").toString()).contains("the cluster id, which only CNS has");
    }

    @Test
    void aVcenterThatRefusesTheLoginIsNamed() {
        Path config =
                write("wrong-password.conf", configText("").replaceFirst("password = .*", "password = \"wrong\""));

        Output output = run(planner, config);

        assertThat(output.exitCode()).isEqualTo(2);
        assertThat(output.out())
                .contains("Not read, so the plan is incomplete", "no session with vCenter", "pv-file-1");
    }

    @Test
    void aWrongConfigurationIsNamed() {
        Path rejected = write("rejected.conf", "[Global]\ncluster-id = \"cluster-a\"\n[VirtualCenter \"127.0.0.1\"]\n");

        Output wrong = run(planner, rejected, "-o", "json");
        Output absent = run(planner, folder.resolve("absent").resolve("csi-vsphere.conf"));

        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.objects(TakeoverCode.CONFIG_REFUSED)).containsExactly("Configuration csi-vsphere.conf");
        assertThat(absent.exitCode()).isEqualTo(2);
        assertThat(absent.out()).contains("configuration: found no file", "set VSPHERE_CSI_CONFIG");
    }

    @Test
    void missingRightsAreNamed() {
        Output output = run(stranger, "--without-vcenter", "-o", "json");

        assertThat(output.exitCode()).isEqualTo(2);
        String unread = output.json().path("unread").toString();
        assertThat(List.of(
                        "csidrivers",
                        "validatingwebhookconfigurations",
                        "configmaps",
                        "deployments",
                        "daemonsets",
                        "csinodes",
                        "csinodetopologies",
                        "cnsvspherevolumemigrations",
                        "volumeattachments",
                        "persistentvolumes",
                        "storageclasses",
                        "volumesnapshotclasses",
                        "volumesnapshotcontents",
                        "cnsvolumeoperationrequests",
                        "cnsvolumeinfoes"))
                .allSatisfy(resource -> assertThat(unread).contains("resource \\\"%s\\\"".formatted(resource)));
    }

    @Test
    void withoutAnApiServerThereIsNoPlan() {
        Path kubeconfig = write("nowhere", server.kubeconfig().text().replace(":" + server.port(), ":1"));
        var err = new ByteArrayOutputStream();
        int exitCode = new TakeoverPlanCommand(
                        new Command.Plan(Optional.of(kubeconfig.toString()), true, false),
                        Map.of(),
                        System.out,
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run();

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("Error: ");
    }

    @Test
    void aClusterWithoutTheDriverIsClear() {
        assertThat(clear.exitCode()).as(clear.out()).isZero();
        assertThat(clear.out()).contains("replace now  yes: nothing would stop working");
    }

    /// Comes before the cluster of the other tests, on the same API server.
    private static Output planOfClearCluster(KubeApiServer empty) {
        empty.objects().create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"vmware-system-csi\"}}");
        empty.objects().create("/apis/storage.k8s.io/v1/csidrivers", """
                {"metadata": {"name": "csi.vsphere.vmware.com"}, "spec": {"attachRequired": true}}""");
        empty.objects().create("/apis/apps/v1/namespaces/vmware-system-csi/daemonsets", """
                {"metadata": {"name": "vsphere-csi-node"}, "spec": {"selector": {"matchLabels": {"a": "b"}},
                 "template": {"metadata": {"labels": {"a": "b"}},
                              "spec": {"containers": [{"name": "vsphere-csi-node", "image": "driver"}]}}}}""");
        Path kubeconfig = empty.kubeconfig().write(folder.resolve("empty"));
        return run(
                new Command.Plan(Optional.of(kubeconfig.toString()), false, false),
                Map.of("VSPHERE_CSI_CONFIG", folder.resolve("csi-vsphere.conf").toString()));
    }
}

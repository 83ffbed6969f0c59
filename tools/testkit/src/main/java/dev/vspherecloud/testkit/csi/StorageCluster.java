package dev.vspherecloud.testkit.csi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.csi.node.NodeAgent;
import dev.vspherecloud.testkit.csi.node.NodePlugin;
import dev.vspherecloud.testkit.servers.GuardedProgram;
import dev.vspherecloud.testkit.servers.KubeAnswerException;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.Manifest;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.ServerBinaries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A cluster with the controllers and the scheduler of Kubernetes, and no kubelets. A Node with an agent
/// ([#startAgent]) runs Pods with volumes; other Nodes only take Pods.
///
/// The controllers and the scheduler have the rights that RBAC gives them in each cluster. The sidecars of
/// [#startSidecars] have all rights.
///
/// Differences from a cluster: no leader election, so that a component works as soon as it has started; and shorter
/// intervals, so that a test does not wait for a retry.
///
/// Threads: one thread starts and closes it; any thread may use the objects.
public final class StorageCluster implements AutoCloseable {
    private static final KubeUser CONTROLLER_MANAGER = KubeUser.named("system:kube-controller-manager");
    private static final KubeUser SCHEDULER = KubeUser.named("system:kube-scheduler");
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final KubeApiServer api;
    private final List<String> flags;
    private final List<GuardedProgram> controllers = new ArrayList<>();
    private final List<CsiSidecars> sidecars = new ArrayList<>();
    private final List<NodeAgent> agents = new ArrayList<>();

    /// @param flags of kube-controller-manager, besides the usual ones
    private StorageCluster(KubeApiServer api, List<String> flags) {
        this.api = api;
        this.flags = List.copyOf(flags);
    }

    /// Starts all servers. They are ready when this method returns.
    public static StorageCluster start() {
        return start(List.of());
    }

    /// The same, with a node controller that sets a Node to unknown when its kubelet is silent for this time. Nodes
    /// without an agent are set to unknown as well.
    ///
    /// @param silence at least 5 s, because an agent renews its Lease every 2 s; 50 s by default
    public static StorageCluster startImpatient(Duration silence) {
        return start(List.of("--node-monitor-period=1s", "--node-monitor-grace-period=" + silence.toMillis() + "ms"));
    }

    /// @param flags of kube-controller-manager
    private static StorageCluster start(List<String> flags) {
        var cluster = new StorageCluster(KubeApiServer.start(CONTROLLER_MANAGER, SCHEDULER), flags);
        var complete = false;
        try {
            cluster.startControllers();
            complete = true;
            return cluster;
        } finally {
            if (!complete) {
                cluster.close();
            }
        }
    }

    private void startControllers() {
        controllers.add(GuardedProgram.startServing(
                ServerBinaries.controller("kube-controller-manager"),
                Stream.concat(
                                Stream.of(
                                        "--kubeconfig=kubeconfig",
                                        "--leader-elect=false",
                                        "--use-service-account-credentials=true",
                                        "--service-account-private-key-file=service-accounts.key",
                                        "--root-ca-file=api-server.pem",
                                        "--flex-volume-plugin-dir=flex-volumes",
                                        "--pvclaimbinder-sync-period=1s",
                                        "--attach-detach-reconcile-sync-period=2s",
                                        "--kube-api-qps=100",
                                        "--kube-api-burst=100",
                                        "--profiling=false"),
                                flags.stream())
                        .toList(),
                Map.of(
                        "kubeconfig", api.kubeconfig().as(CONTROLLER_MANAGER).text(),
                        "service-accounts.key", api.serviceAccountKeyPem(),
                        "api-server.pem", api.certificatePem())));
        controllers.add(GuardedProgram.startServing(
                ServerBinaries.controller("kube-scheduler"),
                List.of("--kubeconfig=kubeconfig", "--leader-elect=false", "--profiling=false"),
                Map.of("kubeconfig", api.kubeconfig().as(SCHEDULER).text())));
    }

    private void createSnapshotDefinitions() {
        var definitions = read(ServerBinaries.snapshotDefinitions());
        definitions.forEach(
                definition -> objects().create(DEFINITIONS, definition.json().toString()));
        definitions.forEach(definition -> objects()
                .await(
                        DEFINITIONS + "/" + definition.name(),
                        LIMIT,
                        read -> read.at("/status/conditions")
                                        .findValuesAsText("type")
                                        .contains("Established")
                                && isServed(read)));
    }

    /// Returns true if the API server lists the objects. For a moment after a definition is established, it
    /// answers 429.
    private boolean isServed(JsonNode definition) {
        try {
            return definition
                    .at("/spec/versions")
                    .valueStream()
                    .filter(version -> version.path("served").asBoolean())
                    .map(version -> "/apis/%s/%s/%s"
                            .formatted(
                                    definition.at("/spec/group").asText(),
                                    version.path("name").asText(),
                                    definition.at("/spec/names/plural").asText()))
                    .allMatch(path -> objects().find(path).isPresent());
        } catch (KubeAnswerException _) {
            return false;
        }
    }

    private static List<Manifest> read(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            var texts = new ArrayList<Manifest>();
            for (Path file : files.sorted().toList()) {
                texts.addAll(Manifest.parse(Files.readString(file)));
            }
            return texts;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public KubeApiServer api() {
        return api;
    }

    /// Reads and writes the objects of the cluster as the administrator.
    public KubeObjects objects() {
        return api.objects();
    }

    /// Starts the agent of a Node, which does what a kubelet does for storage. It ends with this cluster at the
    /// latest.
    public NodeAgent startAgent(NodeSpec node, NodePlugin plugin) {
        NodeAgent agent = NodeAgent.start(objects(), InstantSource.system(), node, plugin);
        agents.add(agent);
        return agent;
    }

    /// Creates a ready Node with room for Pods. Attached volumes are managed by the controller, as every kubelet
    /// requests.
    public void createNode(String name) {
        objects()
                .createNode(NodeSpec.aNode(name)
                        .annotation("volumes.kubernetes.io/controller-managed-attach-detach", "true"));
        objects().patch("/api/v1/nodes/" + name + "/status", """
                {"status": {"capacity": {"cpu": "8", "memory": "32Gi", "pods": "110"},
                            "allocatable": {"cpu": "8", "memory": "32Gi", "pods": "110"}}}""");
    }

    /// Starts all sidecars and the snapshot controller, and creates the CustomResourceDefinitions of snapshots before.
    /// The sidecars wait until a driver listens on the socket. They end with this cluster at the latest.
    ///
    /// @param socket of the driver
    public CsiSidecars startSidecars(Path socket, SidecarOptions options) {
        if (sidecars.isEmpty()) {
            createSnapshotDefinitions();
        }
        var started = CsiSidecars.start(api.kubeconfig(), socket, options);
        sidecars.add(started);
        return started;
    }

    /// The controller manager and the scheduler.
    public List<GuardedProgram> controllers() {
        return List.copyOf(controllers);
    }

    /// Restarts the controllers and the scheduler. They forget what they knew of Nodes, Pods and attachments that are
    /// gone.
    public void restartControllers() {
        controllers.forEach(GuardedProgram::close);
        controllers.clear();
        startControllers();
    }

    @Override
    public void close() {
        agents.forEach(NodeAgent::close);
        sidecars.forEach(CsiSidecars::close);
        controllers.forEach(GuardedProgram::close);
        api.close();
    }
}

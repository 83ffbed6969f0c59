package dev.vspherecloud.csi.application.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Folders;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.CsiSidecars;
import dev.vspherecloud.testkit.csi.SidecarOptions;
import dev.vspherecloud.testkit.csi.StorageCluster;
import dev.vspherecloud.testkit.csi.node.NodeAgent;
import dev.vspherecloud.testkit.csi.node.NodeTopologyRequest;
import dev.vspherecloud.testkit.csi.node.NotedNodePlugin;
import dev.vspherecloud.testkit.inventory.TagCategory;
import dev.vspherecloud.testkit.inventory.TaggedObject;
import dev.vspherecloud.testkit.inventory.Topology;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.ServerException;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.volume.DatastoreSpec;
import dev.vspherecloud.testkit.volume.SimulatedDatastore;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A cluster in which Pods use volumes: the controllers and the scheduler of Kubernetes, the sidecars, the packaged
/// driver, a vCenter with three zones, and four Nodes with agents.
///
/// The clusters `pods-cluster-a` and `pods-cluster-b` have the tags of their zones; of the third, the host has the
/// tag. The datastore `datastore1` is mounted on all hosts, and `zone-a`, `zone-b` and `zone-c` on those of one
/// zone. The Nodes `n-0` to `n-3` are in the zones a, b, c and a.
///
/// A start takes seconds, in which it uses a core, so [#close] lends the bed to the next test of this JVM. The Nodes
/// and their agents belong to one test; the servers, the VMs, the driver and its sidecars stay.
///
/// Threads: one.
final class PodBed implements AutoCloseable {
    static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    static final String PODS = "/api/v1/namespaces/default/pods";
    static final String VOLUMES = "/api/v1/persistentvolumes";
    static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
    static final String SNAPSHOTS = "/apis/snapshot.storage.k8s.io/v1/namespaces/default/volumesnapshots";
    static final String CONTENTS = "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents";
    static final String CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
    private static final String CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
    private static final String TOPOLOGIES = "/apis/cns.vmware.com/v1alpha1/csinodetopologies";
    private static final String NODE_LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
    private static final String EVENTS = "/api/v1/namespaces/default/events";
    static final String ZONE = "topology.csi.vmware.com/" + TestBed.ZONE;
    static final String DATACENTER = "pods-dc";
    static final int NODES = 4;

    /// The time for a step of the test with all of its claims.
    static final Duration LIMIT = Duration.ofMinutes(3);

    private static final int MAX_VOLUMES = 59;

    /// Often, because a scenario waits for several of them.
    private static final Duration COMPARISON = Duration.ofSeconds(2);

    private static final Duration SILENCE = Duration.ofSeconds(10);
    private static final List<String> ZONES = List.of("a", "b", "c", "a");

    /// Beds that were closed and can be used again.
    private static final Deque<PodBed> IDLE = new ConcurrentLinkedDeque<>();

    static {
        // The servers end with this JVM in any case. This deletes the folder.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> IDLE.forEach(PodBed::end), "pod-beds"));
    }

    private final StorageCluster cluster;
    private final DriverBed drivers;
    private final VcenterSite site;
    private final Path folder;
    private final List<NodeAgent> agents = new ArrayList<>();
    private final List<SimulatedDatastore> datastores;
    private final List<SimulatedVm> machines;
    private final Set<String> classes;
    private boolean topology;
    private Path socket;
    private DriverBed.Driver driver;
    private CsiSidecars sidecars;
    private int replicas;
    private boolean lostNodes;

    private PodBed(boolean topology, StorageCluster cluster, Path folder) {
        this.topology = topology;
        this.cluster = cluster;
        this.drivers = new DriverBed(cluster.api(), folder);
        this.site = drivers.addVcenter("pods");
        this.folder = folder;
        this.socket = drivers.socket();
        prepareVcenter();
        this.datastores = volumes().datastores();
        this.machines = site.vcenter().vms();
        this.driver = launchDriver().awaitReady();
        this.sidecars = startSidecars();
        createClasses();
        this.classes = items(CLASSES).stream().map(PodBed::name).collect(Collectors.toSet());
    }

    /// Returns a bed without Nodes, which an earlier test of this JVM may have used.
    ///
    /// @param topology true for a driver with zones, and a provisioner that passes them
    static PodBed shared(boolean topology) {
        PodBed idle = IDLE.poll();
        return idle == null ? start(topology) : idle.prepared(topology);
    }

    /// The driver and its sidecars get other options with a restart, which is much less than another control plane.
    private PodBed prepared(boolean withTopology) {
        var complete = false;
        try {
            if (topology != withTopology) {
                topology = withTopology;
                // A driver that ends in order gives up its Lease; the next one need not wait until it expires.
                driver.program().terminate();
                restartDriver();
            }
            volumes().resetCalls();
            complete = true;
            return this;
        } finally {
            if (!complete) {
                end();
            }
        }
    }

    private static PodBed start(boolean topology) {
        StorageCluster cluster = StorageCluster.startImpatient(SILENCE);
        var complete = false;
        try {
            var bed = new PodBed(topology, cluster, Files.createTempDirectory("vsphere-csi-bed-"));
            complete = true;
            return bed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!complete) {
                cluster.close();
            }
        }
    }

    private void prepareVcenter() {
        site.vcenter().add(Topology.empty().cluster(DATACENTER, "pods-cluster-c", 1));
        TagCategory zones = site.vcenter().addCategory(TestBed.ZONE, "zone-c");
        site.vcenter()
                .attach(
                        zones.tag("zone-c"),
                        TaggedObject.host(site.vcenter()
                                .inventory()
                                .cluster(DATACENTER, "pods-cluster-c")
                                .host("pods-cluster-c-host-1")));
        volumes()
                .change(
                        DatastoreSpec.datastore(DATACENTER, "zone-a")
                                .hosts("pods-cluster-a-host-1", "pods-cluster-a-host-2"),
                        DatastoreSpec.datastore(DATACENTER, "zone-b")
                                .hosts("pods-cluster-b-host-1", "pods-cluster-b-host-2"),
                        DatastoreSpec.datastore(DATACENTER, "zone-c").hosts("pods-cluster-c-host-1"));
        IntStream.range(0, NODES).forEach(this::addVm);
    }

    private void addVm(int n) {
        String compute = "pods-cluster-" + ZONES.get(n);
        site.vcenter()
                .addVm(site.vm("n", n).in(DATACENTER, compute).onHost(compute + "-host-" + (n == NODES - 1 ? 2 : 1)));
    }

    /// Starts a process of the driver at the current socket.
    private DriverBed.Driver launchDriver() {
        String labels = "\n[Labels]\ntopology-categories = \"%s, %s\"\n".formatted(TestBed.REGION, TestBed.ZONE);
        return drivers.start(
                topology ? drivers.config() + labels : drivers.config(), Map.of("CSI_ENDPOINT", "unix://" + socket));
    }

    private CsiSidecars startSidecars() {
        SidecarOptions options = SidecarOptions.defaults().withComparison(COMPARISON);
        return cluster.startSidecars(socket, topology ? options.withTopology() : options);
    }

    private void createClasses() {
        objects().create("/apis/storage.k8s.io/v1/csidrivers", """
                {"metadata": {"name": "csi.vsphere.vmware.com"}, "spec": {"attachRequired": true}}""");
        objects().create("/apis/snapshot.storage.k8s.io/v1/volumesnapshotclasses", """
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotClass",
                 "metadata": {"name": "snapshots"}, "driver": "csi.vsphere.vmware.com", "deletionPolicy": "Delete"}""");
        createClass("immediate", "Immediate", "{}");
        createClass("late", "WaitForFirstConsumer", "{}");
        createClass("policy", "Immediate", "{\"storagepolicyname\": \"vSAN Default Storage Policy\"}");
        createClass(
                "list",
                "WaitForFirstConsumer",
                "{\"datastoreurl\": \"%s, %s, %s, %s\"}"
                        .formatted(url("datastore1"), url("zone-a"), url("zone-b"), url("zone-c")));
        createClass("shared", "Immediate", "{\"datastoreurl\": \"%s\"}".formatted(url("datastore1")));
    }

    private void createClass(String name, String binding, String parameters) {
        objects().create(CLASSES, """
                {"metadata": {"name": "%s"}, "provisioner": "csi.vsphere.vmware.com", "reclaimPolicy": "Delete",
                 "allowVolumeExpansion": true, "volumeBindingMode": "%s", "parameters": %s}""".formatted(name, binding, parameters));
    }

    /// The URL of a datastore.
    String url(String datastore) {
        return volumes().datastores().stream()
                .filter(each -> each.name().equals(datastore))
                .findFirst()
                .orElseThrow()
                .url();
    }

    /// Starts the agents of all Nodes, which have their provider ids.
    PodBed startNodes() {
        for (int n = 0; n < NODES; n++) {
            startNode(n, NodeAgent.nodeOf("n-" + n, uuid(n)));
        }
        return awaitNodes();
    }

    /// Starts the agents of all Nodes as their kubelets register them; a cloud controller manager initialises them.
    PodBed startUninitializedNodes() {
        for (int n = 0; n < NODES; n++) {
            startNode(n, NodeSpec.aNode("n-" + n).systemUuid(uuid(n)).uninitialized());
        }
        return awaitNodes();
    }

    private void startNode(int n, NodeSpec node) {
        NotedNodePlugin plugin = topology
                ? NotedNodePlugin.of(new NodeTopologyRequest(objects(), node.name(), uuid(n)), MAX_VOLUMES)
                : NotedNodePlugin.of(uuid(n), MAX_VOLUMES);
        agents.add(cluster.startAgent(node, plugin));
    }

    private PodBed awaitNodes() {
        agents.forEach(agent -> agent.awaitRegistered(LIMIT));
        return this;
    }

    KubeObjects objects() {
        return cluster.objects();
    }

    StorageCluster cluster() {
        return cluster;
    }

    VcenterSite site() {
        return site;
    }

    /// CNS.
    SimulatorVolumes volumes() {
        return site.vcenter().volumes();
    }

    DriverBed.Driver driver() {
        return driver;
    }

    /// The driver with its vCenter. It ends with this bed.
    DriverBed drivers() {
        return drivers;
    }

    /// The socket of the driver.
    Path socket() {
        return socket;
    }

    CsiSidecars sidecars() {
        return sidecars;
    }

    /// Kills the driver, and starts it and its sidecars again. This ends their Pod on another Node.
    void replaceDriver() {
        driver.program().kill();
        restartDriver();
    }

    private void restartDriver() {
        sidecars.close();
        driver = launchDriver().awaitReady();
        sidecars = startSidecars();
    }

    /// Lets another replica, with its own sidecars, take over. The former one is killed or paused first; its sidecars
    /// end. The Lease is deleted, as if it had expired.
    ///
    /// @return the former process
    Program takeOver(boolean isKilled) {
        Program former = driver.program();
        socket = folder.resolve("csi-%d.sock".formatted(++replicas));
        DriverBed.Driver replica = launchDriver();
        replica.program().awaitLog("Another process is the active controller", LIMIT);
        if (isKilled) {
            former.kill();
        } else {
            former.pause();
        }
        sidecars.close();
        objects().deleteLease(DriverBed.NAMESPACE, "vsphere-csi-controller");
        driver = replica.awaitReady();
        sidecars = startSidecars();
        return former;
    }

    NodeAgent agent(String node) {
        return agents.stream()
                .filter(each -> each.name().equals(node))
                .findFirst()
                .orElseThrow();
    }

    List<NodeAgent> agents() {
        return List.copyOf(agents);
    }

    NotedNodePlugin plugin(String node) {
        return (NotedNodePlugin) agent(node).plugin();
    }

    String uuid(int n) {
        return site.uuid("n", n, 1);
    }

    /// The references of the VMs by the names of their Nodes, as `n-0`. A VM that is destroyed is missing.
    Map<String, String> vms() {
        return site.vcenter().vms().stream().collect(Collectors.toMap(SimulatedVm::name, SimulatedVm::ref));
    }

    // Objects

    void createClaim(String name, String storageClass) {
        createClaim(name, storageClass, "1Gi", "null");
    }

    /// @param source a `dataSource` as JSON
    void createClaim(String name, String storageClass, String size, String source) {
        objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "%s", "accessModes": ["ReadWriteOnce"], "dataSource": %s,
                          "resources": {"requests": {"storage": "%s"}}}}""".formatted(name, storageClass, source, size));
    }

    /// Creates a Pod with the name of its claim.
    ///
    /// @param avoided the Nodes on which it must not run
    void createPod(String claim, List<String> avoided) {
        String names = avoided.stream().map(each -> "\"" + each + "\"").collect(Collectors.joining(", "));
        String affinity = avoided.isEmpty() ? "{}" : """
                {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                  {"matchExpressions": [{"key": "kubernetes.io/hostname", "operator": "NotIn", "values": [%s]}]}]}}}""".formatted(names);
        objects().create(PODS, """
                {"metadata": {"name": "%s"},
                 "spec": {"affinity": %s,
                          "tolerations": [{"key": "node.kubernetes.io/unreachable", "operator": "Exists",
                                           "effect": "NoExecute", "tolerationSeconds": 3600}],
                          "containers": [{"name": "main", "image": "example.com/main"}],
                          "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"}}]}}""".formatted(claim, affinity, claim));
    }

    void createSnapshot(String name, String claim) {
        objects().create(SNAPSHOTS, """
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot", "metadata": {"name": "%s"},
                 "spec": {"volumeSnapshotClassName": "snapshots", "source": {"persistentVolumeClaimName": "%s"}}}""".formatted(name, claim));
    }

    static String fromSnapshot(String snapshot) {
        return """
                {"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "%s"}""".formatted(snapshot);
    }

    static String fromClaim(String claim) {
        return """
                {"kind": "PersistentVolumeClaim", "name": "%s"}""".formatted(claim);
    }

    /// Waits until these objects of a collection are as wanted.
    void await(String path, List<String> names, Predicate<JsonNode> wanted) {
        await(path, list -> list.path("items")
                .valueStream()
                .filter(wanted)
                .map(PodBed::name)
                .toList()
                .containsAll(names));
    }

    /// Waits until none of these objects of a collection is left.
    void awaitGone(String path, List<String> names) {
        await(path, list -> list.path("items").valueStream().map(PodBed::name).noneMatch(names::contains));
    }

    private void await(String path, Predicate<JsonNode> wanted) {
        try {
            objects().await(path, LIMIT, wanted);
        } catch (ServerException e) {
            throw new IllegalStateException(path + " was not as wanted in time; " + state(), e);
        }
    }

    /// What explains why Pods wait: attachments with their errors, Events, what the Nodes report, and the end of the
    /// log of the driver.
    private String state() {
        List<String> log = driver.program().log().lines().toList();
        return "Pods: %s%nattachments: %s%nNodes: %s%nagents: %s%nEvents: %s%nlog:%n%s"
                .formatted(
                        items(PODS).stream()
                                .map(pod -> name(pod) + " "
                                        + pod.at("/status/phase").asText())
                                .toList(),
                        items(ATTACHMENTS).stream()
                                .map(each -> "%s on %s: %s"
                                        .formatted(
                                                each.at("/spec/source/persistentVolumeName")
                                                        .asText(),
                                                each.at("/spec/nodeName").asText(),
                                                each.path("status")))
                                .toList(),
                        items("/api/v1/nodes").stream()
                                .map(node -> "%s uses %s, has %s"
                                        .formatted(
                                                name(node),
                                                node.at("/status/volumesInUse"),
                                                node.at("/status/volumesAttached")))
                                .toList(),
                        agents.stream().map(NodeAgent::failures).toList(),
                        items("/api/v1/events").stream()
                                .filter(event -> event.path("type").asText().equals("Warning"))
                                .map(event -> event.at("/involvedObject/name").asText() + ": "
                                        + event.path("message").asText())
                                .distinct()
                                .toList(),
                        String.join("\n", log.subList(Math.max(0, log.size() - 20), log.size())));
    }

    void awaitRunning(List<String> pods) {
        await(PODS, pods, pod -> pod.at("/status/phase").asText().equals("Running"));
    }

    void awaitBound(List<String> claims) {
        await(CLAIMS, claims, claim -> claim.at("/status/phase").asText().equals("Bound"));
    }

    void awaitNone(String path) {
        await(path, list -> list.path("items").isEmpty());
    }

    void awaitReady(List<String> snapshots) {
        await(SNAPSHOTS, snapshots, read -> read.at("/status/readyToUse").asBoolean());
    }

    /// Deletes objects and waits until they are gone.
    void delete(String path, List<String> names) {
        names.forEach(name -> objects().delete(path + "/" + name));
        awaitGone(path, names);
    }

    /// The Node on which a Pod runs.
    String nodeOf(String pod) {
        return objects().get(PODS + "/" + pod).at("/spec/nodeName").asText();
    }

    /// The PersistentVolume of a claim.
    JsonNode volumeOf(String claim) {
        return objects()
                .get(VOLUMES + "/"
                        + objects()
                                .get(CLAIMS + "/" + claim)
                                .at("/spec/volumeName")
                                .asText());
    }

    String handleOf(String claim) {
        return volumeOf(claim).at("/spec/csi/volumeHandle").asText();
    }

    /// The volume that CNS has for a handle.
    SimulatedVolume inCns(String handle) {
        return volumes().list().stream()
                .filter(each -> each.id().equals(handle))
                .findFirst()
                .orElseThrow();
    }

    /// The VMs that have a disk among their devices.
    List<String> holders(String handle) {
        return volumes().vmDisks().holders(handle);
    }

    List<JsonNode> items(String path) {
        return objects().get(path).path("items").valueStream().toList();
    }

    static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    // The end

    /// Says that a test deletes Nodes, or detaches volumes in the place of Kubernetes. The attach-detach controller
    /// remembers such attachments for minutes, so it is restarted before another test uses the bed.
    void losesNodes() {
        lostNodes = true;
    }

    /// Deletes all objects of the test, and lends the bed to the next one.
    ///
    /// @throws AssertionError if anything is left, or a process has ended; then the bed ends
    @Override
    public void close() {
        var clean = false;
        try {
            undoFaults();
            deleteObjects();
            resetDatastores();
            List<String> left = left();
            if (!left.isEmpty()) {
                throw new AssertionError("The test left on its bed: " + String.join("; ", left) + "\n" + state());
            }
            deleteNodes();
            if (lostNodes) {
                cluster.restartControllers();
                lostNodes = false;
            }
            clean = true;
        } finally {
            if (!clean) {
                end();
            }
        }
        IDLE.push(this);
    }

    /// Removes what a test does to vCenter, and to the other replicas of the driver.
    private void undoFaults() {
        drivers.closeOthers(driver.program());
        site.proxy().clearRules();
        site.vcenter().rights().restore();
        volumes().apply();
        volumes().releaseTasks();
        volumes().releaseCalls();
        volumes().configure(VolumeSettings.defaults());
        Set<String> present = vms().keySet();
        IntStream.range(0, NODES).filter(n -> !present.contains("n-" + n)).forEach(this::addVm);
    }

    /// Deletes what a user creates, as a user does: the controllers, the sidecars and the driver delete the rest. An
    /// agent that stopped starts again, so that it ends its Pods.
    private void deleteObjects() {
        agents.forEach(NodeAgent::restart);
        for (String path : List.of(PODS, SNAPSHOTS, CLAIMS)) {
            objects().delete(path);
            awaitNone(path);
        }
        for (String path : List.of(CONTENTS, VOLUMES, ATTACHMENTS)) {
            awaitNone(path);
        }
        for (NodeAgent agent : agents) {
            objects()
                    .awaitNode(
                            agent.name(),
                            LIMIT,
                            node -> node.at("/status/volumesInUse").isEmpty()
                                    && node.at("/status/volumesAttached").isEmpty());
        }
        items(CLASSES).stream()
                .map(PodBed::name)
                .filter(name -> !classes.contains(name))
                .forEach(name -> objects().delete(CLASSES + "/" + name));
    }

    /// A disk that CNS no longer knows stays, and needs its space.
    private void resetDatastores() {
        Map<String, Long> used = volumes().disks().stream()
                .collect(Collectors.groupingBy(
                        SimulatedDisk::datastore, Collectors.summingLong(SimulatedDisk::capacityMb)));
        volumes()
                .change(datastores.stream()
                        .map(store -> DatastoreSpec.datastore(store.datacenter(), store.name())
                                .outOfMaintenance()
                                .accessible(true)
                                .capacityMb(store.capacityMb())
                                .freeMb(Math.min(
                                        store.freeMb(), store.capacityMb() - used.getOrDefault(store.ref(), 0L))))
                        .toArray(DatastoreSpec[]::new));
    }

    private void deleteNodes() {
        agents.forEach(NodeAgent::close);
        agents.clear();
        objects().deleteNodes();
        // The driver defines CSINodeTopology.
        Stream.of(CSI_NODES, TOPOLOGIES, NODE_LEASES, EVENTS)
                .filter(path -> objects().find(path).isPresent())
                .forEach(objects()::delete);
        for (String path : List.of("/api/v1/nodes", CSI_NODES, TOPOLOGIES)) {
            awaitNone(path);
        }
    }

    /// What no test may leave.
    private List<String> left() {
        var left = new ArrayList<String>();
        volumes().list().forEach(volume -> left.add("the volume %s (%s) in CNS".formatted(volume.name(), volume.id())));
        volumes()
                .vmDisks()
                .list()
                .forEach(disk -> left.add("the disk %s on VM %s".formatted(disk.volume(), disk.vm())));
        for (NodeAgent agent : agents) {
            agent.plugin().staged().forEach(volume -> left.add(volume + " on " + agent.name()));
        }
        for (JsonNode record : items(DriverBed.RECORDS)) {
            if (record.at("/status/latestOperationDetails")
                    .findValuesAsText("taskStatus")
                    .contains("InProgress")) {
                left.add("the operation " + name(record) + " in progress");
            }
        }
        if (!hardware(site.vcenter().vms()).equals(hardware(machines))) {
            left.add("changed VMs: " + site.vcenter().vms());
        }
        if (!driver.program().isAlive()) {
            left.add("a driver that has ended");
        }
        sidecars.ended().forEach(sidecar -> left.add("a sidecar that has ended: " + sidecar));
        return left;
    }

    /// The VMs without their references: a VM that was destroyed and created again has another one.
    private static Set<String> hardware(List<SimulatedVm> vms) {
        return vms.stream()
                .map(vm -> String.join(" ", vm.name(), vm.uuid(), vm.host(), vm.powerState()))
                .collect(Collectors.toSet());
    }

    /// Ends all processes and deletes the folder.
    private void end() {
        drivers.close();
        cluster.close();
        Folders.delete(folder);
    }
}

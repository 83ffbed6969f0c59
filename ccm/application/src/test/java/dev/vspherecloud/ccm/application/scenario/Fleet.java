package dev.vspherecloud.ccm.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.inventory.VmSpec;
import dev.vspherecloud.testkit.servers.SimulatedKubelets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// VMs of one vCenter and their initialised Nodes. A test can make their kubelets silent.
///
/// Threads: one.
public final class Fleet {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String SHUTDOWN = "node.cloudprovider.kubernetes.io/shutdown";
    private static final List<String> RECORD = List.of(
            "vspherecloud.dev/vm",
            "vspherecloud.dev/vm-instance-uuid",
            "vspherecloud.dev/vm-home",
            "vspherecloud.dev/vm-seen");

    private final TestBed bed;
    private final VcenterSite site;
    private final String prefix;
    private final IntFunction<VmSpec> shape;
    private final SimulatedKubelets kubelets;
    private final List<String> vms = new ArrayList<>();
    private final Map<String, String> uids = new HashMap<>();

    private Fleet(TestBed bed, VcenterSite site, String prefix, IntFunction<VmSpec> shape) {
        this.bed = bed;
        this.site = site;
        this.prefix = prefix;
        this.shape = shape;
        this.kubelets = new SimulatedKubelets(bed.objects(), InstantSource.system());
    }

    /// Creates VMs `<prefix>-0` and so on, and their Nodes as their kubelets register them.
    public static Fleet create(TestBed bed, VcenterSite site, String prefix, int count) {
        return create(bed, site, prefix, count, n -> site.vm(prefix, n));
    }

    /// @param shape the n-th VM
    public static Fleet create(TestBed bed, VcenterSite site, String prefix, int count, IntFunction<VmSpec> shape) {
        var fleet = new Fleet(bed, site, prefix, shape);
        fleet.grow(count);
        return fleet;
    }

    /// Adds more VMs and Nodes.
    public void grow(int count) {
        int from = vms.size();
        vms.addAll(addVms(from, from + count));
        bed.objects().createNodes(site.nodes(prefix, from, from + count));
        names(from, from + count).forEach(kubelets::renew);
    }

    private List<String> addVms(int from, int to) {
        return site.vcenter().addVms(IntStream.range(from, to).mapToObj(shape).toList());
    }

    public VcenterSite site() {
        return site;
    }

    public int size() {
        return vms.size();
    }

    public String name(int n) {
        return prefix + "-" + n;
    }

    /// Returns the reference of the n-th VM.
    public String vm(int n) {
        return vms.get(n);
    }

    /// Returns the references of the VMs `from` to `to - 1`.
    public List<String> vms(int from, int to) {
        return List.copyOf(vms.subList(from, to));
    }

    /// Sets another reference for the n-th VM.
    public void isNow(int n, String ref) {
        vms.set(n, ref);
    }

    public List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(this::name).toList();
    }

    public JsonNode node(int n) {
        return bed.objects().node(name(n));
    }

    /// Waits until the program has recorded everything that it needs to prove an absence later.
    public void awaitRecorded(Program program) {
        awaitRecorded(program, TIMEOUT);
    }

    public void awaitRecorded(Program program, Duration limit) {
        await().atMost(limit)
                .pollInterval(POLL)
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> assertThat(bed.objects().nodes())
                        .filteredOn(
                                node -> isOfFleet(node) && !(NodeAssertions.isInitialised(node) && isRecorded(node)))
                        .as(program.log())
                        .isEmpty());
        for (JsonNode node : bed.objects().nodes()) {
            uids.put(NodeAssertions.name(node), uid(node));
        }
    }

    private boolean isOfFleet(JsonNode node) {
        return NodeAssertions.name(node).startsWith(prefix + "-");
    }

    private static boolean isRecorded(JsonNode node) {
        return RECORD.stream()
                .allMatch(key -> node.path("metadata").path("annotations").has(key));
    }

    // Kubelets

    /// Makes all these kubelets silent, as if their last heartbeat was a while ago.
    public void allFallSilent() {
        kubelets.stopHeartbeats(names(0, size()));
    }

    public void fallsSilent(int n) {
        kubelets.stopHeartbeats(name(n));
    }

    /// Makes the kubelet report that it is ready.
    public void comesBack(int n) {
        kubelets.setReady(name(n));
    }

    // State of the Nodes

    /// Returns true if the original Node is still there.
    public boolean isKept(int n) {
        Optional<JsonNode> node = bed.objects().findNode(name(n));
        return node.map(Fleet::uid).equals(Optional.ofNullable(uids.get(name(n))))
                && !node.orElseThrow().path("metadata").has("deletionTimestamp");
    }

    public boolean isGone(int n) {
        return bed.objects().findNode(name(n)).isEmpty();
    }

    /// @param limit from now
    public void awaitGone(int from, int to, Duration limit, Program program) {
        await().atMost(limit)
                .pollInterval(POLL)
                .failFast("the program ended", () -> !program.isAlive())
                .untilAsserted(() -> assertThat(IntStream.range(from, to).filter(n -> !isGone(n)))
                        .as(() -> "Nodes that are still there; " + program.log())
                        .isEmpty());
    }

    public void areKept(int from, int to) {
        assertThat(IntStream.range(from, to).filter(n -> !isKept(n)).mapToObj(this::name))
                .as("Nodes that were deleted, or created again")
                .isEmpty();
    }

    public boolean isTainted(int n) {
        return isTainted(node(n));
    }

    public static boolean isTainted(JsonNode node) {
        return node.path("spec").path("taints").valueStream().anyMatch(taint -> taint.path("key")
                .asText()
                .equals(SHUTDOWN));
    }

    public String uid(int n) {
        return Optional.ofNullable(uids.get(name(n))).orElseThrow();
    }

    public static String uid(JsonNode node) {
        return node.path("metadata").path("uid").asText();
    }
}

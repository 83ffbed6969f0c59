package dev.vspherecloud.csi.application.scenario.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.volume.VmDisks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

/// The packaged driver, a vCenter whose VMs have real devices, and Nodes on them, without sidecars: a test calls the
/// driver itself.
///
/// Threads: one.
final class AttachBed implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(2);
    static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";

    private static final String SITE = "attach";
    private static final String CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
    private static final String EVENTS = "/api/v1/namespaces/default/events";

    private final KubeApiServer api;
    private final DriverBed driver;
    private final VcenterSite site;
    private int taken;

    private AttachBed(KubeApiServer api, DriverBed driver, VcenterSite site) {
        this.api = api;
        this.driver = driver;
        this.site = site;
    }

    /// A Node and its VM.
    record Node(String name, SimulatedVm vm) {
        /// The id under which kubelet registered the driver.
        String id() {
            return vm.uuid();
        }
    }

    /// Creates the bed without the driver.
    ///
    /// @param nodes their number
    static AttachBed of(Path folder, int nodes) {
        KubeApiServer api = KubeApiServer.shared();
        var driver = new DriverBed(api, folder);
        var bed = new AttachBed(api, driver, driver.addVcenter(SITE));
        bed.addVms("worker", 0, nodes).forEach(vm -> bed.addNode(nodeOf(vm), vm));
        return bed;
    }

    private static String nodeOf(SimulatedVm vm) {
        return "node-of-" + vm.name();
    }

    /// Adds VMs without Nodes.
    List<SimulatedVm> addVms(String prefix, int from, int to) {
        List<String> added = site.addVms(prefix, from, to);
        return site.vcenter().vms().stream()
                .filter(vm -> added.contains(vm.ref()))
                .toList();
    }

    void addNode(String name, SimulatedVm vm) {
        objects().createNode(NodeSpec.aNode(name).systemUuid(vm.uuid()).providerId("vsphere://" + vm.uuid()));
        objects().create(CSI_NODES, """
                {"metadata": {"name": "%s"}, "spec": {"drivers": [{"name": "csi.vsphere.vmware.com", "nodeID": "%s",
                 "topologyKeys": []}]}}""".formatted(name, vm.uuid()));
    }

    void deleteNode(String name) {
        objects().deleteNode(name);
        objects().delete(CSI_NODES + "/" + name);
    }

    /// The next Node that no test has used.
    Node nextNode() {
        return node(taken++);
    }

    /// The n-th Node. Its VM is on the host that [VcenterSite#vm] says.
    Node node(int n) {
        SimulatedVm vm = site.vcenter().vms().stream()
                .filter(each -> each.name().equals("worker-" + n))
                .findFirst()
                .orElseThrow();
        return new Node(nodeOf(vm), vm);
    }

    VcenterSite site() {
        return site;
    }

    DriverBed driver() {
        return driver;
    }

    KubeApiServer api() {
        return api;
    }

    KubeObjects objects() {
        return driver.objects();
    }

    SimulatorVolumes volumes() {
        return driver.volumes();
    }

    VmDisks disks() {
        return volumes().vmDisks();
    }

    CsiCalls calls() {
        return new CsiCalls(driver.socket());
    }

    /// Creates a volume, as csi-provisioner does.
    ///
    /// @return its handle
    String createVolume(String name) {
        // Right after the start, the driver does not know the VMs of all Nodes, and csi-provisioner repeats the call.
        CsiCalls.Outcome outcome = await().atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> calls().create(name, "{}"), each -> !each.code().equals("Unavailable"));
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        return driver.idsOf(name).getFirst();
    }

    /// Creates the VolumeAttachment, as the attach-detach controller and csi-attacher do.
    ///
    /// @return its name
    String createAttachment(String volume, Node node) {
        String name = attachmentName(volume, node.name());
        objects().create(ATTACHMENTS, """
                {"metadata": {"name": "%s", "annotations": {"csi.alpha.kubernetes.io/node-id": "%s"}},
                 "spec": {"attacher": "csi.vsphere.vmware.com", "nodeName": "%s",
                          "source": {"persistentVolumeName": "pv-%s"}}}""".formatted(name, node.id(), node.name(), volume));
        return name;
    }

    private static String attachmentName(String volume, String node) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest((volume + "csi.vsphere.vmware.com" + node).getBytes(StandardCharsets.UTF_8));
            return "csi-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Repeats a call that may be answered with a code that is not final, as a sidecar does.
    CsiCalls.Outcome attach(String volume, String nodeId) {
        return await().atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> calls().attach(volume, nodeId), outcome -> !outcome.code()
                        .equals("Unavailable"));
    }

    /// Waits for an Event.
    ///
    /// @param part of its message
    void awaitEvent(String reason, String part) {
        objects().await(EVENTS, LIMIT, list -> list.path("items")
                .valueStream()
                .anyMatch(event -> event.path("reason").asText().equals(reason)
                        && event.path("message").asText().contains(part)));
    }

    /// The reasons of all Events whose message contains this.
    List<String> eventReasons(String part) {
        return objects()
                .get(EVENTS)
                .path("items")
                .valueStream()
                .filter(event -> event.path("message").asText().contains(part))
                .map(event -> event.path("reason").asText())
                .toList();
    }

    @Override
    public void close() {
        driver.close();
        api.close();
    }
}

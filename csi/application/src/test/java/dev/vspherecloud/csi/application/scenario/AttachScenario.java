package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverAccount;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.volume.DatastoreSpec;
import dev.vspherecloud.testkit.volume.SimulatedVmDisk;
import dev.vspherecloud.testkit.volume.VmDisks;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the packaged driver does when csi-attacher asks it to attach and to detach, on VMs with real devices.
@Tag("csi")
class AttachScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
    private static final String ATTACHMENTS = "/apis/storage.k8s.io/v1/volumeattachments";
    private static final String MIGRATIONS = "/apis/cns.vmware.com/v1alpha1/cnsvspherevolumemigrations";

    @TempDir
    private Path folder;

    private KubeApiServer api;
    private DriverBed bed;
    private VcenterSite site;
    private DriverBed.Driver driver;
    private CsiCalls calls;
    private List<SimulatedVm> vms;

    @BeforeEach
    void startDriver() {
        api = KubeApiServer.shared();
        bed = new DriverBed(api, folder);
        site = bed.addVcenter("attach");
        calls = new CsiCalls(bed.socket());
        site.addVms("worker", 1, 4);
        vms = site.vcenter().vms();
        addNode("node-a", vms.get(0));
        addNode("node-b", vms.get(1));
        driver = bed.start().awaitReady();
    }

    @AfterEach
    void close() {
        bed.close();
        api.close();
    }

    private void addNode(String name, SimulatedVm vm) {
        bed.objects().createNode(NodeSpec.aNode(name).systemUuid(vm.uuid()).providerId("vsphere://" + vm.uuid()));
        bed.objects().create(CSI_NODES, """
                {"metadata": {"name": "%s"}, "spec": {"drivers": [{"name": "csi.vsphere.vmware.com", "nodeID": "%s",
                 "topologyKeys": []}]}}""".formatted(name, vm.uuid()));
    }

    private String createVolume(String name) {
        // Right after the start, the driver does not know the VMs of all Nodes, and csi-provisioner repeats the call.
        CsiCalls.Outcome outcome = await().atMost(LIMIT)
                .until(() -> calls.create(name, "{}"), each -> !each.code().equals("Unavailable"));
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        return site.vcenter().volumes().list().stream()
                .filter(volume -> volume.name().equals(name))
                .findFirst()
                .orElseThrow()
                .id();
    }

    /// Creates the VolumeAttachment, as the attach-detach controller and csi-attacher do.
    private String createAttachment(String volume, String node, String nodeId) {
        String name = attachmentName(volume, node);
        bed.objects().create(ATTACHMENTS, """
                {"metadata": {"name": "%s", "annotations": {"csi.alpha.kubernetes.io/node-id": "%s"}},
                 "spec": {"attacher": "csi.vsphere.vmware.com", "nodeName": "%s",
                          "source": {"persistentVolumeName": "pv-%s"}}}""".formatted(name, nodeId, node, volume));
        return name;
    }

    private static String attachmentName(String volume, String node) {
        try {
            return "csi-"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256")
                                    .digest((volume + "csi.vsphere.vmware.com" + node)
                                            .getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private VmDisks disks() {
        return site.vcenter().volumes().vmDisks();
    }

    /// Repeats a call that may be answered with a code that is not final, as a sidecar does.
    private CsiCalls.Outcome attach(String volume, String nodeId) {
        return await().atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> calls.attach(volume, nodeId), outcome -> !outcome.code()
                        .equals("Unavailable"));
    }

    private JsonNode event(String reason) {
        return bed.objects()
                .await("/api/v1/namespaces/default/events", LIMIT, list -> list.path("items")
                        .valueStream()
                        .anyMatch(each -> each.path("reason").asText().equals(reason)))
                .path("items")
                .valueStream()
                .filter(each -> each.path("reason").asText().equals(reason))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aVolumeMovesFromOneVmToAnother() {
        String volume = createVolume("pvc-moves");
        String attachment = createAttachment(volume, "node-a", vms.get(0).uuid());

        CsiCalls.Outcome attached = attach(volume, vms.get(0).uuid());

        assertThat(attached.code()).as(attached.message()).isEqualTo("OK");
        Optional<SimulatedVmDisk> disk = disks().of(vms.get(0).ref()).stream()
                .filter(each -> each.volume().equals(volume))
                .findFirst();
        assertThat(attached.message())
                .contains("BlockVolume")
                .contains(disk.orElseThrow().diskUuid().replace("-", "").toLowerCase(Locale.ROOT));
        assertThat(calls.attach(volume, vms.get(0).uuid())).isEqualTo(attached);
        assertThat(calls.attach(volume, "node-a")).isEqualTo(attached);
        JsonNode metadata = bed.objects().get(ATTACHMENTS + "/" + attachment).path("metadata");
        assertThat(metadata.path("managedFields").valueStream())
                .extracting(each -> each.path("manager").asText())
                .contains("vsphere-csi");
        JsonNode annotations = metadata.path("annotations");
        assertThat(annotations.path("vspherecloud.dev/vm").asText())
                .isEqualTo(vms.get(0).ref());
        assertThat(annotations.path("vspherecloud.dev/csi-attach-attempt").asText())
                .endsWith(" first");
        await().atMost(LIMIT).untilAsserted(() -> assertThat(calls.list().message())
                .contains(volume)
                .contains(vms.get(0).uuid()));

        CsiCalls.Outcome held = attach(volume, vms.get(1).uuid());
        assertThat(held.code()).isEqualTo("FailedPrecondition");
        assertThat(held.message())
                .contains("is attached to VM " + vms.get(0).name())
                .contains("of Node node-a");
        assertThat(event("VolumeInUse").path("message").asText()).contains("Node node-a");

        CsiCalls.Outcome detached = calls.detach(volume, vms.get(0).uuid());
        assertThat(detached.code()).as(detached.message()).isEqualTo("OK");
        assertThat(disks().holders(volume)).isEmpty();
        assertThat(calls.detach(volume, vms.get(0).uuid()).code()).isEqualTo("OK");
        bed.objects().delete(ATTACHMENTS + "/" + attachment);
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> assertThat(
                        calls.attach(volume, vms.get(1).uuid()).code())
                .isEqualTo("OK"));
        assertThat(disks().holders(volume)).containsExactly(vms.get(1).ref());
        assertThat(driver.program().log())
                .as("what the role refuses is not tried every few seconds")
                .containsOnlyOnce("Cannot publish the limits of volumes on the Nodes");
    }

    @Test
    void refusesWhatCannotBeAttached() {
        String volume = createVolume("pvc-refused");

        CsiCalls.Outcome unknown = attach(volume, "4237558d-a1b2-c3d4-e5f6-0123456789ab");
        assertThat(unknown.code()).isEqualTo("NotFound");
        assertThat(unknown.message()).contains("no Node of the cluster has registered the id");

        CsiCalls.Outcome missing =
                attach("0f4a0e0c-1111-4222-8333-444455556666", vms.get(0).uuid());
        assertThat(missing.code()).isEqualTo("NotFound");
        assertThat(missing.message()).contains("does not find the volume");

        SimulatedVm outside = vms.get(2);
        disks().attach(outside.ref(), volume);
        CsiCalls.Outcome held = attach(volume, vms.get(0).uuid());
        assertThat(held.code()).as(held.message()).isEqualTo("FailedPrecondition");
        assertThat(held.message())
                .contains("%s (%s)".formatted(outside.name(), outside.ref()))
                .contains("not the VM of a Node");
        disks().detach(outside.ref(), volume);
        assertThat(attach(volume, vms.get(0).uuid()).code()).isEqualTo("OK");
    }

    /// A controller of Nodes is down, or leaves the Nodes of deleted VMs. Most VMs have vanished, and vCenter's own
    /// events prove it.
    @Test
    void destroyedVmsOfNodesWithoutVolumesHoldUpNoOtherNode() {
        addNode("node-c", vms.get(2));
        String volume = createVolume("pvc-half");
        String other = createVolume("pvc-other-half");
        assertThat(attach(other, vms.get(1).uuid()).code()).isEqualTo("OK");
        assertThat(attach(other, vms.get(2).uuid()).code())
                .as("node-c is known, too")
                .isEqualTo("FailedPrecondition");
        CsiCalls.Outcome detached = calls.detach(other, vms.get(1).uuid());
        assertThat(detached.code()).as(detached.message()).isEqualTo("OK");

        site.vcenter().destroy(List.of(vms.get(1).ref(), vms.get(2).ref()));
        await().atMost(LIMIT).until(() -> calls.list().code().equals("Unavailable"));

        CsiCalls.Outcome outcome = attach(volume, vms.get(0).uuid());
        assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
    }

    /// A backup of the VM of a Node.
    @ParameterizedTest
    @EnumSource
    void aDetachNamesTheSnapshotThatPreventsIt(FaultForm form) {
        site.vcenter().volumes().configure(VolumeSettings.defaults().faultForm(form));
        SimulatedVm vm = vms.get(0);
        String volume = createVolume("pvc-backup");
        createAttachment(volume, "node-a", vm.uuid());
        assertThat(attach(volume, vm.uuid()).code()).isEqualTo("OK");
        disks().snapshot(vm.ref());

        CsiCalls.Outcome refused = calls.detach(volume, vm.uuid());

        assertThat(refused.code()).as(refused.message()).isEqualTo("FailedPrecondition");
        assertThat(refused.message())
                .contains("VM %s has the snapshot \"".formatted(vm.name()))
                .endsWith(
                        "\", for example of a backup; vCenter cannot detach a disk from it; delete the snapshot; the call"
                                + " is repeated (vCenter: InvalidDeviceSpec)");
        assertThat(event("DetachRefused").path("message").asText()).isEqualTo(refused.message());
        assertThat(events()).doesNotContain("AttachRefused");

        disks().removeSnapshots(vm.ref());
        assertThat(calls.detach(volume, vm.uuid()).code()).isEqualTo("OK");
    }

    @ParameterizedTest
    @EnumSource
    void anAttachNamesTheHostsThatMountTheDatastore(FaultForm form) {
        site.vcenter().volumes().configure(VolumeSettings.defaults().faultForm(form));
        addNode("node-c", vms.get(2));
        SimulatedVm here = vms.stream()
                .filter(vm -> vm.name().equals("worker-1"))
                .findFirst()
                .orElseThrow();
        site.vcenter()
                .volumes()
                .change(DatastoreSpec.datastore("attach-dc", "local-2")
                        .hosts("attach-cluster-a-host-2")
                        .capacityMb(100_000));
        String url = site.vcenter().volumes().datastores().stream()
                .filter(store -> store.name().equals("local-2"))
                .findFirst()
                .orElseThrow()
                .url();
        await().atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(
                        () -> calls.create("pvc-local", "{\"datastoreurl\": \"%s\"}".formatted(url)),
                        outcome -> outcome.code().equals("OK"));
        String volume = bed.idsOf("pvc-local").getFirst();

        CsiCalls.Outcome refused = await().atMost(LIMIT)
                .until(() -> calls.attach(volume, here.uuid()), each -> each.message()
                        .contains("host"));

        assertThat(refused.code()).as(refused.message()).isEqualTo("Unavailable");
        assertThat(refused.message())
                .contains("host attach-cluster-b-host-1 of VM worker-1 does not mount datastore local-2, which only"
                        + " attach-cluster-a-host-2 mounts; move the Pod to a Node there, or set topology-categories;"
                        + " the call is repeated (vCenter: InaccessibleDatastore)")
                .doesNotContain("repair");
        assertThat(event("AttachRefused").path("message").asText()).isEqualTo(refused.message());
    }

    @Test
    void aDiskOfTheInTreeDriverThatWasNeverRegisteredHasARemedy() {
        CsiCalls.Outcome missing =
                calls.attach("[attach-ds] kubevols/old.vmdk", vms.get(0).uuid());

        assertThat(missing.code()).isEqualTo("NotFound");
        assertThat(missing.message())
                .endsWith("; let vsphere-csi-driver (Go) register it: start it, and wait for its"
                        + " CnsVSphereVolumeMigration");
        assertThat(event("AttachRefused").path("message").asText()).isEqualTo(missing.message());
    }

    /// csi-attacher attaches a volume again each minute that is not listed by the handle of its PersistentVolume.
    @Test
    void aVolumeOfTheInTreeDriverIsListedByItsPath() {
        String volume = createVolume("pvc-in-tree");
        CsiCalls.Outcome attached = attach(volume, vms.get(0).uuid());
        assertThat(attached.code()).as(attached.message()).isEqualTo("OK");
        String path = disks().of(vms.get(0).ref()).stream()
                .filter(disk -> disk.volume().equals(volume))
                .findFirst()
                .orElseThrow()
                .file();
        bed.objects().create(DriverBed.VOLUMES, """
                {"metadata": {"name": "pv-in-tree",
                              "annotations": {"pv.kubernetes.io/migrated-to": "csi.vsphere.vmware.com"}},
                 "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                          "vsphereVolume": {"volumePath": "%s"}}}""".formatted(path));

        // Nothing says which volume it is: CNS could detach it, and the driver does not know that.
        CsiCalls.Outcome unregistered = calls.detach(path, vms.get(0).uuid());
        assertThat(unregistered.code()).isEqualTo("Unavailable");
        assertThat(unregistered.message())
                .contains("never registered in CNS", vms.get(0).name(), "of Node node-a has it");
        assertThat(calls.detach(path, vms.get(1).uuid()).code()).isEqualTo("OK");
        assertThat(calls.detach("[attach-ds] kubevols/gone[1].vmdk", vms.get(0).uuid())
                        .code())
                .isEqualTo("OK");

        bed.objects().create(MIGRATIONS, """
                {"apiVersion": "cns.vmware.com/v1alpha1", "kind": "CnsVSphereVolumeMigration",
                 "metadata": {"name": "%s"},
                 "spec": {"volumepath": "%s", "volumeid": "%s"}}""".formatted(volume, path, volume));
        // The client prints its answers without blanks.
        await().atMost(LIMIT).untilAsserted(() -> assertThat(calls.list().message())
                .contains("\"%s\"".formatted(path.replace(" ", "")))
                .contains(vms.get(0).uuid())
                .doesNotContain("\"%s\"".formatted(volume)));
        assertThat(calls.detach(path, vms.get(0).uuid()).code()).isEqualTo("OK");
        assertThat(disks().holders(volume)).isEmpty();
    }

    @Test
    void aListOfCnsThatIsShortIsNotPassedOn() {
        List<String> volumes = List.of(createVolume("pvc-short-1"), createVolume("pvc-short-2"));
        volumes.forEach(volume -> bed.bind("pv-" + volume, volume));
        bed.reconfigure(bed.config().replaceFirst("\n", "\nlist-volume-threshold = \"1\"\n"));
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(calls.list().code()).isEqualTo("OK"));

        site.vcenter().volumes().omitFromLists(volumes);

        await().atMost(LIMIT).untilAsserted(() -> {
            CsiCalls.Outcome list = calls.list();
            assertThat(list.code()).isEqualTo("Unavailable");
            assertThat(list.message())
                    .contains("CNS does not list 2 of the 2 block volumes", "list-volume-threshold is 1");
        });
        site.vcenter().volumes().showAgain(volumes);
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(calls.list().code()).isEqualTo("OK"));
    }

    private List<String> events() {
        return bed.objects()
                .get("/api/v1/namespaces/default/events")
                .path("items")
                .valueStream()
                .map(each -> each.path("reason").asText())
                .toList();
    }

    @Test
    void theSixtyFirstDiskIsRefusedAndTheLimitPublished() {
        driver.program().close();
        DriverAccount.allowPatch(api);
        bed.start().awaitReady();
        String volume = createVolume("pvc-full");
        String ref = vms.get(1).ref();
        int others = disks().of(ref).size();
        for (int i = others; i < 60; i++) {
            disks().add(ref, 16);
        }
        bed.objects().awaitNode("node-b", LIMIT, node -> node.path("metadata")
                .path("annotations")
                .path("vspherecloud.dev/csi-attach-limit")
                .asText()
                .equals("0"));

        CsiCalls.Outcome full = attach(volume, vms.get(1).uuid());

        assertThat(full.code()).isEqualTo("ResourceExhausted");
        assertThat(full.message()).contains("the most that a VM can have is 60");
        assertThat(event("AttachLimitReached").path("message").asText()).contains("Node node-b");
    }

    /// Scenario 9 of the hardest: a Node is deleted while its Pod writes, and another VM registers under its name.
    @Test
    void theFormerVmOfANodeIsDetachedToo() {
        String volume = createVolume("pvc-renamed");
        createAttachment(volume, "node-a", vms.get(0).uuid());
        assertThat(attach(volume, vms.get(0).uuid()).code()).isEqualTo("OK");
        bed.objects().deleteNode("node-a");
        bed.objects().delete(CSI_NODES + "/node-a");
        addNode("node-a", vms.get(2));

        CsiCalls.Outcome detached = await().atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> calls.detach(volume, vms.get(2).uuid()), outcome -> outcome.code()
                        .equals("OK"));

        assertThat(detached.code()).isEqualTo("OK");
        assertThat(disks().holders(volume)).isEmpty();
    }

    /// A task for several volumes fails as a whole because of one of them. The others get tasks of their own.
    @Test
    void aVolumeThatVcenterRefusesFailsNoOther() throws InterruptedException {
        String node = vms.get(0).uuid();
        await().atMost(LIMIT).until(() -> calls.create("pvc-first", "{}").code().equals("OK"));
        List<String> volumes = ParallelCalls.create(bed.socket(), "pvc-{n}", Map.of(), 10, 10)
                .allOk()
                .volumeIds();
        String refused = volumes.get(4);
        List<String> others =
                volumes.stream().filter(each -> !each.equals(refused)).toList();
        Map<String, String> all = volumes.stream().collect(Collectors.toMap(each -> each, _ -> node));
        await().atMost(LIMIT).until(() -> attach(others.getFirst(), node).code().equals("OK"));
        await().atMost(LIMIT)
                .until(() -> calls.detach(others.getFirst(), node).code().equals("OK"));

        site.vcenter()
                .volumes()
                .apply(VolumeRule.next("CnsAttachVolume")
                        .of(refused)
                        .taskError("CnsFault")
                        .always());
        assertThat(ParallelCalls.attach(bed.socket(), all, 10).codes())
                .containsOnly(Map.entry("OK", 9L), Map.entry("Internal", 1L));
        assertThat(others).allSatisfy(each -> assertThat(disks().holders(each))
                .containsExactly(vms.get(0).ref()));
        assertThat(disks().holders(refused)).isEmpty();

        site.vcenter()
                .volumes()
                .apply(VolumeRule.next("CnsDetachVolume")
                        .of(others.getFirst())
                        .taskError("CnsFault")
                        .always());
        assertThat(ParallelCalls.detach(bed.socket(), all, 10).codes())
                .containsOnly(Map.entry("OK", 9L), Map.entry("Internal", 1L));
        assertThat(volumes.stream().filter(each -> !disks().holders(each).isEmpty()))
                .containsExactly(others.getFirst());
    }
}

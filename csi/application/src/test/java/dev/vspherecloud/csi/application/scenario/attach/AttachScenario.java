package dev.vspherecloud.csi.application.scenario.attach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.csi.application.scenario.CsiCalls;
import dev.vspherecloud.csi.application.scenario.DriverBed;
import dev.vspherecloud.csi.application.scenario.attach.AttachBed.Node;
import dev.vspherecloud.testkit.csi.DriverAccount;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.volume.DatastoreSpec;
import dev.vspherecloud.testkit.volume.SimulatedVmDisk;
import dev.vspherecloud.testkit.volume.VolumeRule;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What the packaged driver does when csi-attacher asks it to attach and to detach, on VMs with real devices. Each test
/// has Nodes and volumes of its own; those that change what holds for all of them start a driver of their own.
@Tag("csi")
class AttachScenario {
    private static final Duration LIMIT = AttachBed.LIMIT;
    private static final String MIGRATIONS = "/apis/cns.vmware.com/v1alpha1/cnsvspherevolumemigrations";

    private static final int NODES = 22;

    /// A Node in the cluster b. No other test takes so many.
    private static final int FAR = 21;

    private static AttachBed bed;
    private static DriverBed.Driver driver;
    private static CsiCalls calls;

    @BeforeAll
    static void startDriver(@TempDir Path folder) {
        bed = AttachBed.of(folder, NODES);
        driver = bed.driver().start().awaitReady();
        calls = bed.calls();
    }

    @AfterAll
    static void close() {
        bed.close();
    }

    @AfterEach
    void faultsHaveTheUsualForm() {
        bed.volumes().configure(VolumeSettings.defaults());
    }

    @Test
    void aVolumeMovesFromOneVmToAnother() {
        Node a = bed.nextNode();
        Node b = bed.nextNode();
        String volume = bed.createVolume("pvc-moves");
        String attachment = bed.createAttachment(volume, a);

        CsiCalls.Outcome attached = bed.attach(volume, a.id());

        assertThat(attached.code()).as(attached.message()).isEqualTo("OK");
        Optional<SimulatedVmDisk> disk = bed.disks().of(a.vm().ref()).stream()
                .filter(each -> each.volume().equals(volume))
                .findFirst();
        assertThat(attached.message())
                .contains("BlockVolume")
                .contains(disk.orElseThrow().diskUuid().replace("-", "").toLowerCase(Locale.ROOT));
        assertThat(calls.attach(volume, a.id())).isEqualTo(attached);
        assertThat(calls.attach(volume, a.name())).isEqualTo(attached);
        JsonNode metadata =
                bed.objects().get(AttachBed.ATTACHMENTS + "/" + attachment).path("metadata");
        assertThat(metadata.path("managedFields").valueStream())
                .extracting(each -> each.path("manager").asText())
                .contains("vsphere-csi");
        JsonNode annotations = metadata.path("annotations");
        assertThat(annotations.path("vspherecloud.dev/vm").asText()).isEqualTo(a.vm().ref());
        assertThat(annotations.path("vspherecloud.dev/csi-attach-attempt").asText())
                .endsWith(" first");
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(calls.list().message()).contains(volume).contains(a.id()));

        CsiCalls.Outcome held = bed.attach(volume, b.id());
        assertThat(held.code()).isEqualTo("FailedPrecondition");
        assertThat(held.message())
                .contains("is attached to VM " + a.vm().name())
                .contains("of Node " + a.name());
        bed.awaitEvent("VolumeInUse", "Node " + a.name());

        CsiCalls.Outcome detached = calls.detach(volume, a.id());
        assertThat(detached.code()).as(detached.message()).isEqualTo("OK");
        assertThat(bed.disks().holders(volume)).isEmpty();
        assertThat(calls.detach(volume, a.id()).code()).isEqualTo("OK");
        bed.objects().delete(AttachBed.ATTACHMENTS + "/" + attachment);
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).untilAsserted(() -> assertThat(
                        calls.attach(volume, b.id()).code())
                .isEqualTo("OK"));
        assertThat(bed.disks().holders(volume)).containsExactly(b.vm().ref());
        assertThat(driver.program().log())
                .as("what the role refuses is not tried every few seconds")
                .containsOnlyOnce("Cannot publish the limits of volumes on the Nodes");
    }

    @Test
    void refusesWhatCannotBeAttached() {
        Node node = bed.nextNode();
        String volume = bed.createVolume("pvc-refused");

        CsiCalls.Outcome unknown = bed.attach(volume, "4237558d-a1b2-c3d4-e5f6-0123456789ab");
        assertThat(unknown.code()).isEqualTo("NotFound");
        assertThat(unknown.message()).contains("no Node of the cluster has registered the id");

        CsiCalls.Outcome missing = bed.attach("0f4a0e0c-1111-4222-8333-444455556666", node.id());
        assertThat(missing.code()).isEqualTo("NotFound");
        assertThat(missing.message()).contains("does not find the volume");

        SimulatedVm outside = bed.addVms("outside", 0, 1).getFirst();
        bed.disks().attach(outside.ref(), volume);
        CsiCalls.Outcome held = bed.attach(volume, node.id());
        assertThat(held.code()).as(held.message()).isEqualTo("FailedPrecondition");
        assertThat(held.message())
                .contains("%s (%s)".formatted(outside.name(), outside.ref()))
                .contains("not the VM of a Node");
        bed.disks().detach(outside.ref(), volume);
        assertThat(bed.attach(volume, node.id()).code()).isEqualTo("OK");
    }

    /// A controller of Nodes is down, or leaves the Nodes of deleted VMs. Most VMs have vanished, and vCenter's own
    /// events prove it.
    @Test
    void destroyedVmsOfNodesWithoutVolumesHoldUpNoOtherNode(@TempDir Path folder) {
        try (var few = AttachBed.of(folder, 3)) {
            few.driver().start().awaitReady();
            Node kept = few.nextNode();
            List<Node> gone = List.of(few.nextNode(), few.nextNode());
            String volume = few.createVolume("pvc-half");
            String other = few.createVolume("pvc-other-half");
            assertThat(few.attach(other, gone.getFirst().id()).code()).isEqualTo("OK");
            assertThat(few.attach(other, gone.getLast().id()).code())
                    .as("the last Node is known, too")
                    .isEqualTo("FailedPrecondition");
            CsiCalls.Outcome detached =
                    few.calls().detach(other, gone.getFirst().id());
            assertThat(detached.code()).as(detached.message()).isEqualTo("OK");

            few.site()
                    .vcenter()
                    .destroy(gone.stream().map(node -> node.vm().ref()).toList());
            await().atMost(LIMIT).until(() -> few.calls().list().code().equals("Unavailable"));

            CsiCalls.Outcome outcome = few.attach(volume, kept.id());
            assertThat(outcome.code()).as(outcome.message()).isEqualTo("OK");
        }
    }

    /// A backup of the VM of a Node.
    @ParameterizedTest
    @EnumSource
    void aDetachNamesTheSnapshotThatPreventsIt(FaultForm form) {
        bed.volumes().configure(VolumeSettings.defaults().faultForm(form));
        Node node = bed.nextNode();
        SimulatedVm vm = node.vm();
        String volume = bed.createVolume("pvc-backup-" + form.name().toLowerCase(Locale.ROOT));
        bed.createAttachment(volume, node);
        assertThat(bed.attach(volume, node.id()).code()).isEqualTo("OK");
        bed.disks().snapshot(vm.ref());

        CsiCalls.Outcome refused = calls.detach(volume, node.id());

        assertThat(refused.code()).as(refused.message()).isEqualTo("FailedPrecondition");
        assertThat(refused.message())
                .contains("VM %s has the snapshot \"".formatted(vm.name()))
                .endsWith(
                        "\", for example of a backup; vCenter cannot detach a disk from it; delete the snapshot; the call"
                                + " is repeated (vCenter: InvalidDeviceSpec)");
        bed.awaitEvent("DetachRefused", refused.message());
        assertThat(bed.eventReasons("VM %s ".formatted(vm.name()))).containsOnly("DetachRefused");

        bed.disks().removeSnapshots(vm.ref());
        assertThat(calls.detach(volume, node.id()).code()).isEqualTo("OK");
    }

    @ParameterizedTest
    @EnumSource
    void anAttachNamesTheHostsThatMountTheDatastore(FaultForm form) {
        bed.volumes().configure(VolumeSettings.defaults().faultForm(form));
        Node far = bed.node(FAR);
        String store = "local-" + form.name().toLowerCase(Locale.ROOT);
        bed.volumes()
                .change(DatastoreSpec.datastore("attach-dc", store)
                        .hosts("attach-cluster-a-host-2")
                        .capacityMb(100_000));
        String url = bed.volumes().datastores().stream()
                .filter(each -> each.name().equals(store))
                .findFirst()
                .orElseThrow()
                .url();
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).until(() -> calls.create(
                        "pvc-" + store, "{\"datastoreurl\": \"%s\"}".formatted(url))
                .code()
                .equals("OK"));
        String volume = bed.driver().idsOf("pvc-" + store).getFirst();

        CsiCalls.Outcome refused = await().atMost(LIMIT)
                .until(() -> calls.attach(volume, far.id()), each -> each.message()
                        .contains("host"));

        assertThat(refused.code()).as(refused.message()).isEqualTo("Unavailable");
        assertThat(refused.message())
                .contains(("host attach-cluster-b-host-1 of VM worker-%d does not mount datastore %s, which only"
                                + " attach-cluster-a-host-2 mounts; move the Pod to a Node there, or set topology-categories;"
                                + " the call is repeated (vCenter: InaccessibleDatastore)")
                        .formatted(FAR, store))
                .doesNotContain("repair");
        bed.awaitEvent("AttachRefused", refused.message());
    }

    @Test
    void aDiskOfTheInTreeDriverThatWasNeverRegisteredHasARemedy() {
        CsiCalls.Outcome missing =
                calls.attach("[attach-ds] kubevols/old.vmdk", bed.nextNode().id());

        assertThat(missing.code()).isEqualTo("NotFound");
        assertThat(missing.message())
                .endsWith("; let vsphere-csi-driver (Go) register it: start it, and wait for its"
                        + " CnsVSphereVolumeMigration");
        bed.awaitEvent("AttachRefused", missing.message());
    }

    /// csi-attacher attaches a volume again each minute that is not listed by the handle of its PersistentVolume.
    @Test
    void aVolumeOfTheInTreeDriverIsListedByItsPath() {
        Node node = bed.nextNode();
        Node other = bed.nextNode();
        String volume = bed.createVolume("pvc-in-tree");
        CsiCalls.Outcome attached = bed.attach(volume, node.id());
        assertThat(attached.code()).as(attached.message()).isEqualTo("OK");
        String path = bed.disks().of(node.vm().ref()).stream()
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
        CsiCalls.Outcome unregistered = calls.detach(path, node.id());
        assertThat(unregistered.code()).isEqualTo("Unavailable");
        assertThat(unregistered.message())
                .contains("never registered in CNS", node.vm().name(), "of Node %s has it".formatted(node.name()));
        assertThat(calls.detach(path, other.id()).code()).isEqualTo("OK");
        assertThat(calls.detach("[attach-ds] kubevols/gone[1].vmdk", node.id()).code())
                .isEqualTo("OK");

        bed.objects().create(MIGRATIONS, """
                {"apiVersion": "cns.vmware.com/v1alpha1", "kind": "CnsVSphereVolumeMigration",
                 "metadata": {"name": "%s"},
                 "spec": {"volumepath": "%s", "volumeid": "%s"}}""".formatted(volume, path, volume));
        // The client prints its answers without blanks.
        await().atMost(LIMIT).untilAsserted(() -> assertThat(calls.list().message())
                .contains("\"%s\"".formatted(path.replace(" ", "")))
                .contains(node.id())
                .doesNotContain("\"%s\"".formatted(volume)));
        assertThat(calls.detach(path, node.id()).code()).isEqualTo("OK");
        assertThat(bed.disks().holders(volume)).isEmpty();
    }

    @Test
    void aListOfCnsThatIsShortIsNotPassedOn(@TempDir Path folder) {
        try (var strict = AttachBed.of(folder, 1)) {
            strict.driver().start().awaitReady();
            CsiCalls caller = strict.calls();
            List<String> volumes = List.of(strict.createVolume("pvc-short-1"), strict.createVolume("pvc-short-2"));
            volumes.forEach(volume -> strict.driver().bind("pv-" + volume, volume));
            strict.driver()
                    .reconfigure(strict.driver().config().replaceFirst("\n", "\nlist-volume-threshold = \"1\"\n"));
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(caller.list().code()).isEqualTo("OK"));

            strict.volumes().omitFromLists(volumes);

            await().atMost(LIMIT).untilAsserted(() -> {
                CsiCalls.Outcome list = caller.list();
                assertThat(list.code()).isEqualTo("Unavailable");
                assertThat(list.message())
                        .contains("CNS does not list 2 of the 2 block volumes", "list-volume-threshold is 1");
            });
            strict.volumes().showAgain(volumes);
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(caller.list().code()).isEqualTo("OK"));
        }
    }

    @Test
    void theSixtyFirstDiskIsRefusedAndTheLimitPublished(@TempDir Path folder) {
        try (var patching = AttachBed.of(folder, 2)) {
            DriverAccount.allowPatch(patching.api());
            patching.driver().start().awaitReady();
            Node node = patching.nextNode();
            String volume = patching.createVolume("pvc-full");
            String ref = node.vm().ref();
            int others = patching.disks().of(ref).size();
            for (int i = others; i < 60; i++) {
                patching.disks().add(ref, 16);
            }
            patching.objects().awaitNode(node.name(), LIMIT, each -> each.path("metadata")
                    .path("annotations")
                    .path("vspherecloud.dev/csi-attach-limit")
                    .asText()
                    .equals("0"));

            CsiCalls.Outcome full = patching.attach(volume, node.id());

            assertThat(full.code()).isEqualTo("ResourceExhausted");
            assertThat(full.message()).contains("the most that a VM can have is 60");
            patching.awaitEvent("AttachLimitReached", "Node " + node.name());
        }
    }

    /// Scenario 9 of the hardest: a Node is deleted while its Pod writes, and another VM registers under its name.
    @Test
    void theFormerVmOfANodeIsDetachedToo() {
        Node node = bed.nextNode();
        SimulatedVm next = bed.addVms("replacement", 0, 1).getFirst();
        String volume = bed.createVolume("pvc-renamed");
        bed.createAttachment(volume, node);
        assertThat(bed.attach(volume, node.id()).code()).isEqualTo("OK");
        bed.deleteNode(node.name());
        bed.addNode(node.name(), next);

        CsiCalls.Outcome detached = await().atMost(LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> calls.detach(volume, next.uuid()), outcome -> outcome.code()
                        .equals("OK"));

        assertThat(detached.code()).isEqualTo("OK");
        assertThat(bed.disks().holders(volume)).isEmpty();
    }

    /// A task for several volumes fails as a whole because of one of them. The others get tasks of their own.
    @Test
    void aVolumeThatVcenterRefusesFailsNoOther() throws InterruptedException {
        Node node = bed.nextNode();
        bed.createVolume("pvc-first");
        List<String> volumes = ParallelCalls.create(bed.driver().socket(), "pvc-{n}", Map.of(), 10, 10)
                .allOk()
                .volumeIds();
        String refused = volumes.get(4);
        List<String> others =
                volumes.stream().filter(each -> !each.equals(refused)).toList();
        Map<String, String> all = volumes.stream().collect(Collectors.toMap(each -> each, _ -> node.id()));
        await().atMost(LIMIT)
                .until(() -> bed.attach(others.getFirst(), node.id()).code().equals("OK"));
        await().atMost(LIMIT)
                .until(() -> calls.detach(others.getFirst(), node.id()).code().equals("OK"));

        bed.volumes()
                .apply(VolumeRule.next("CnsAttachVolume")
                        .of(refused)
                        .taskError("CnsFault")
                        .always());
        assertThat(ParallelCalls.attach(bed.driver().socket(), all, 10).codes())
                .containsOnly(Map.entry("OK", 9L), Map.entry("Internal", 1L));
        assertThat(others).allSatisfy(each -> assertThat(bed.disks().holders(each))
                .containsExactly(node.vm().ref()));
        assertThat(bed.disks().holders(refused)).isEmpty();

        bed.volumes()
                .apply(VolumeRule.next("CnsDetachVolume")
                        .of(others.getFirst())
                        .taskError("CnsFault")
                        .always());
        assertThat(ParallelCalls.detach(bed.driver().socket(), all, 10).codes())
                .containsOnly(Map.entry("OK", 9L), Map.entry("Internal", 1L));
        assertThat(volumes.stream().filter(each -> !bed.disks().holders(each).isEmpty()))
                .containsExactly(others.getFirst());
    }
}

package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.volume.VolumeRule.next;
import static dev.vspherecloud.testkit.volume.VolumeSettings.defaults;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.testkit.volume.SimulatedShare;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.volume.VolumeSettings.FaultForm;
import dev.vspherecloud.testkit.volume.VolumeSettings.TaskHistory;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests what makes the simulated CNS as harsh as a real one.
class HarshVolumesIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private SimulatedVcenter vcenter;
    private SoapCalls soap;
    private String vm;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start();
        soap = new SoapCalls(vcenter);
        soap.login();
        vm = vcenter.addVm(aVm("w-1"));
    }

    @AfterEach
    void stop() {
        soap.close();
        vcenter.close();
    }

    @Test
    void aFaultHasThreeForms() {
        volumes().configure(defaults().faultForm(FaultForm.PLAIN));
        var plain = done(create("a", 99_999_999));
        volumes().configure(defaults());
        var nested = done(create("b", 99_999_999));
        volumes().apply(next("CnsCreateVolume").form(FaultForm.BARE));
        var bare = done(create("c", 99_999_999));

        assertThat(List.of(plain, nested, bare))
                .extracting(VolumeTask::fault, VolumeTask::cause)
                .containsExactly(
                        tuple("NoDiskSpace", "NoDiskSpace"),
                        tuple("CnsFault", "NoDiskSpace"),
                        tuple("CnsFault", "CnsFault"));
        assertThat(info(nested)).contains("<faultCause><fault ", "type=\"vim25:NoDiskSpace\"", "VSLM task failed");
        assertThat(info(bare)).contains("CNS: Failed to create disk.:Fault cause: vim.fault.NoDiskSpace");
    }

    @Test
    void chosenFaultsStayPlain() {
        volumes().configure(defaults().plainFaults("NoDiskSpace"));

        assertThat(done(create("a", 99_999_999)).fault()).isEqualTo("NoDiskSpace");
    }

    @Test
    void twoPodsInOneSpecFailTheCall() {
        var id = done(create("a", 10)).volume();

        assertThat(describe(id, "app-1", "app-2"))
                .contains("Duplicated entity for each entity type in one cluster is found.");

        done(describe(id, "app-1"));
        done(describe(id, "app-2"));
        volumes().configure(defaults().oneEntityPerType(false));
        done(describe(id, "app-3", "app-4"));
        assertThat(volumes().list().getFirst().entities())
                .extracting(SimulatedVolume.Entity::name)
                .containsExactlyInAnyOrder("app-1", "app-2", "app-3", "app-4");
    }

    @Test
    void aDetachIsRepeated() {
        var id = done(create("a", 10)).volume();
        assertThat(done(detach(id)).fault()).isEqualTo("NotFound");
        volumes().configure(defaults().faultForm(FaultForm.PLAIN).notAttached("InvalidArgument"));
        assertThat(done(detach(id)).fault()).isEqualTo("InvalidArgument");
    }

    @Test
    void arraysAreRefused() {
        var first = done(create("a", 10)).volume();
        var second = done(create("b", 10)).volume();
        volumes().configure(defaults().refuseArrays("CnsAttachVolume"));

        assertThat(done(attach(first, second)))
                .extracting(VolumeTask::state, VolumeTask::fault)
                .containsExactly("error", "InvalidArgument");
        assertThat(done(attach(first)).fault()).isEmpty();
    }

    @Test
    void cnsLeavesOutAVolumeWhoseDiskExists() {
        var id = done(create("a", 10)).volume();
        done(attach(id));

        volumes().omitFromLists(List.of(id));
        assertThat(query("")).doesNotContain(id);
        assertThat(query("<volumeIds><id>" + id + "</id></volumeIds>")).contains(id);
        volumes().omitFromEverything(List.of(id));
        assertThat(query("<volumeIds><id>" + id + "</id></volumeIds>")).doesNotContain(id);
        assertThat(done(detach(id)).fault()).isEqualTo("NotFound");
        assertThat(volumes().vmDisks().holders(id)).containsExactly(vm);
        volumes().configure(defaults().unregisteredVolume("CnsNotRegisteredFault"));
        assertThat(done(detach(id)).fault()).isEqualTo("CnsNotRegisteredFault");
        volumes().showAgain(List.of(id));
        assertThat(done(detach(id)).fault()).isEmpty();
    }

    @Test
    void aFileVolumeHasNoSnapshots() {
        var id = volumes().addShare(store(), "shared", 100, "cluster-a");
        var unknown = volumes().addShare(store(), "other", 50, "");

        assertThat(volumes().list()).extracting(SimulatedVolume::kind).containsExactly("FILE");
        assertThat(query("")).contains("type=\"CnsVsanFileShareBackingDetails\"", "<key>NFSv4.1</key>");
        assertThat(snapshots(id)).contains("type=\"NotSupported\"");
        volumes().configure(defaults().fileSnapshots(""));
        assertThat(snapshots(id)).doesNotContain("<error>");
        done(soap.volumes(
                "CnsExtendVolume",
                "<extendSpecs><volumeId><id>" + id + "</id></volumeId><capacityInMb>200</capacityInMb></extendSpecs>"));
        assertThat(volumes().shares())
                .extracting(SimulatedShare::id, SimulatedShare::capacityMb, SimulatedShare::volume)
                .containsExactlyInAnyOrder(tuple(id, 200L, true), tuple(unknown, 50L, false));
        done(delete(id));
        assertThat(volumes().shares()).extracting(SimulatedShare::id).containsExactly(unknown);
    }

    @Test
    void aVcenterIsRestoredFromABackup() {
        volumes().backUp();
        var id = done(create("a", 10)).volume();
        assertThat(catalogue(id)).contains("<id>" + id + "</id>");

        volumes().restoreCatalogue();
        assertThat(catalogue(id)).contains("type=\"NotFound\"");
        assertThat(attach(id)).contains("CNS: Failed to retrieve datastore for vol " + id);
        volumes().restoreVolumes();
        assertThat(volumes().list()).isEmpty();
        volumes().reconcile();
        assertThat(catalogue(id)).contains("<id>" + id + "</id>");
    }

    @Test
    void aCallIsDoneLate() {
        volumes().apply(next("CnsCreateVolume").late(Duration.ofMillis(500)));

        assertThatThrownBy(() -> soap.volumesWithin(Duration.ofMillis(200), "CnsCreateVolume", createSpec("late", 10)))
                .hasMessageContaining("timed out");

        assertThat(await(() -> volumes().list().size() == 1)).isTrue();
    }

    @Test
    void theHistoryOfTasksIsSearched() {
        done(create("a", 10));
        volumes().configure(defaults().activationIdsOfClient());

        var task = done(soap.volumesAs("op-1", "CnsCreateVolume", createSpec("b", 10)));

        assertThat(soap.tasks("<activationId>op-1</activationId>"))
                .contains("<key>" + task.ref() + "</key>", "<descriptionId>com.vmware.cns.tasks.createvolume<");
        assertThat(soap.tasks("<activationId>op-2</activationId>")).doesNotContain("<key>");
        volumes().removeAllTasks();
        assertThat(soap.tasks("")).contains(task.ref());
        volumes().configure(defaults().taskHistory(TaskHistory.PRESENT));
        assertThat(soap.tasks("")).doesNotContain(task.ref());
        volumes().configure(defaults().historyLag(Duration.ofHours(1)));
        assertThat(soap.tasks("")).doesNotContain(task.ref());
    }

    private SimulatorVolumes volumes() {
        return vcenter.volumes();
    }

    private String store() {
        return volumes().datastores().getFirst().ref();
    }

    private String create(String name, long capacityMb) {
        return soap.volumes("CnsCreateVolume", createSpec(name, capacityMb));
    }

    private static String createSpec(String name, long capacityMb) {
        return """
                <createSpecs><name>%s</name><volumeType>BLOCK</volumeType><metadata><containerCluster>
                <clusterType>KUBERNETES</clusterType><clusterId>cluster-a</clusterId><vSphereUser>u</vSphereUser>
                </containerCluster></metadata><backingObjectDetails xsi:type="CnsBlockBackingDetails">
                <capacityInMb>%d</capacityInMb></backingObjectDetails></createSpecs>""".formatted(name, capacityMb);
    }

    /// Tells CNS of Pods, in one spec.
    private String describe(String volume, String... pods) {
        var entities = new StringBuilder();
        for (var pod : pods) {
            entities.append("""
                    <entityMetadata xsi:type="CnsKubernetesEntityMetadata"><entityName>%s</entityName>
                    <clusterId>cluster-a</clusterId><entityType>POD</entityType><namespace>ns</namespace>
                    </entityMetadata>""".formatted(pod));
        }
        return soap.volumes("CnsUpdateVolumeMetadata", """
                <updateSpecs><volumeId><id>%s</id></volumeId><metadata><containerCluster>
                <clusterType>KUBERNETES</clusterType><clusterId>cluster-a</clusterId><vSphereUser>u</vSphereUser>
                </containerCluster>%s</metadata></updateSpecs>""".formatted(volume, entities));
    }

    private String attach(String... ids) {
        var specs = new StringBuilder();
        for (var id : ids) {
            specs.append("<attachSpecs>").append(spec(id)).append("</attachSpecs>");
        }
        return soap.volumes("CnsAttachVolume", specs.toString());
    }

    private String detach(String id) {
        return soap.volumes("CnsDetachVolume", "<detachSpecs>" + spec(id) + "</detachSpecs>");
    }

    private String spec(String volume) {
        return "<volumeId><id>" + volume + "</id></volumeId><vm type=\"VirtualMachine\">" + vm + "</vm>";
    }

    private String delete(String id) {
        return soap.volumes(
                "CnsDeleteVolume", "<volumeIds><id>" + id + "</id></volumeIds><deleteDisk>true</deleteDisk>");
    }

    private String query(String filter) {
        return soap.volumes("CnsQueryVolume", "<filter xsi:type=\"CnsQueryFilter\">" + filter + "</filter>");
    }

    private String snapshots(String id) {
        return info(done(soap.volumes(
                "CnsQuerySnapshots",
                "<snapshotQueryFilter><snapshotQuerySpecs><volumeId><id>" + id
                        + "</id></volumeId></snapshotQuerySpecs></snapshotQueryFilter>")));
    }

    private String catalogue(String id) {
        return soap.call("""
                <RetrieveVStorageObject xmlns="urn:vim25"><_this type="VcenterVStorageObjectManager">\
                VStorageObjectManager</_this><id><id>%s</id></id><datastore type="Datastore">%s</datastore>\
                </RetrieveVStorageObject>""".formatted(id, store()));
    }

    private String info(VolumeTask task) {
        return soap.properties("Task", task.ref(), "info");
    }

    private VolumeTask done(String ref) {
        assertThat(await(() -> List.of("success", "error").contains(task(ref).state())))
                .isTrue();
        return task(ref);
    }

    private VolumeTask task(String ref) {
        return volumes().tasks().stream()
                .filter(each -> each.ref().equals(ref))
                .findFirst()
                .orElseThrow();
    }

    private static boolean await(BooleanSupplier condition) {
        return Deadline.in(LIMIT).await(PAUSE, condition);
    }
}

package dev.vspherecloud.testkit.servers;

import static dev.vspherecloud.testkit.inventory.VmSpec.aVm;
import static dev.vspherecloud.testkit.volume.DatastoreSpec.datastore;
import static dev.vspherecloud.testkit.volume.VolumeRule.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.vspherecloud.testkit.volume.SimulatedDatastore;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.volume.VolumeSettings;
import dev.vspherecloud.testkit.volume.VolumeSettings.OnRestart;
import dev.vspherecloud.testkit.volume.VolumeTask;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the CNS of the simulator through the admin API, and as a client sees it.
class VcenterVolumesIT {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private SimulatedVcenter vcenter;
    private SoapCalls soap;

    @BeforeEach
    void start() {
        vcenter = SimulatedVcenter.start();
        soap = new SoapCalls(vcenter);
        soap.login();
    }

    @AfterEach
    void stop() {
        soap.close();
        vcenter.close();
    }

    @Test
    void aNewVolumeHasADiskAMetadataEntryAndATask() {
        var task = create("pvc-1", 100);
        awaitState(task, "success");

        var volume = volumes().list().getFirst();
        var store = volumes().datastores().getFirst();
        assertThat(volume)
                .extracting("name", "capacityMb", "datastore", "datastoreUrl", "clusters")
                .containsExactly("pvc-1", 100L, store.ref(), store.url(), List.of("cluster-a"));
        assertThat(volumes().disks())
                .extracting(SimulatedDisk::id, SimulatedDisk::volume, SimulatedDisk::file)
                .containsExactly(tuple(volume.id(), true, true));
        assertThat(volumes().tasks())
                .extracting(VolumeTask::ref, VolumeTask::method, VolumeTask::volume, VolumeTask::fault)
                .containsExactly(tuple(task, "CnsCreateVolume", volume.id(), ""));
        assertThat(soap.properties("Task", task, "info"))
                .contains("type=\"CnsVolumeOperationBatchResult\"", "type=\"CnsVolumeCreateResult\"", volume.id());
        assertThat(volumes().calls().of("CnsCreateVolume")).isEqualTo(1);
        assertThat(volumes().calls().maxInFlight()).isEqualTo(1);
    }

    @Test
    void rulesHoldLoseAndFailTasks() {
        volumes()
                .apply(
                        next("CnsCreateVolume").hold(),
                        next("CnsCreateVolume").loseAtStart(),
                        next("CnsCreateVolume").of("full").fault("NoDiskSpace"));

        var held = create("held", 10);
        var lost = create("lost", 10);
        var failed = create("full", 10);

        assertThat(soap.properties("Task", lost, "info")).contains("ManagedObjectNotFound");
        awaitState(failed, "success");
        assertThat(soap.properties("Task", failed, "info")).contains("type=\"vim25:NoDiskSpace\"");
        assertThat(task(held)).extracting("state", "held").containsExactly("running", true);
        volumes().releaseTasks();
        awaitState(held, "success");
        assertThat(volumes().list()).extracting(SimulatedVolume::name).containsExactlyInAnyOrder("held", "lost");
        assertThat(volumes().unusedRules()).isZero();
        volumes().removeTasks(List.of(held));
        assertThat(task(held).vanished()).isTrue();
    }

    @Test
    void aRuleMakesACallHang() throws Exception {
        volumes()
                .apply(
                        next("CnsCreateVolume").of("late").hang(),
                        next("CnsCreateVolume").hangAfterWork());

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var late = threads.submit(() -> create("late", 10));
            var early = threads.submit(() -> create("early", 10));
            assertThat(await(() ->
                            volumes().calls().waiting() == 2 && volumes().list().size() == 1))
                    .isTrue();
            assertThat(late.isDone() || early.isDone()).isFalse();
            assertThat(volumes().list()).extracting(SimulatedVolume::name).containsExactly("early");

            volumes().releaseCalls();

            awaitState(early.get(), "success");
            awaitState(late.get(), "success");
        }
        assertThat(volumes().list()).extracting(SimulatedVolume::name).containsExactly("early", "late");
    }

    @Test
    void aRuleMayChangeEveryCall() {
        volumes().apply(next("CnsQueryVolume").always().callFault("HostNotConnected"));

        for (int i = 0; i < 3; i++) {
            assertThat(soap.volumes("CnsQueryVolume", "<filter xsi:type=\"CnsQueryFilter\"/>"))
                    .contains("HostNotConnected");
        }
        assertThat(volumes().calls().of("CnsQueryVolume")).isEqualTo(3);
    }

    @Test
    void severalClustersDescribeOneVolume() {
        var task = create("pvc-1", 10);
        awaitState(task, "success");

        describe("cluster-b", "pv-1", "false");
        describe("cluster-a", "pv-2", "false");
        describe("cluster-b", "pv-3", "false");
        describe("cluster-b", "pv-1", "true");

        var volume = volumes().list().getFirst();
        assertThat(volume.clusters()).containsExactly("cluster-a", "cluster-b");
        assertThat(volume.entities())
                .extracting(SimulatedVolume.Entity::cluster, SimulatedVolume.Entity::kind, SimulatedVolume.Entity::name)
                .containsExactlyInAnyOrder(
                        tuple("cluster-a", "PERSISTENT_VOLUME", "pv-2"),
                        tuple("cluster-b", "PERSISTENT_VOLUME", "pv-3"));
    }

    @Test
    void theDatastoreWithMostFreeSpaceGetsTheVolume() {
        volumes()
                .change(
                        datastore("dc-1", "small").hosts(host()).capacityMb(500),
                        datastore("dc-1", "datastore1").capacityMb(1000));

        awaitState(create("a", 600), "success");
        awaitState(create("b", 450), "success");

        assertThat(volumes().list())
                .extracting(SimulatedVolume::name, SimulatedVolume::datastoreUrl)
                .containsExactly(tuple("a", url("datastore1")), tuple("b", url("small")));
    }

    @Test
    void aFullDatastoreRefusesAVolume() {
        volumes()
                .change(
                        datastore("dc-1", "datastore1").freeMb(50),
                        datastore("dc-1", "other").hosts(host()).capacityMb(500).inMaintenance());

        var task = create("pvc-1", 100);

        awaitState(task, "success");
        assertThat(task(task).cause()).isEqualTo("NoDiskSpace");
        assertThat(volumes().datastores())
                .extracting(SimulatedDatastore::name, SimulatedDatastore::freeMb, SimulatedDatastore::maintenance)
                .containsExactly(tuple("datastore1", 50L, "normal"), tuple("other", 500L, "inMaintenance"));
    }

    @Test
    void aRestartKeepsVolumesAndLosesTasksIfSet() {
        var vm = vcenter.addVm(aVm("w-1"));
        volumes().configure(VolumeSettings.defaults().onRestart(OnRestart.LOSE));
        var finished = create("kept", 10);
        awaitState(finished, "success");
        var id = volumes().list().getFirst().id();
        awaitState(
                soap.volumes(
                        "CnsAttachVolume",
                        "<attachSpecs><volumeId><id>" + id + "</id></volumeId><vm type=\"VirtualMachine\">" + vm
                                + "</vm></attachSpecs>"),
                "success");
        volumes().apply(next("CnsCreateVolume").hold());
        create("unfinished", 10);
        var before = volumes().list();

        vcenter.restart();
        soap.login();

        assertThat(volumes().list()).isEqualTo(before);
        assertThat(before.getFirst().attachments())
                .extracting(SimulatedVolume.Attachment::vm)
                .containsExactly(vm);
        assertThat(soap.properties("Task", finished, "info")).contains("ManagedObjectNotFound");
        assertThat(create("younger", 10)).isNotEqualTo(finished);
    }

    @Test
    void settingsDecideHowTasksEnd() {
        var settings = VolumeSettings.defaults().times("CnsCreateVolume", 1, 5).workers(1);
        volumes()
                .configure(settings.faultsAsTaskErrors()
                        .missingVolume("CnsVolumeNotFoundFault")
                        .anySoapAction());

        var full = create("pvc-1", 99_999_999);
        awaitState(full, "error");
        assertThat(task(full).cause()).isEqualTo("NoDiskSpace");
        var missing = soap.volumes(
                "CnsDeleteVolume", "<volumeIds><id>no-such-volume</id></volumeIds><deleteDisk>true</deleteDisk>");
        awaitState(missing, "error");
        assertThat(task(missing).fault()).isEqualTo("CnsVolumeNotFoundFault");

        volumes().configure(settings.retentionMillis(0));
        var done = create("pvc-2", 10);
        assertThat(await(() -> task(done).vanished())).isTrue();
        assertThat(task(done)).extracting("state", "subjects").containsExactly("success", List.of("pvc-2"));
    }

    @Test
    void aVolumeMayBeForgotten() {
        awaitState(create("pvc-1", 10), "success");
        var id = volumes().list().getFirst().id();

        volumes().forget(List.of(id));
        volumes().removeAllTasks();
        volumes().resetCalls();

        assertThat(volumes().list()).isEmpty();
        assertThat(volumes().disks())
                .extracting(SimulatedDisk::id, SimulatedDisk::volume)
                .containsExactly(tuple(id, false));
        assertThat(volumes().tasks()).extracting(VolumeTask::vanished).containsExactly(true);
        assertThat(volumes().calls().calls()).isEmpty();
    }

    @Test
    void aDiskMayBeUnknownToCns() {
        var store = volumes().datastores().getFirst().ref();

        var id = volumes().addDisk(store, "static", 20);

        assertThat(volumes().disks())
                .extracting(SimulatedDisk::id, SimulatedDisk::name, SimulatedDisk::volume)
                .containsExactly(tuple(id, "static", false));
    }

    @Test
    void stockCnsHasNoAdminCalls() {
        try (var stock = SimulatedVcenter.start(VcenterOptions.defaults().withStockCns())) {
            assertThatThrownBy(() -> stock.volumes().list()).hasMessageContaining("-stock-cns");
        }
    }

    private SimulatorVolumes volumes() {
        return vcenter.volumes();
    }

    private String create(String name, long capacityMb) {
        return soap.volumes(
                "CnsCreateVolume",
                "<createSpecs><name>" + name + "</name><volumeType>BLOCK</volumeType><metadata><containerCluster>"
                        + "<clusterType>KUBERNETES</clusterType><clusterId>cluster-a</clusterId>"
                        + "<vSphereUser>u</vSphereUser><clusterFlavor>VANILLA</clusterFlavor></containerCluster>"
                        + "</metadata><backingObjectDetails xsi:type=\"CnsBlockBackingDetails\"><capacityInMb>"
                        + capacityMb + "</capacityInMb></backingObjectDetails></createSpecs>");
    }

    /// Tells CNS that a cluster has a PersistentVolume, or has it no more.
    private void describe(String cluster, String persistentVolume, String gone) {
        var id = volumes().list().getFirst().id();
        var task = soap.volumes(
                "CnsUpdateVolumeMetadata",
                "<updateSpecs><volumeId><id>" + id + "</id></volumeId><metadata><containerCluster>"
                        + "<clusterType>KUBERNETES</clusterType><clusterId>" + cluster + "</clusterId>"
                        + "<vSphereUser>u</vSphereUser></containerCluster>"
                        + "<entityMetadata xsi:type=\"CnsKubernetesEntityMetadata\"><entityName>" + persistentVolume
                        + "</entityName><delete>" + gone + "</delete><clusterId>" + cluster
                        + "</clusterId><entityType>PERSISTENT_VOLUME</entityType></entityMetadata>"
                        + "</metadata></updateSpecs>");
        awaitState(task, "success");
    }

    private String host() {
        return vcenter.inventory()
                .cluster("dc-1", "cluster-1")
                .hosts()
                .values()
                .iterator()
                .next();
    }

    private String url(String datastore) {
        return volumes().datastores().stream()
                .filter(each -> each.name().equals(datastore))
                .findFirst()
                .orElseThrow()
                .url();
    }

    private VolumeTask task(String ref) {
        return volumes().tasks().stream()
                .filter(each -> each.ref().equals(ref))
                .findFirst()
                .orElseThrow();
    }

    private void awaitState(String ref, String state) {
        assertThat(await(() -> task(ref).state().equals(state))).isTrue();
    }

    private static boolean await(BooleanSupplier condition) {
        return Deadline.in(LIMIT).await(PAUSE, condition);
    }
}

package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.NodeSpec;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// CNS does not list volumes whose disks exist. The driver destroys no disk too early, leaves none behind, and reports
/// each case.
@Tag("csi")
@Timeout(400)
class ForgottenVolumeScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private KubeApiServer api;
    private DriverBed bed;
    private VcenterSite site;
    private CsiCalls calls;
    private VolumeObjectsOfTest cluster;

    @BeforeEach
    void startDriver() {
        api = KubeApiServer.shared();
        bed = new DriverBed(api, folder);
        site = bed.addVcenter("forgotten");
        site.addVms("worker", 1, 2);
        SimulatedVm vm = vm();
        bed.objects().createNode(NodeSpec.aNode("node-a").systemUuid(vm.uuid()).providerId("vsphere://" + vm.uuid()));
        bed.objects().create("/apis/storage.k8s.io/v1/csinodes", """
                {"metadata": {"name": "node-a"}, "spec": {"drivers": [{"name": "csi.vsphere.vmware.com", "nodeID": "%s",
                 "topologyKeys": []}]}}""".formatted(vm.uuid()));
        calls = new CsiCalls(bed.socket());
        cluster = new VolumeObjectsOfTest(bed.objects());
        bed.start().awaitReady();
    }

    @AfterEach
    void close() {
        bed.close();
        api.close();
    }

    @Test
    void aForgottenVolumeIsRegisteredAgainAndDeletedOnlyLater() {
        String id = createReleased("pv-forgotten");
        bed.volumes().forget(List.of(id));

        CsiCalls.Outcome forgotten = calls.delete(id);

        assertThat(forgotten.message()).contains("CNS does not list volume " + id, "has its disk");
        assertThat(forgotten.code()).isEqualTo("Unavailable");
        await().atMost(LIMIT).until(() -> ids().equals(List.of(id)));
        MetadataScenario.awaitEvent(bed, "pv-forgotten", "VolumeForgotten");
        // Other clusters that use the disk have not yet said so again.
        CsiCalls.Outcome waits = calls.delete(id);
        assertThat(waits.message()).contains("CNS had forgotten the volume");
        assertThat(waits.code()).isEqualTo("Unavailable");
        assertThat(bed.volumes().calls().of("CnsDeleteVolume")).isZero();

        bed.makeRecordsOld();
        assertThat(calls.delete(id).code()).isEqualTo("OK");
        assertThat(disks()).isEmpty();
        assertThat(ids()).isEmpty();
    }

    @Test
    void otherCallsAboutAForgottenVolumeGoOnWhenItIsRegistered() {
        String id = createReleased("pv-used");
        cluster.setPhase(VolumeObjectsOfTest.VOLUMES + "/pv-used", "Bound");

        afterForgetting(id, () -> calls.expand(id, 2048));
        afterForgetting(id, () -> calls.attach(id, vm().uuid()));
        afterForgetting(id, () -> calls.detach(id, vm().uuid()));
        assertThat(disks().getFirst().consumers()).isEmpty();
        afterForgetting(id, () -> calls.snapshot("snapshot-" + UUID.randomUUID(), id));
    }

    /// CNS and the catalogue of First Class Disks are as old as the backup: they lack a volume that is attached, and
    /// list one whose disk was deleted.
    @Test
    void aVcenterThatIsRestoredFromABackupLosesAndDestroysNothing() {
        String deleted = createReleased("pv-deleted");
        bed.volumes().backUp();
        String attached = createReleased("pv-attached");
        untilNotUnavailable(() -> calls.attach(attached, vm().uuid()));
        assertThat(calls.delete(deleted).code()).isEqualTo("OK");
        bed.volumes().restoreVolumes();
        bed.volumes().restoreCatalogue();

        CsiCalls.Outcome held = calls.delete(attached);
        assertThat(held.message()).contains("CNS does not list volume " + attached, "has its disk");
        assertThat(held.code()).isEqualTo("Unavailable");
        assertThat(untilNotUnavailable(() -> calls.delete(deleted)).code()).isEqualTo("OK");

        bed.volumes().reconcile();
        // At most one registration of a disk begins in a minute.
        await().atMost(LIMIT).pollInterval(Duration.ofSeconds(5)).until(() -> {
            calls.delete(attached);
            return ids().contains(attached);
        });
        assertThat(calls.delete(attached).code()).isIn("FailedPrecondition", "Unavailable");
        assertThat(untilNotUnavailable(() -> calls.detach(attached, vm().uuid()))
                        .code())
                .isEqualTo("OK");
        bed.makeRecordsOld();
        assertThat(untilNotUnavailable(() -> calls.delete(attached)).code()).isEqualTo("OK");
        assertThat(disks()).isEmpty();
    }

    /// The first call says what is wrong, and a later one succeeds.
    private void afterForgetting(String id, Supplier<CsiCalls.Outcome> call) {
        bed.volumes().forget(List.of(id));
        CsiCalls.Outcome first = call.get();
        assertThat(first.code()).as(first.message()).isIn("Unavailable", "OK");
        assertThat(untilNotUnavailable(call).code()).isEqualTo("OK");
    }

    private static CsiCalls.Outcome untilNotUnavailable(Supplier<CsiCalls.Outcome> call) {
        return await().atMost(LIMIT).pollInterval(Duration.ofSeconds(1)).until(call::get, outcome -> !outcome.code()
                .equals("Unavailable"));
    }

    /// Creates a volume, and its PersistentVolume as it is when its claim was deleted.
    private String createReleased(String name) {
        String volume = "pvc-" + UUID.randomUUID();
        String id = new PersistentCaller(() -> List.of(bed.socket()))
                .create(volume, 1024)
                .join();
        cluster.addVolume(name, id, "Delete", "gone");
        cluster.setPhase(VolumeObjectsOfTest.VOLUMES + "/" + name, "Released");
        return id;
    }

    private SimulatedVm vm() {
        return site.vcenter().vms().getFirst();
    }

    private List<String> ids() {
        return bed.volumes().list().stream().map(SimulatedVolume::id).toList();
    }

    private List<SimulatedDisk> disks() {
        return bed.volumes().disks();
    }
}

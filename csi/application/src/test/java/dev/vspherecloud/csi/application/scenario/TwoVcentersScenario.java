package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverAccount;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.csi.StorageNodes;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.SimulatedVm;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that a vCenter that hangs delays only its own volumes, with two and three vCenters.
///
/// The benchmark of the driver measures the times.
@Tag("csi")
@Timeout(300)
class TwoVcentersScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final int VOLUMES = 10;

    private static final String RECORDS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/%s/cnsvolumeinfoes".formatted(DriverAccount.NAMESPACE);

    @Test
    void volumesOfTheOtherVcenterDoNotWait(@TempDir Path folder) throws InterruptedException {
        try (var api = KubeApiServer.shared();
                var first = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder);
                var driver = DriverProcess.start(api, List.of(first, second), folder, DriverProcess.packaged())) {
            driver.awaitReady();
            awaitWatch(first);
            awaitWatch(second);
            String url = second.vcenter().volumes().datastores().getFirst().url();
            Map<String, String> parameters = Map.of("datastoreurl", url);
            List<String> before = ParallelCalls.create(driver.socket(), "before-{n}", parameters, 2, 2)
                    .allOk()
                    .volumeIds();

            first.proxy().add(Rule.onAny().then(Fault.hang()));
            long hung = first.proxy().calls().mark();
            long marked = second.proxy().calls().mark();

            ParallelCalls created = ParallelCalls.create(driver.socket(), "at-once-{n}", parameters, VOLUMES, VOLUMES);
            created.allOk();
            assertThat(namesIn(second)).contains("at-once-0", "at-once-" + (VOLUMES - 1));
            expand(driver, before.getFirst()).allOk();
            delete(driver, before.getLast()).allOk();
            assertThat(cnsCalls(first, hung))
                    .as("calls about volumes, for which these would have waited")
                    .isEmpty();
            assertThat(creates(second, marked)).isEqualTo(VOLUMES);
            assertThat(namesIn(second)).hasSize(VOLUMES + 1);

            JsonNode listed = ParallelCalls.make(driver.socket(), "/csi.v1.Controller/ListVolumes", "{}", 1, 1)
                    .calls()
                    .getFirst();
            assertThat(listed.path("code").asText()).as(listed.toString()).isEqualTo("Unavailable");

            // Without a datastore, the driver chooses the first vCenter that answers.
            driver.program().awaitLog("Cannot read vCenter", LIMIT);
            ParallelCalls chosen = ParallelCalls.create(driver.socket(), "chosen-{n}", Map.of(), VOLUMES, VOLUMES);
            chosen.allOk();
            assertThat(creates(first, hung)).isZero();
            assertThat(creates(second, marked)).isEqualTo(2 * VOLUMES);
            assertThat(namesIn(second)).contains("chosen-0", "chosen-" + (VOLUMES - 1));
            assertThat(driver.program().terminate()).isZero();
        }
    }

    /// Volumes that the driver did not create, and that CNS does not know at first. A volume has a record of its
    /// vCenter, which the synchronisation wrote, or is searched in all vCenters at once.
    @Test
    void staticVolumesOfTheOtherVcentersDoNotWait(@TempDir Path folder) throws InterruptedException {
        try (var api = KubeApiServer.shared();
                var first = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder);
                var third = VcenterSite.start("vc-c", VcenterOptions.defaults(), folder)) {
            List<VcenterSite> all = List.of(first, second, third);
            all.forEach(site -> StorageNodes.create(api, site, 1));
            try (var driver = DriverProcess.start(api, all, folder, DriverProcess.packaged())) {
                driver.awaitReady();
                for (VcenterSite site : all) {
                    awaitWatch(site);
                }
                var cluster = new VolumeObjectsOfTest(api.objects());
                List<StaticVolume> recorded = List.of(
                        StaticVolume.add(cluster, second, "recorded-b"),
                        StaticVolume.add(cluster, third, "recorded-c"));
                List<StaticVolume> searched = List.of(
                        StaticVolume.add(cluster, second, "searched-b"),
                        StaticVolume.add(cluster, third, "searched-c"));
                for (List<StaticVolume> volumes : List.of(recorded, searched)) {
                    assertThat(vcenterOf(api.objects(), volumes.getFirst().id()))
                            .isEqualTo("localhost");
                    assertThat(vcenterOf(api.objects(), volumes.getLast().id())).isEqualTo("LOCALHOST");
                }
                // Volumes of a driver that wrote no records.
                searched.forEach(volume -> api.objects().delete(RECORDS + "/" + volume.id()));

                ActiveRule hang = first.proxy().add(Rule.onAny().then(Fault.hang()));
                long hung = first.proxy().calls().mark();
                for (StaticVolume volume : recorded) {
                    volume.attachAndDetach(driver);
                    expand(driver, volume.id()).allOk();
                }
                assertThat(cnsCalls(first, hung))
                        .as("calls about recorded volumes")
                        .isEmpty();
                for (StaticVolume volume : searched) {
                    volume.attachAndDetach(driver);
                    expand(driver, volume.id()).allOk();
                }
                assertThat(cnsCalls(first, hung)).as("questions only").allMatch("CnsQueryVolume"::equals);

                // When the driver knows that the vCenter does not answer, no search asks it. It notices resets at once.
                first.proxy().add(Rule.onAny().then(Fault.reset()));
                hang.close();
                first.proxy().cutConnections();
                driver.program().awaitLog("Cannot read vCenter", LIMIT);
                long silent = first.proxy().calls().mark();
                for (StaticVolume volume : searched) {
                    volume.attachAndDetach(driver);
                    volume.release(cluster);
                    // A volume that was just registered waits for other clusters. This ends the wait.
                    api.objects().delete(DriverBed.RECORDS + "/delete-" + volume.id());
                    delete(driver, volume.id()).allOk();
                    assertThat(volume.disks()).doesNotContain(volume.id());
                }
                assertThat(cnsCalls(first, silent)).isEmpty();

                // The PersistentVolumes go, and the volumes and records with them; the disks stay.
                for (StaticVolume volume : recorded) {
                    cluster.remove(volume.path());
                    api.objects().awaitGone(RECORDS + "/" + volume.id(), LIMIT);
                    assertThat(namesIn(volume.site())).isEmpty();
                    assertThat(volume.disks()).contains(volume.id());
                }
            }
        }
    }

    /// @param name of the PersistentVolume
    private record StaticVolume(VcenterSite site, String name, String id) {
        /// Creates a disk that CNS does not know, and a PersistentVolume for it.
        static StaticVolume add(VolumeObjectsOfTest cluster, VcenterSite site, String name) {
            String datastore = site.vcenter().volumes().datastores().getFirst().ref();
            String id = site.vcenter().volumes().addDisk(datastore, name, 1024);
            cluster.addStaticVolume(name, id);
            return new StaticVolume(site, name, id);
        }

        void attachAndDetach(DriverProcess driver) throws InterruptedException {
            SimulatedVm vm = site.vcenter().vms().getFirst();
            ParallelCalls.attach(driver.socket(), Map.of(id, vm.uuid()), 1).allOk();
            assertThat(site.vcenter().volumes().vmDisks().holders(id)).containsExactly(vm.ref());
            ParallelCalls.detach(driver.socket(), Map.of(id, vm.uuid()), 1).allOk();
        }

        /// Lets the PersistentVolume be as external-provisioner finds it before it deletes a volume.
        void release(VolumeObjectsOfTest cluster) {
            cluster.objects().patch(path(), "{\"spec\": {\"persistentVolumeReclaimPolicy\": \"Delete\"}}");
            cluster.setPhase(path(), "Released");
        }

        String path() {
            return VolumeObjectsOfTest.VOLUMES + "/" + name;
        }

        List<String> disks() {
            return site.vcenter().volumes().disks().stream()
                    .map(SimulatedDisk::id)
                    .toList();
        }
    }

    private static List<String> cnsCalls(VcenterSite site, long mark) {
        return site.proxy().calls().since(mark).names().stream()
                .filter(name -> name.startsWith("Cns"))
                .toList();
    }

    /// Waits for the record of a volume, and returns the server that it names.
    private static String vcenterOf(KubeObjects objects, String id) {
        return objects.await(RECORDS + "/" + id, LIMIT, record -> !record.isMissingNode())
                .at("/spec/vCenterServer")
                .asText();
    }

    private static void awaitWatch(VcenterSite site) throws InterruptedException {
        assertThat(site.proxy().calls().await(calls -> calls.count("WaitForUpdatesEx") > 1, LIMIT))
                .isTrue();
    }

    private static long creates(VcenterSite site, long mark) {
        return site.proxy().calls().since(mark).count("CnsCreateVolume");
    }

    private static List<String> namesIn(VcenterSite site) {
        return site.vcenter().volumes().list().stream()
                .map(SimulatedVolume::name)
                .toList();
    }

    private static ParallelCalls expand(DriverProcess driver, String id) throws InterruptedException {
        return ParallelCalls.make(
                driver.socket(), "/csi.v1.Controller/ControllerExpandVolume", """
                {"volumeId": "%s", "capacityRange": {"requiredBytes": "2147483648"},
                 "volumeCapability": {"mount": {"fsType": "ext4"}, "accessMode": {"mode": "SINGLE_NODE_WRITER"}}}""".formatted(id), 1, 1);
    }

    private static ParallelCalls delete(DriverProcess driver, String id) throws InterruptedException {
        return ParallelCalls.make(
                driver.socket(), "/csi.v1.Controller/DeleteVolume", "{\"volumeId\": \"%s\"}".formatted(id), 1, 1);
    }
}

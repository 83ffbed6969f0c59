package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverProcess;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/// The full pass over the metadata of volumes: what it reports, what it repairs, and what it leaves alone.
///
/// A pass begins each minute. The scenarios run at the same time, each with its own servers, because most of them wait
/// for several passes. Other scenarios of metadata are in [MetadataScenario].
@Tag("csi")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
class FullSyncScenario {
    /// Three full passes.
    private static final Duration LIMIT = Duration.ofMinutes(4);

    private static final Duration COMMAND_LIMIT = Duration.ofMinutes(2);
    private static final Map<String, String> EACH_MINUTE = Map.of("FULL_SYNC_INTERVAL_MINUTES", "1");

    @TempDir
    private Path folder;

    /// Scenarios 4 and 18 of csi-production 14: the provisioner forgot a create, and etcd was restored.
    @Test
    void scenario18OrphansAndLostVolumesAreReportedAndKept() {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("full-sync");
            DriverBed.Driver driver = bed.start(bed.config(), EACH_MINUTE).awaitReady();
            var cluster = new VolumeObjectsOfTest(bed.objects());
            String orphanName = "pvc-" + UUID.randomUUID();
            String orphan = create(bed, orphanName);
            String used = create(bed, "pvc-" + UUID.randomUUID());
            String forgotten = create(bed, "pvc-" + UUID.randomUUID());
            String lost = create(bed, "pvc-" + UUID.randomUUID());
            cluster.addVolume("used", used, "Delete", "data");
            cluster.addClaim("data", "used", "{}");
            cluster.addVolume("forgotten", forgotten, "Delete", "other");
            cluster.addVolume("lost", lost, "Delete", "third");
            JsonNode waiting = bed.objects().create(VolumeObjectsOfTest.CLAIMS, """
                    {"metadata": {"name": "waiting"},
                     "spec": {"storageClassName": "fast", "accessModes": ["ReadWriteOnce"],
                              "resources": {"requests": {"storage": "1Gi"}}}}""");
            String claimed = create(bed, "pvc-" + waiting.at("/metadata/uid").asText());
            awaitEntities(bed, used, "PERSISTENT_VOLUME used", "PERSISTENT_VOLUME_CLAIM default/data");
            awaitEntities(bed, lost, "PERSISTENT_VOLUME lost");
            for (String lease : List.of("vsphere-syncer", "vsphere-csi-controller")) {
                assertThat(awaitEvent(bed, lease, "LeaderElection")
                                .at("/source/component")
                                .asText())
                        .isEqualTo("csi.vsphere.vmware.com");
            }
            awaitEntities(bed, forgotten, "PERSISTENT_VOLUME forgotten");

            DriverBed.Output none = bed.explainOrphans("-o", "json");
            assertThat(none.text()).contains("\"handle\":\"" + orphan + "\"").doesNotContain(claimed, used);

            // CNS forgets one volume, and the disk of another one is lost.
            deleteInCns(bed, "lost", lost);
            bed.volumes().forget(List.of(forgotten));

            await(() -> metrics(driver).contains("vsphere_cns_volume_pv_missing{vc=\"127.0.0.1\"} 1"));
            JsonNode event = awaitEvent(bed, "vsphere-syncer", "VolumeOrphaned");
            assertThat(event.path("message").asText())
                    .contains("found 1 volumes of this cluster", orphan, "run vsphere-csi explain orphans");
            awaitEntities(bed, forgotten, "PERSISTENT_VOLUME forgotten");
            awaitEvent(bed, "forgotten", "VolumeRegistered");
            JsonNode missing = awaitEvent(bed, "lost", "VolumeMissing");
            assertThat(missing.path("message").asText()).contains("found no volume " + lost);
            await(() -> metrics(driver).contains("vspherecloud_csi_lost_volumes 1"));
            assertThat(metrics(driver)).contains("vsphere_full_sync_ops_histogram_count{status=\"pass\"}");
            assertThat(bed.objects().find(VolumeObjectsOfTest.VOLUMES + "/lost"))
                    .isPresent();
            assertThat(ids(bed)).containsExactlyInAnyOrder(orphan, used, forgotten, claimed);

            DriverBed.Output text = bed.explainOrphans();
            assertThat(text.exitCode()).as(text.text()).isEqualTo(2);
            assertThat(text.text())
                    .contains("Cluster     " + DriverBed.CLUSTER_ID)
                    .contains("Orphans     1")
                    .contains("Volume      " + orphan)
                    .contains("Name        " + orphanName)
                    .contains("Size        1024 MiB")
                    .contains("no PersistentVolume has this handle, and no claim waits for it")
                    .contains("To delete   govc volume.rm " + orphan);

            cluster.addVolume("adopted", orphan, "Delete", "");
            await(() -> metrics(driver).contains("vsphere_cns_volume_pv_missing{vc=\"127.0.0.1\"} 0"));
            DriverBed.Output empty = bed.explainOrphans();
            assertThat(empty.exitCode()).as(empty.text()).isZero();
            assertThat(empty.text()).contains("Orphans     none");

            DriverBed.Output unknown = bed.explainOrphans(Map.of(
                    "VSPHERE_CSI_CONFIG",
                    write("wrong.conf", bed.config().replaceAll("password = .*", "password = \"wrong\""))
                            .toString()));
            assertThat(unknown.exitCode()).as(unknown.text()).isEqualTo(1);
            assertThat(unknown.text()).contains("Not read").contains("Orphans     none");
        }
    }

    /// Scenario 19 of csi-production 14: two clusters have one id. The full pass touches nothing foreign.
    @Test
    void scenario19TheFullPassTouchesNothingForeign() throws IOException {
        Path second = Files.createDirectory(folder.resolve("b"));
        try (var apiA = KubeApiServer.shared();
                var apiB = KubeApiServer.shared();
                var a = new DriverBed(apiA, folder);
                var b = new DriverBed(apiB, second)) {
            a.addVcenter("shared");
            DriverBed.Driver ofA = a.start(a.config(), EACH_MINUTE).awaitReady();
            DriverBed.Driver ofB = b.start(a.config(), EACH_MINUTE).awaitReady();
            var clusterA = new VolumeObjectsOfTest(a.objects());
            var clusterB = new VolumeObjectsOfTest(b.objects());
            String onlyA = create(a, "pvc-" + UUID.randomUUID());
            String onlyB = create(b, "pvc-" + UUID.randomUUID());
            String both = create(a, "pvc-" + UUID.randomUUID());
            clusterA.addVolume("a", onlyA, "Retain", "data");
            clusterA.addClaim("data", "a", "{}");
            clusterA.addPod("web", "data");
            clusterB.addVolume("b", onlyB, "Retain", "data");
            clusterB.addClaim("data", "b", "{}");
            clusterB.addPod("web", "data");
            clusterA.addVolume("both-a", both, "Retain", "shared");
            clusterA.addClaim("shared", "both-a", "{}");
            clusterB.addVolume("both-b", both, "Retain", "shared");

            String[] ofBoth = {
                "PERSISTENT_VOLUME both-a", "PERSISTENT_VOLUME both-b", "PERSISTENT_VOLUME_CLAIM default/shared"
            };
            awaitEntities(a, onlyA, "PERSISTENT_VOLUME a", "PERSISTENT_VOLUME_CLAIM default/data", "POD default/web");
            awaitEntities(a, onlyB, "PERSISTENT_VOLUME b", "PERSISTENT_VOLUME_CLAIM default/data", "POD default/web");
            awaitEntities(a, both, ofBoth);

            // Each cluster reports the volume of the other one, after two passes.
            await(() -> metrics(ofA).contains("vsphere_cns_volume_pv_missing{vc=\"127.0.0.1\"} 1"));
            await(() -> metrics(ofB).contains("vsphere_cns_volume_pv_missing{vc=\"127.0.0.1\"} 1"));
            awaitEvent(a, "both-a", "ClusterIdShared");
            awaitEvent(b, "both-b", "ClusterIdShared");
            assertThat(entities(a, onlyA)).hasSize(3);
            assertThat(entities(a, onlyB)).hasSize(3);
            assertThat(entities(a, both)).containsExactly(ofBoth);

            // A PersistentVolume that goes takes nothing of the other cluster with it.
            clusterA.remove(VolumeObjectsOfTest.CLAIMS + "/shared");
            clusterA.remove(VolumeObjectsOfTest.VOLUMES + "/both-a");
            awaitEntities(a, both, "PERSISTENT_VOLUME both-b");
            assertThat(ids(a)).containsExactlyInAnyOrder(onlyA, onlyB, both);
            assertThat(a.volumes().calls().of("CnsDeleteVolume")).isZero();
        }
    }

    /// What changes while no driver runs is found by the first pass of the next one, and a Go syncer that holds the
    /// Lease is waited for.
    @Test
    void theNextLeaderFindsWhatChanged() {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("leader");
            DriverBed.Driver first = bed.start().awaitReady();
            var cluster = new VolumeObjectsOfTest(bed.objects());
            String handle = create(bed, "pvc-" + UUID.randomUUID());
            cluster.addVolume("pv", handle, "Retain", "data");
            cluster.addClaim("data", "pv", "{\"a\": \"1\"}");
            cluster.addPod("old", "data");
            awaitEntities(
                    bed, handle, "PERSISTENT_VOLUME pv", "PERSISTENT_VOLUME_CLAIM default/data", "POD default/old");
            assertThat(first.program().terminate()).isZero();

            cluster.remove(VolumeObjectsOfTest.PODS + "/old");
            cluster.addPod("new", "data");
            String lease =
                    "/apis/coordination.k8s.io/v1/namespaces/%s/leases/vsphere-syncer".formatted(DriverBed.NAMESPACE);
            holdLease(bed, lease);
            bed.volumes().resetCalls();
            DriverBed.Driver second = bed.start().awaitReady();
            second.program().awaitLog("Another process synchronises the metadata of volumes", COMMAND_LIMIT);
            assertThat(bed.volumes().calls().of("CnsUpdateVolumeMetadata")).isZero();
            bed.objects().patch(lease, "{\"spec\": {\"holderIdentity\": \"\", \"leaseDurationSeconds\": 1}}");

            // The stale Pod goes after its confirmation, and nothing else is written.
            awaitEntities(
                    bed, handle, "PERSISTENT_VOLUME pv", "PERSISTENT_VOLUME_CLAIM default/data", "POD default/new");
            assertThat(bed.volumes().calls().of("CnsUpdateVolumeMetadata")).isEqualTo(2);
        }
    }

    /// A vCenter that hangs does not delay the metadata of the other one, nor the end of the process.
    @Test
    void aVcenterThatHangsDoesNotStopTheOther() throws InterruptedException {
        try (var api = KubeApiServer.shared();
                var first = VcenterSite.start("vc-a", VcenterOptions.defaults(), folder);
                var second = VcenterSite.start("vc-b", VcenterOptions.defaults(), folder);
                var driver = DriverProcess.start(api, List.of(first, second), folder, DriverProcess.packaged())) {
            driver.awaitReady();
            var cluster = new VolumeObjectsOfTest(api.objects());
            String url = second.vcenter().volumes().datastores().getFirst().url();
            // The driver is ready with its first vCenter, and csi-provisioner repeats the call.
            String handle = Awaitility.await()
                    .atMost(COMMAND_LIMIT)
                    .ignoreException(IllegalStateException.class)
                    .until(
                            () -> ParallelCalls.create(driver.socket(), "pvc-{n}", Map.of("datastoreurl", url), 1, 1)
                                    .allOk()
                                    .volumeIds(),
                            ids -> ids.size() == 1)
                    .getFirst();
            first.proxy().add(Rule.onAny().then(Fault.hang()));

            cluster.addVolume("pv", handle, "Retain", "data");
            cluster.addClaim("data", "pv", "{}");
            cluster.addPod("web", "data");

            Awaitility.await().atMost(COMMAND_LIMIT).untilAsserted(() -> assertThat(
                            second.vcenter().volumes().list())
                    .hasSize(1)
                    .allSatisfy(volume ->
                            assertThat(VolumeObjectsOfTest.entities(volume)).hasSize(3)));
            assertThat(driver.program().terminate()).isZero();
        }
    }

    private static void holdLease(DriverBed bed, String lease) {
        String now =
                InstantSource.system().instant().truncatedTo(ChronoUnit.MICROS).toString();
        bed.objects().patch(lease, """
                {"spec": {"holderIdentity": "go-syncer", "leaseDurationSeconds": 3600, "renewTime": "%s",
                          "acquireTime": "%s"}}""".formatted(now, now));
    }

    /// Deletes a volume with its disk, as a person does in vCenter.
    private static void deleteInCns(DriverBed bed, String persistentVolume, String handle) {
        var cluster = new VolumeObjectsOfTest(bed.objects());
        cluster.setPhase(VolumeObjectsOfTest.VOLUMES + "/" + persistentVolume, "Released");
        new PersistentCaller(() -> List.of(bed.socket())).delete(handle).join();
        cluster.setPhase(VolumeObjectsOfTest.VOLUMES + "/" + persistentVolume, "Bound");
    }

    private static String create(DriverBed bed, String name) {
        return new PersistentCaller(() -> List.of(bed.socket()))
                .create(name, 1024)
                .join();
    }

    private static List<String> ids(DriverBed bed) {
        return bed.volumes().list().stream().map(SimulatedVolume::id).toList();
    }

    private static List<String> entities(DriverBed bed, String handle) {
        return bed.volumes().list().stream()
                .filter(volume -> volume.id().equals(handle))
                .findFirst()
                .map(VolumeObjectsOfTest::entities)
                .orElse(List.of());
    }

    private static void awaitEntities(DriverBed bed, String handle, String... expected) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(250))
                .untilAsserted(() -> assertThat(entities(bed, handle)).containsExactly(expected));
    }

    private static JsonNode awaitEvent(DriverBed bed, String object, String reason) {
        return bed.objects()
                .await("/api/v1/events", LIMIT, events -> event(events, object, reason)
                        .isPresent())
                .path("items")
                .valueStream()
                .filter(each -> each.at("/involvedObject/name").asText().equals(object)
                        && each.path("reason").asText().equals(reason))
                .findFirst()
                .orElseThrow();
    }

    private static Optional<JsonNode> event(JsonNode events, String object, String reason) {
        return events.path("items")
                .valueStream()
                .filter(each -> each.at("/involvedObject/name").asText().equals(object)
                        && each.path("reason").asText().equals(reason))
                .findFirst();
    }

    private static String metrics(DriverBed.Driver driver) {
        return driver.page("/metrics").body();
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(500))
                .until(condition::getAsBoolean);
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

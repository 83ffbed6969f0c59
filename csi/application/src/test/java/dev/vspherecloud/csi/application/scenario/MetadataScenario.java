package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.csi.ParallelCalls;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.VolumeRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The metadata of volumes in CNS follows the cluster.
///
/// No controller manager runs: the scenario writes what it would write.
@Tag("csi")
@Timeout(400)
class MetadataScenario {
    static final Duration LIMIT = Duration.ofMinutes(2);

    private static final String UPDATE = "CnsUpdateVolumeMetadata";

    private static final int HEALTHY = 30;

    @Test
    void claimsAndPodsArriveAndGoWithTheirVolumes(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("metadata");
            DriverBed.Driver driver = bed.start().awaitReady();
            var cluster = new VolumeObjectsOfTest(bed.objects());
            String name = "pvc-" + UUID.randomUUID();
            String handle = create(bed, name);

            cluster.addVolume(name, handle, "Retain", "data");
            cluster.addClaim("data", name, "{\"app\": \"shop\"}");
            cluster.addPod("web-0", "data");

            awaitEntities(
                    bed,
                    handle,
                    "PERSISTENT_VOLUME " + name,
                    "PERSISTENT_VOLUME_CLAIM default/data",
                    "POD default/web-0");
            assertThat(entity(bed, handle, "PERSISTENT_VOLUME").labels()).isEqualTo(Map.of("tier", "gold"));
            assertThat(entity(bed, handle, "PERSISTENT_VOLUME_CLAIM").labels()).isEqualTo(Map.of("app", "shop"));
            assertThat(entity(bed, handle, "PERSISTENT_VOLUME_CLAIM").cluster()).isEqualTo(DriverBed.CLUSTER_ID);

            // Every label that the API server accepts.
            bed.objects().patch(VolumeObjectsOfTest.CLAIMS + "/data", """
                    {"metadata": {"labels": {"app": null, "a.b/C_d-e.f": "x_Y-z.0", "empty": "",
                                             "%s": "%s"}}}""".formatted("k".repeat(63), "v".repeat(63)));
            await(() -> entity(bed, handle, "PERSISTENT_VOLUME_CLAIM")
                    .labels()
                    .equals(Map.of("a.b/C_d-e.f", "x_Y-z.0", "empty", "", "k".repeat(63), "v".repeat(63))));
            bed.objects()
                    .patch(
                            VolumeObjectsOfTest.VOLUMES + "/" + name,
                            "{\"metadata\": {\"labels\": {\"tier\": \"base\"}}}");
            await(() -> entity(bed, handle, "PERSISTENT_VOLUME").labels().equals(Map.of("tier", "base")));

            cluster.remove(VolumeObjectsOfTest.PODS + "/web-0");
            awaitEntities(bed, handle, "PERSISTENT_VOLUME " + name, "PERSISTENT_VOLUME_CLAIM default/data");

            cluster.remove(VolumeObjectsOfTest.CLAIMS + "/data");
            cluster.setPhase(VolumeObjectsOfTest.VOLUMES + "/" + name, "Released");
            awaitEntities(bed, handle, "PERSISTENT_VOLUME " + name);

            cluster.remove(VolumeObjectsOfTest.VOLUMES + "/" + name);
            await(() -> bed.volumes().list().isEmpty());
            assertThat(bed.volumes().disks()).extracting(SimulatedDisk::id).containsExactly(handle);
            assertThat(holder(bed)).isNotEmpty();
            assertThat(driver.program().terminate()).isZero();
            assertThat(holder(bed)).isEmpty();
        }
    }

    /// A cluster was built again with another id, and took over the PersistentVolume.
    @Test
    void aVolumeOfARetiredClusterCanBeDeleted(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("retired");
            var cluster = new VolumeObjectsOfTest(bed.objects());
            String name = "pvc-" + UUID.randomUUID();
            String old = bed.config().replace(DriverBed.CLUSTER_ID, "old-cluster");
            DriverBed.Driver before = bed.start(old, Map.of()).awaitReady();
            String handle = create(bed, name);
            cluster.addVolume(name, handle, "Delete", "data");
            await(() -> clusters(bed, handle).contains("old-cluster"));
            assertThat(before.program().terminate()).isZero();
            DriverBed.Driver driver = bed.start().awaitReady();
            await(() -> clusters(bed, handle).contains(DriverBed.CLUSTER_ID));
            cluster.setPhase(VolumeObjectsOfTest.VOLUMES + "/" + name, "Released");
            var calls = new CsiCalls(bed.socket());

            CsiCalls.Outcome refused = calls.delete(handle);

            assertThat(refused.code()).isEqualTo("FailedPrecondition");
            assertThat(refused.message())
                    .contains("the cluster old-cluster refers to it; remove it there first, or set the reclaim policy"
                            + " Retain. If a cluster does not exist any more, add its id to retired-cluster-ids")
                    .doesNotContain(DriverBed.CLUSTER_ID);
            assertThat(bed.explainOrphans().text())
                    .contains("cluster old-cluster to 1 volumes")
                    .contains("add old-cluster to retired-cluster-ids in the configuration");
            assertThat(driver.program().terminate()).isZero();

            DriverBed.Driver after = bed.start(
                            bed.config().replaceFirst("\n", "\nretired-cluster-ids = \"old-cluster\"\n"), Map.of())
                    .awaitReady();

            assertThat(after.program().log())
                    .contains("Volumes to which only retired clusters refer can be deleted")
                    .contains("old-cluster");
            CsiCalls.Outcome deleted = calls.delete(handle);
            assertThat(deleted.code()).as(deleted.message()).isEqualTo("OK");
            assertThat(bed.volumes().disks()).isEmpty();
        }
    }

    private static Set<String> clusters(DriverBed bed, String handle) {
        return volume(bed, handle).entities().stream()
                .map(each -> each.cluster())
                .collect(Collectors.toSet());
    }

    @Test
    void aStaticVolumeIsRegisteredOnce(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("static");
            var cluster = new VolumeObjectsOfTest(bed.objects());
            String datastore = bed.volumes().datastores().getFirst().ref();
            String disk = bed.volumes().addDisk(datastore, "old-data", 1024);
            String absent = UUID.randomUUID().toString();
            bed.start().awaitReady();

            // The answer to the first registration is lost.
            bed.volumes().apply(VolumeRule.next("CnsCreateVolume").of(disk).loseAtEnd());
            cluster.addStaticVolume("static-1", disk);
            cluster.addStaticVolume("static-2", absent);

            awaitEntities(bed, disk, "PERSISTENT_VOLUME static-1");
            awaitEvent(bed, "static-2", "VolumeNotRegistered");
            assertThat(bed.volumes().list()).extracting(SimulatedVolume::id).containsExactly(disk);
            assertThat(bed.volumes().disks()).hasSize(1);
            int calls = bed.volumes().calls().of("CnsCreateVolume");
            cluster.addClaim("data", "static-1", "{}");
            bed.objects().patch(VolumeObjectsOfTest.VOLUMES + "/static-1", """
                    {"spec": {"claimRef": {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
                                           "namespace": "default", "name": "data"}}}""");
            awaitEntities(bed, disk, "PERSISTENT_VOLUME static-1", "PERSISTENT_VOLUME_CLAIM default/data");
            assertThat(bed.volumes().calls().of("CnsCreateVolume")).isEqualTo(calls);
        }
    }

    /// Volumes of which each once stopped the metadata of all: with two Pods, with a Pod that is replaced at once, with
    /// two PersistentVolumes, registered with two Pods, and one that CNS refuses.
    @Test
    void noVolumeHoldsUpTheMetadataOfTheOthers(@TempDir Path folder) throws InterruptedException {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("members");
            DriverBed.Driver driver = bed.start().awaitReady();
            var cluster = new VolumeObjectsOfTest(bed.objects());
            List<String> handles = ParallelCalls.create(bed.socket(), "pvc-{n}", Map.of(), HEALTHY + 3, 8)
                    .allOk()
                    .volumeIds();
            String twoPods = handles.get(HEALTHY);
            String shared = handles.get(HEALTHY + 1);
            String refused = handles.get(HEALTHY + 2);
            String disk =
                    bed.volumes().addDisk(bed.volumes().datastores().getFirst().ref(), "old-data", 1024);
            bed.volumes()
                    .apply(VolumeRule.next(UPDATE)
                            .of(refused)
                            .taskError("CnsFault")
                            .always());

            cluster.addVolume("refused", refused, "Retain", "");
            cluster.addPod("pod-a", "data");
            cluster.addPod("pod-b", "data");
            cluster.addClaim("data", "two-pods", "{}");
            cluster.addVolume("two-pods", twoPods, "Retain", "data");
            cluster.addVolume("copy", shared, "Retain", "");
            cluster.addVolume("original", shared, "Retain", "");
            cluster.addPod("static-a", "static-data");
            cluster.addPod("static-b", "static-data");
            cluster.addClaim("static-data", "static", "{}");
            cluster.addStaticVolume("static", disk, "static-data");
            for (int i = 0; i < HEALTHY; i++) {
                cluster.addVolume("healthy-" + i, handles.get(i), "Retain", "");
            }

            for (int i = 0; i < HEALTHY; i++) {
                awaitEntities(bed, handles.get(i), "PERSISTENT_VOLUME healthy-" + i);
            }
            awaitEntities(
                    bed,
                    twoPods,
                    "PERSISTENT_VOLUME two-pods",
                    "PERSISTENT_VOLUME_CLAIM default/data",
                    "POD default/pod-a",
                    "POD default/pod-b");
            awaitEntities(bed, shared, "PERSISTENT_VOLUME copy", "PERSISTENT_VOLUME original");
            awaitEntities(
                    bed,
                    disk,
                    "PERSISTENT_VOLUME static",
                    "PERSISTENT_VOLUME_CLAIM default/static-data",
                    "POD default/static-a",
                    "POD default/static-b");

            // A Deployment with the strategy Recreate: the Pods are replaced within one turn.
            cluster.remove(VolumeObjectsOfTest.PODS + "/pod-a");
            cluster.remove(VolumeObjectsOfTest.PODS + "/pod-b");
            cluster.addPod("pod-c", "data");
            awaitEntities(
                    bed,
                    twoPods,
                    "PERSISTENT_VOLUME two-pods",
                    "PERSISTENT_VOLUME_CLAIM default/data",
                    "POD default/pod-c");

            // The refused volume is tried again, alone, and reported once.
            int calls = bed.volumes().calls().of(UPDATE);
            await(() -> bed.volumes().calls().of(UPDATE) >= calls + 2);
            JsonNode events = awaitEvent(bed, "refused", "MetadataRefused");
            assertThat(event(events, "refused", "MetadataRefused")
                            .orElseThrow()
                            .path("message")
                            .asText())
                    .contains(refused, "CnsFault");
            assertThat(driver.program().log().lines().filter(line -> line.contains("was not written")))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .contains(refused);
            assertThat(entities(bed, refused)).isEmpty();
        }
    }

    private static List<String> entities(DriverBed bed, String handle) {
        return find(bed, handle).map(VolumeObjectsOfTest::entities).orElse(List.of());
    }

    private static String create(DriverBed bed, String name) {
        return new PersistentCaller(() -> List.of(bed.socket()))
                .create(name, 1024)
                .join();
    }

    static SimulatedVolume volume(DriverBed bed, String handle) {
        return find(bed, handle).orElseThrow();
    }

    private static Optional<SimulatedVolume> find(DriverBed bed, String handle) {
        return bed.volumes().list().stream()
                .filter(volume -> volume.id().equals(handle))
                .findFirst();
    }

    private static SimulatedVolume.Entity entity(DriverBed bed, String handle, String kind) {
        return volume(bed, handle).entities().stream()
                .filter(each -> each.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitEntities(DriverBed bed, String handle, String... entities) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(entities(bed, handle)).containsExactly(entities));
    }

    /// Waits for an Event about an object.
    static JsonNode awaitEvent(DriverBed bed, String object, String reason) {
        return bed.objects().await("/api/v1/events", LIMIT, events -> event(events, object, reason)
                .isPresent());
    }

    private static Optional<JsonNode> event(JsonNode events, String object, String reason) {
        return events.path("items")
                .valueStream()
                .filter(each -> each.at("/involvedObject/name").asText().equals(object)
                        && each.path("reason").asText().equals(reason))
                .findFirst();
    }

    private static String holder(DriverBed bed) {
        return bed.objects()
                .findLease(DriverBed.NAMESPACE, "vsphere-syncer")
                .map(lease -> lease.at("/spec/holderIdentity").asText())
                .orElse("");
    }

    static void await(BooleanSupplier condition) {
        Awaitility.await()
                .atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(200))
                .until(condition::getAsBoolean);
    }
}

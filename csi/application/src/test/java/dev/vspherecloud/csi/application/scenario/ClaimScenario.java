package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.volume.SimulatedDisk;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Claims become volumes, grow and go: with the packaged driver, csi-provisioner, csi-resizer, and the controllers of
/// Kubernetes.
@Tag("csi")
@Timeout(300)
class ClaimScenario {
    private static final int COUNT = 50;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String VOLUMES = "/api/v1/persistentvolumes";
    private static final String MIGRATIONS = "/apis/cns.vmware.com/v1alpha1/cnsvspherevolumemigrations";

    private static PodBed bed;

    @BeforeAll
    static void start() {
        bed = PodBed.shared(false);
        createClass("disks", "Delete");
        createClass("kept", "Retain");
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    private static KubeObjects objects() {
        return bed.objects();
    }

    private static void createClass(String name, String reclaimPolicy) {
        objects().create(CLASSES, """
                {"metadata": {"name": "%s"}, "provisioner": "csi.vsphere.vmware.com", "reclaimPolicy": "%s",
                 "allowVolumeExpansion": true, "volumeBindingMode": "Immediate"}""".formatted(name, reclaimPolicy));
    }

    /// An operation that has ended may leave its record.
    @AfterEach
    void noOperationIsInProgress() {
        assertThat(items(objects().get(DriverBed.RECORDS)))
                .allSatisfy(each -> assertThat(each.at("/status/latestOperationDetails"))
                        .as(each.toString())
                        .isNotEmpty()
                        .allSatisfy(attempt ->
                                assertThat(attempt.path("taskStatus").asText()).isNotEqualTo("InProgress")));
    }

    @Test
    void fiftyClaimsAreBoundExpandedAndDeleted() {
        bed.volumes().resetCalls();
        List<String> names =
                IntStream.range(0, COUNT).mapToObj(n -> "claim-" + n).toList();

        names.forEach(name -> create(name, "disks", "Filesystem"));

        awaitClaims(names, ClaimScenario::isBound);
        Map<String, JsonNode> claims = byName(CLAIMS);
        Map<String, JsonNode> bound = byName(VOLUMES);
        List<SimulatedVolume> created = bed.volumes().list();
        assertThat(names.stream()
                        .map(name -> bound.get(
                                claims.get(name).at("/spec/volumeName").asText()))
                        .map(ClaimScenario::handle))
                .hasSize(COUNT)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        created.stream().map(SimulatedVolume::id).toList());
        assertThat(created)
                .allSatisfy(volume -> {
                    assertThat(volume.capacityMb()).isEqualTo(1024);
                    assertThat(volume.clusters()).containsExactly(DriverBed.CLUSTER_ID);
                })
                .extracting(SimulatedVolume::name)
                .containsExactlyInAnyOrderElementsOf(bound.keySet());
        assertThat(bed.volumes().calls().of("CnsCreateVolume")).isEqualTo(COUNT);

        names.forEach(name -> request(name, "3Gi"));

        awaitClaims(names, ClaimScenario::isFileSystemResizePending);
        assertThat(byName(VOLUMES).values()).hasSize(COUNT).allSatisfy(volume -> assertThat(
                        volume.at("/spec/capacity/storage").asText())
                .isEqualTo("3Gi"));
        assertThat(bed.volumes().list()).hasSize(COUNT).allSatisfy(volume -> assertThat(volume.capacityMb())
                .isEqualTo(3072));
        assertThat(bed.volumes().calls().of("CnsExtendVolume")).isEqualTo(COUNT);

        names.forEach(name -> objects().delete(CLAIMS + "/" + name));

        awaitItems(CLAIMS, List::isEmpty);
        awaitItems(VOLUMES, List::isEmpty);
        assertThat(bed.volumes().list()).isEmpty();
        assertThat(bed.volumes().disks()).extracting(SimulatedDisk::name).doesNotContainAnyElementsOf(bound.keySet());
        assertThat(bed.volumes().calls().of("CnsDeleteVolume")).isEqualTo(COUNT);
        assertThat(bed.driver().program().isAlive()).isTrue();
    }

    @Test
    void aRetainedVolumeOutlivesItsClaim() {
        create("kept", "kept", "Filesystem");
        awaitClaims(List.of("kept"), ClaimScenario::isBound);
        String volume = objects().get(CLAIMS + "/kept").at("/spec/volumeName").asText();
        String handle = handle(objects().get(VOLUMES + "/" + volume));

        objects().delete(CLAIMS + "/kept");

        objects().await(VOLUMES + "/" + volume, LIMIT, read -> read.at("/status/phase")
                .asText()
                .equals("Released"));
        // A claim that is created and deleted afterwards shows that the provisioner had the time to delete this one.
        create("witness", "disks", "Filesystem");
        awaitClaims(List.of("witness"), ClaimScenario::isBound);
        objects().delete(CLAIMS + "/witness");
        awaitItems(VOLUMES, volumes -> volumes.size() == 1);
        assertThat(bed.volumes().list()).extracting(SimulatedVolume::id).containsExactly(handle);
        assertThat(objects().get(VOLUMES + "/" + volume).at("/status/phase").asText())
                .isEqualTo("Released");

        objects().delete(VOLUMES + "/" + volume);

        objects().awaitGone(VOLUMES + "/" + volume, LIMIT);
        await().atMost(LIMIT).until(() -> bed.volumes().list().isEmpty());
        assertThat(bed.volumes().disks())
                .as("the disk stays, and CNS no longer has a volume of it")
                .extracting(SimulatedDisk::id)
                .contains(handle);
    }

    @Test
    void aRawBlockClaimNeedsNoFileSystemToGrow() {
        create("raw", "disks", "Block");
        awaitClaims(List.of("raw"), ClaimScenario::isBound);

        request("raw", "2Gi");

        awaitClaims(
                List.of("raw"),
                claim -> claim.at("/status/capacity/storage").asText().equals("2Gi"));
        JsonNode claim = objects().get(CLAIMS + "/raw");
        assertThat(claim.at("/status/conditions").findValuesAsText("type")).isEmpty();
        assertThat(objects()
                        .get(VOLUMES + "/" + claim.at("/spec/volumeName").asText())
                        .at("/spec/volumeMode")
                        .asText())
                .isEqualTo("Block");
        assertThat(bed.volumes().list()).extracting(SimulatedVolume::capacityMb).containsExactly(2048L);

        objects().delete(CLAIMS + "/raw");

        awaitItems(VOLUMES, List::isEmpty);
        assertThat(bed.volumes().list()).isEmpty();
    }

    /// csi-provisioner translates the PersistentVolume to one of the in-tree driver, for which the API server requires
    /// the path of the disk. Its handle is this path from then on.
    @Test
    void aClaimOfAnInTreeClassIsBoundAndDeleted() {
        objects().create(CLASSES, """
                {"metadata": {"name": "in-tree"}, "provisioner": "kubernetes.io/vsphere-volume",
                 "reclaimPolicy": "Delete", "volumeBindingMode": "Immediate"}""");

        create("legacy", "in-tree", "Filesystem");

        awaitClaims(List.of("legacy"), ClaimScenario::isBound);
        String name = objects().get(CLAIMS + "/legacy").at("/spec/volumeName").asText();
        SimulatedVolume created = bed.volumes().list().getFirst();
        String path = bed.volumes().disks().stream()
                .filter(disk -> disk.id().equals(created.id()))
                .map(SimulatedDisk::path)
                .findFirst()
                .orElseThrow();
        assertThat(objects()
                        .get(VOLUMES + "/" + name)
                        .at("/spec/vsphereVolume/volumePath")
                        .asText())
                .isEqualTo(path);
        JsonNode record = objects().get(MIGRATIONS + "/" + created.id());
        assertThat(record.at("/spec/volumepath").asText()).isEqualTo(path);
        assertThat(record.at("/spec/volumeid").asText()).isEqualTo(created.id());

        objects().delete(CLAIMS + "/legacy");

        awaitItems(VOLUMES, List::isEmpty);
        assertThat(bed.volumes().list()).isEmpty();
        assertThat(items(objects().get(MIGRATIONS))).isEmpty();
    }

    private static void create(String name, String storageClass, String mode) {
        objects().create(CLAIMS, """
                {"metadata": {"name": "%s"},
                 "spec": {"storageClassName": "%s", "volumeMode": "%s", "accessModes": ["ReadWriteOnce"],
                          "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(name, storageClass, mode));
    }

    private static void request(String claim, String size) {
        objects().patch(CLAIMS + "/" + claim, """
                {"spec": {"resources": {"requests": {"storage": "%s"}}}}""".formatted(size));
    }

    private static boolean isBound(JsonNode claim) {
        return claim.at("/status/phase").asText().equals("Bound");
    }

    private static boolean isFileSystemResizePending(JsonNode claim) {
        return claim.at("/status/conditions").findValuesAsText("type").contains("FileSystemResizePending");
    }

    private static String handle(JsonNode volume) {
        return volume.at("/spec/csi/volumeHandle").asText();
    }

    private static void awaitClaims(List<String> names, Predicate<JsonNode> wanted) {
        awaitItems(CLAIMS, claims -> claims.stream()
                .filter(wanted)
                .map(ClaimScenario::name)
                .toList()
                .containsAll(names));
    }

    private static void awaitItems(String path, Predicate<List<JsonNode>> wanted) {
        objects().await(path, LIMIT, list -> wanted.test(items(list)));
    }

    private static Map<String, JsonNode> byName(String path) {
        return items(objects().get(path)).stream().collect(Collectors.toMap(ClaimScenario::name, Function.identity()));
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static List<JsonNode> items(JsonNode list) {
        return new ArrayList<>(
                StreamSupport.stream(list.path("items").spliterator(), false).toList());
    }
}

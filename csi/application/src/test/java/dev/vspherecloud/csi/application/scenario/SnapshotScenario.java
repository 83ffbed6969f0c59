package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Snapshots are taken, restored, cloned and deleted: with the packaged driver, csi-snapshotter, the snapshot
/// controller, csi-provisioner and the controllers of Kubernetes.
@Tag("csi")
@Timeout(300)
class SnapshotScenario {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String CLASSES = "/apis/storage.k8s.io/v1/storageclasses";
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";
    private static final String SNAPSHOTS = "/apis/snapshot.storage.k8s.io/v1/namespaces/default/volumesnapshots";
    private static final String CONTENTS = "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents";
    private static final String VOLUMES = "/api/v1/persistentvolumes";

    @Test
    void aClaimIsSnapshottedRestoredAndCloned() {
        try (var bed = PodBed.shared(false)) {
            KubeObjects objects = bed.objects();
            objects.create(CLASSES, """
                    {"metadata": {"name": "disks"}, "provisioner": "csi.vsphere.vmware.com",
                     "reclaimPolicy": "Delete", "allowVolumeExpansion": true, "volumeBindingMode": "Immediate"}""");
            claim(objects, "data", "1Gi", "");
            await(objects, CLAIMS + "/data", SnapshotScenario::isBound);

            objects.create(SNAPSHOTS, """
                    {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot",
                     "metadata": {"name": "daily"}, "spec": {"volumeSnapshotClassName": "snapshots",
                     "source": {"persistentVolumeClaimName": "data"}}}""");
            await(objects, SNAPSHOTS + "/daily", snapshot -> snapshot.at("/status/readyToUse")
                    .asBoolean());
            assertThat(objects.get(SNAPSHOTS + "/daily")
                            .at("/status/restoreSize")
                            .asText())
                    .isEqualTo("1Gi");
            assertThat(snapshots(bed)).hasSize(1);

            claim(objects, "same", "1Gi", snapshotSource("daily"));
            claim(objects, "larger", "3Gi", snapshotSource("daily"));
            claim(objects, "clone", "2Gi", """
                    , "dataSource": {"kind": "PersistentVolumeClaim", "name": "data"}""");
            List<String> copies = List.of("same", "larger", "clone");
            copies.forEach(name -> await(objects, CLAIMS + "/" + name, SnapshotScenario::isBound));
            assertThat(bed.volumes().list())
                    .extracting(SimulatedVolume::capacityMb)
                    .containsExactlyInAnyOrder(1024L, 1024L, 3072L, 2048L);
            assertThat(snapshots(bed)).hasSize(1);

            objects.delete(SNAPSHOTS + "/daily");
            Stream.concat(copies.stream(), Stream.of("data")).forEach(name -> objects.delete(CLAIMS + "/" + name));
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> {
                assertThat(objects.get(CONTENTS).path("items")).isEmpty();
                assertThat(objects.get(VOLUMES).path("items")).isEmpty();
                assertThat(bed.volumes().list()).isEmpty();
            });
        }
    }

    private static String snapshotSource(String name) {
        return """
                , "dataSource": {"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "%s"}""".formatted(name);
    }

    private static void claim(KubeObjects objects, String name, String size, String source) {
        objects.create(CLAIMS, """
                {"metadata": {"name": "%s"}, "spec": {"storageClassName": "disks", "accessModes": ["ReadWriteOnce"],
                 "resources": {"requests": {"storage": "%s"}}%s}}""".formatted(name, size, source));
    }

    private static boolean isBound(JsonNode claim) {
        return claim.at("/status/phase").asText().equals("Bound");
    }

    private static void await(KubeObjects objects, String path, Predicate<JsonNode> condition) {
        Awaitility.await(path).atMost(LIMIT).until(() -> condition.test(objects.get(path)));
    }

    private static List<SimulatedVolume.Snapshot> snapshots(PodBed bed) {
        return bed.volumes().list().stream()
                .flatMap(volume -> volume.snapshots().stream())
                .toList();
    }
}

package dev.vspherecloud.csi.application.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.servers.KubeAnswerException;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.volume.DatastoreSpec;
import dev.vspherecloud.testkit.volume.SimulatedDatastore;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// No disk is destroyed that another object or VM still names.
///
/// No controller manager runs: the scenario writes what it would write, and calls what the sidecars would call.
@Tag("csi")
@Timeout(400)
class DeletionScenario {
    private static final String CONTENTS = "/apis/snapshot.storage.k8s.io/v1/volumesnapshotcontents";
    private static final String DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    /// What a restore of backed-up PersistentVolumes and claims into a second namespace leaves: two PersistentVolumes
    /// with one handle. The claim of the second one is deleted.
    @Test
    void aVolumeThatASecondPersistentVolumeHasStays(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("shared");
            bed.start().awaitReady();
            var calls = new CsiCalls(bed.socket());
            var cluster = new VolumeObjectsOfTest(bed.objects());
            String handle = create(bed, "pvc-" + UUID.randomUUID());
            cluster.addVolume("pv-v1", handle, "Delete", "orig");
            cluster.addClaim("orig", "pv-v1", "{}");
            cluster.addVolume("pv-v1-copy", handle, "Delete", "copy");
            cluster.setPhase(DriverBed.VOLUMES + "/pv-v1-copy", "Released");

            CsiCalls.Outcome shared = calls.delete(handle);

            assertThat(shared.code()).isEqualTo("FailedPrecondition");
            assertThat(shared.message())
                    .contains("the PersistentVolumes pv-v1 and pv-v1-copy have this volume; delete one of them with"
                            + " reclaim policy Retain");
            List.of("pv-v1", "pv-v1-copy").forEach(name -> MetadataScenario.awaitEvent(bed, name, "VolumeShared"));
            assertThat(bed.explainOrphans().text())
                    .contains("Shared      PersistentVolume pv-v1 and PersistentVolume pv-v1-copy have " + handle);

            // The way out that the message names; the first claim keeps its volume.
            bed.objects().patch(DriverBed.VOLUMES + "/pv-v1-copy", """
                    {"spec": {"persistentVolumeReclaimPolicy": "Retain"}}""");
            cluster.remove(DriverBed.VOLUMES + "/pv-v1-copy");
            assertRefused(calls.delete(handle), "pv-v1 has this volume and is Bound");
            MetadataScenario.awaitEvent(bed, "pv-v1", "VolumeKept");
            assertThat(ids(bed)).containsExactly(handle);
            assertThat(bed.volumes().calls().of("CnsDeleteVolume")).isZero();

            cluster.remove(VolumeObjectsOfTest.CLAIMS + "/orig");
            cluster.setPhase(DriverBed.VOLUMES + "/pv-v1", "Released");
            assertThat(calls.delete(handle).code()).isEqualTo("OK");
            assertThat(ids(bed)).isEmpty();
            assertThat(bed.volumes().disks()).isEmpty();
        }
    }

    /// A create that is repeated after its volume has got a PersistentVolume, for another datastore: the volume lies in
    /// the wrong place, CNS does not know of the PersistentVolume yet, and the volume stays.
    @Test
    void aVolumeThatLiesElsewhereStaysIfAPersistentVolumeHasIt(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("elsewhere");
            SimulatedDatastore first = bed.volumes().datastores().getFirst();
            bed.volumes()
                    .change(DatastoreSpec.datastore(first.datacenter(), "other")
                            .hosts(first.hosts().toArray(String[]::new)));
            bed.start().awaitReady();
            var calls = new CsiCalls(bed.socket());
            List<String> urls = bed.volumes().datastores().stream()
                    .map(SimulatedDatastore::url)
                    .toList();
            assertThat(urls).hasSizeGreaterThan(1);
            String name = "pvc-" + UUID.randomUUID();
            assertThat(calls.create(name, on(urls.getFirst())).code()).isEqualTo("OK");
            String handle = bed.idsOf(name).getFirst();
            bed.objects().delete(DriverBed.RECORDS + "/" + name);
            bed.bind("restored", handle);

            CsiCalls.Outcome outcome = calls.create(name, on(urls.getLast()));

            assertThat(outcome.code()).as(outcome.message()).isNotEqualTo("OK");
            assertThat(ids(bed)).containsExactly(handle);
            assertThat(bed.volumes().calls().of("CnsDeleteVolume")).isZero();
        }
    }

    /// velero-plugin-for-csi 41: two VolumeSnapshotContents with one handle.
    @Test
    void aSnapshotThatASecondContentHasStays(@TempDir Path folder) {
        try (var api = KubeApiServer.shared();
                var bed = new DriverBed(api, folder)) {
            bed.addVcenter("contents");
            defineContents(bed);
            bed.start().awaitReady();
            var calls = new CsiCalls(bed.socket());
            String volume = create(bed, "pvc-" + UUID.randomUUID());
            assertThat(calls.snapshot("snapshot-" + UUID.randomUUID(), volume).code())
                    .isEqualTo("OK");
            String handle = volume + "+" + snapshots(bed, volume).getFirst();
            addContent(bed, "first", handle);
            addContent(bed, "second", handle);
            bed.objects().delete(CONTENTS + "/second");

            assertRefused(
                    calls.deleteSnapshot(handle),
                    "the VolumeSnapshotContents first and second have this snapshot; set the deletion policy Retain"
                            + " for one of them, and delete it");
            List.of("first", "second").forEach(name -> MetadataScenario.awaitEvent(bed, name, "SnapshotRefused"));
            assertThat(bed.explainOrphans().text())
                    .contains(
                            "Shared      VolumeSnapshotContent first and VolumeSnapshotContent second have " + handle);
            assertRefused(calls.delete(volume), "it has 1 snapshot");

            removeContent(bed, "second");
            assertRefused(calls.deleteSnapshot(handle), "the VolumeSnapshotContent first has this snapshot and is not");
            assertThat(snapshots(bed, volume)).hasSize(1);

            bed.objects().delete(CONTENTS + "/first");
            assertThat(calls.deleteSnapshot(handle).code()).isEqualTo("OK");
            assertThat(snapshots(bed, volume)).isEmpty();
            assertRefused(calls.delete(volume), "the VolumeSnapshotContent first is a snapshot of it");
            removeContent(bed, "first");
            assertThat(calls.delete(volume).code()).isEqualTo("OK");
        }
    }

    private static void assertRefused(CsiCalls.Outcome outcome, String sentence) {
        assertThat(outcome.message()).contains(sentence);
        assertThat(outcome.code()).isEqualTo("FailedPrecondition");
    }

    private static String on(String url) {
        return "{\"datastoreurl\": \"%s\"}".formatted(url);
    }

    private static String create(DriverBed bed, String name) {
        return new PersistentCaller(() -> List.of(bed.socket()))
                .create(name, 1024)
                .join();
    }

    private static List<String> ids(DriverBed bed) {
        return bed.volumes().list().stream().map(SimulatedVolume::id).toList();
    }

    private static List<String> snapshots(DriverBed bed, String handle) {
        return MetadataScenario.volume(bed, handle).snapshots().stream()
                .map(SimulatedVolume.Snapshot::id)
                .toList();
    }

    private static void defineContents(DriverBed bed) {
        bed.objects().create(DEFINITIONS, """
                {"metadata": {"name": "volumesnapshotcontents.snapshot.storage.k8s.io",
                              "annotations": {"api-approved.kubernetes.io": "unapproved, a test"}},
                 "spec": {"group": "snapshot.storage.k8s.io", "scope": "Cluster",
                          "names": {"plural": "volumesnapshotcontents", "kind": "VolumeSnapshotContent"},
                          "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                            {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}""");
        // For a moment after a definition is established, the API server answers 429.
        Awaitility.await()
                .atMost(MetadataScenario.LIMIT)
                .ignoreException(KubeAnswerException.class)
                .until(() -> bed.objects().find(CONTENTS).isPresent());
    }

    private static void addContent(DriverBed bed, String name, String handle) {
        bed.objects().create(CONTENTS, """
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshotContent",
                 "metadata": {"name": "%s", "finalizers": ["snapshot.storage.kubernetes.io/test"]},
                 "spec": {"driver": "csi.vsphere.vmware.com", "deletionPolicy": "Delete"},
                 "status": {"snapshotHandle": "%s"}}""".formatted(name, handle));
    }

    /// Ends an object that is being deleted.
    private static void removeContent(DriverBed bed, String name) {
        bed.objects().patch(CONTENTS + "/" + name, "{\"metadata\": {\"finalizers\": null}}");
    }
}

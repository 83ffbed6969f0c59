package dev.vspherecloud.csi.cluster.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.metadata.ReclaimPolicy;
import dev.vspherecloud.csi.domain.metadata.VolumeForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchedObjectsTest {
    private final List<String> changes = new ArrayList<>();

    @Test
    void aPersistentVolumeHasOnlyTheFieldsThatMatter() {
        MetadataVolume volume = MetadataVolume.READER.object(bytes("""
                {"metadata": {"name": "pv", "uid": "u", "labels": {"a": "1"}, "managedFields": [{"x": 1}]},
                 "spec": {"csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "h",
                                  "volumeAttributes": {"storage.kubernetes.io/csiProvisionerIdentity": "1", "b": 2}},
                          "claimRef": {"namespace": "shop", "name": "data", "uid": "c"},
                          "persistentVolumeReclaimPolicy": "Retain"},
                 "status": {"phase": "Bound"}}"""));

        assertThat(volume)
                .isEqualTo(new MetadataVolume(
                        "pv", "u", "h", Map.of("a", "1"), "shop", "data", "Bound", ReclaimPolicy.RETAIN, false, false));
        assertThat(volume.isOfDriver()).isTrue();
    }

    @Test
    void aVolumeOfTheInTreeDriverCountsIfItIsMigrated() {
        assertThat(inTree("csi.vsphere.vmware.com").form()).isEqualTo(VolumeForm.IN_TREE);
        assertThat(inTree("other").isOfDriver()).isFalse();
    }

    private static MetadataVolume inTree(String migratedTo) {
        return MetadataVolume.READER.object(bytes("""
                {"metadata": {"name": "pv", "annotations": {"pv.kubernetes.io/migrated-to": "%s"}},
                 "spec": {"vsphereVolume": {"volumePath": "[ds] a/b.vmdk"}}}""".formatted(migratedTo)));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            00000000-0000-4000-8000-00000000000a,      BLOCK
            file:00000000-0000-4000-8000-00000000000a, FILE
            [ds] kubevols/a.vmdk,                      IN_TREE
            something,                                 UNKNOWN
            """)
    void theHandleTellsTheForm(String handle, VolumeForm expected) {
        var volume = new MetadataVolume("pv", "", handle, Map.of(), "", "", "", ReclaimPolicy.OTHER, true, false);

        assertThat(volume.form()).isEqualTo(expected);
    }

    @Test
    void aPodHasItsClaimsAndThoseOfEphemeralVolumes() {
        MetadataPod pod = MetadataPod.READER.object(bytes("""
                {"metadata": {"namespace": "shop", "name": "web", "uid": "u"},
                 "spec": {"containers": [{"name": "a", "env": [{"name": "SECRET", "value": "x"}]}],
                          "volumes": [{"name": "a", "persistentVolumeClaim": {"claimName": "data"}},
                                      {"name": "b", "persistentVolumeClaim": {"claimName": "data"}},
                                      {"name": "scratch", "ephemeral": {"volumeClaimTemplate": {"spec": {"storageClassName": "fast"}}}},
                                      {"name": "c", "emptyDir": {}}]},
                 "status": {"phase": "Running"}}"""));

        assertThat(pod).isEqualTo(new MetadataPod("shop", "web", "u", List.of("data", "web-scratch"), true));
    }

    @Test
    void onlyTheFirstLabelsOfAClaimAndVolumesOfAPodAreKept() {
        String labels = IntStream.range(0, 500)
                .mapToObj("\"a.example/%d\": \"b\""::formatted)
                .collect(Collectors.joining(","));
        String volumes = IntStream.range(0, 5_000)
                .mapToObj("{\"persistentVolumeClaim\": {\"claimName\": \"c-%d\"}}"::formatted)
                .collect(Collectors.joining(","));

        assertThat(MetadataClaim.READER
                        .object(bytes("{\"metadata\": {\"labels\": {%s}}}".formatted(labels)))
                        .labels())
                .hasSize(ObjectFields.MAX_LABELS);
        assertThat(MetadataPod.READER
                        .object(bytes("{\"spec\": {\"volumes\": [%s]}}".formatted(volumes)))
                        .claims())
                .hasSizeLessThan(5_000);
    }

    @Test
    void podsThatDoNotRunAreNotKept() {
        WatchedObjects<MetadataPod> pods = WatchedObjects.pods((before, after, isWatched) -> changes.add("%s %s %s"
                .formatted(
                        before.map(MetadataPod::uid).orElse("-"),
                        after.map(MetadataPod::uid).orElse("-"),
                        isWatched)));

        pods.onUpdated(pod("a", true));
        pods.onUpdated(pod("a", true));
        pods.onUpdated(pod("b", true));
        pods.onUpdated(pod("b", false));
        pods.onListed(pod("c", true));
        pods.retain(Set.of());

        assertThat(changes).containsExactly("- a true", "a b true", "b - true", "- c false", "c - false");
    }

    @Test
    void claimsOfOtherProvisionersAreNotKept() {
        WatchedObjects<MetadataClaim> claims = WatchedObjects.claims(
                (_, after, _) -> changes.add(after.map(MetadataClaim::name).orElse("-")));
        claims.onListed(claim("own", "csi.vsphere.vmware.com"));
        claims.onListed(claim("in-tree", "kubernetes.io/vsphere-volume"));
        claims.onListed(claim("other", "ebs.csi.aws.com"));
        claims.onListed(claim("static", ""));

        assertThat(changes).containsExactly("own", "in-tree", "static");
    }

    private static MetadataClaim claim(String name, String provisioner) {
        return MetadataClaim.READER.object(bytes("""
                {"metadata": {"namespace": "shop", "name": "%s",
                              "annotations": {"volume.kubernetes.io/storage-provisioner": "%s"}},
                 "spec": {"volumeName": "pv"}}""".formatted(name, provisioner)));
    }

    private static MetadataPod pod(String uid, boolean isRunning) {
        return new MetadataPod("shop", "web", uid, List.of("data"), isRunning);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(UTF_8);
    }
}

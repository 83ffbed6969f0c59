package dev.vspherecloud.csi.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterNode;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Objects with more than the driver keeps, as a kubelet or a user of the API server may write them.
class LargeObjectsTest {
    private static final String LONG = "x".repeat(5_000);
    private static final String ZONE = "topology.csi.vmware.com/k8s-zone";

    @Test
    void ofANodeOnlyWhatIsReadIsKept() {
        Map<String, String> labels = Stream.concat(
                        Stream.of(ZONE), IntStream.range(0, 500).mapToObj(i -> "a.example/" + i))
                .collect(Collectors.toMap(key -> key, _ -> "a"));

        ClusterNode node = node(labels, List.of(), Map.of("a.example/note", LONG, AttachLimitAnnotation.KEY, LONG));

        assertThat(node.labels()).containsExactly(Map.entry(ZONE, "a"));
        assertThat(node.attachLimit()).hasSizeLessThan(600).endsWith(JsonFields.CUT);
    }

    @Test
    void aNodeHasLimitedTopologyLabelsAndVolumes() {
        Map<String, String> labels = IntStream.range(0, 500)
                .mapToObj(i -> "topology.csi.vmware.com/" + i)
                .collect(Collectors.toMap(key -> key, _ -> "a"));
        List<Json> volumes = IntStream.range(0, 2_000)
                .<Json>mapToObj(i -> new Json.Text("kubernetes.io/csi/csi.vsphere.vmware.com^" + i))
                .toList();

        ClusterNode node = node(labels, volumes, Map.of());

        assertThat(node.labels()).hasSize(64);
        assertThat(node.volumesInUse()).hasSize(256);
    }

    @Test
    void aCsiNodeHasLimitedTopologyKeys() {
        Json driver = Json.object()
                .with("name", "csi.vsphere.vmware.com")
                .with("nodeID", "w-1")
                .with("topologyKeys", texts(5_000))
                .with("allocatable", Json.object().with("count", 255));

        assertThat(new CsiNodeStore(_ -> {})
                        .reader()
                        .object(object(Map.of(), Json.object().with("drivers", Json.items(List.of(driver)))))
                        .registration())
                .hasValueSatisfying(registration -> {
                    assertThat(registration.topologyKeys()).hasSize(64);
                    assertThat(registration.maxVolumes()).isEqualTo(255);
                });
    }

    @Test
    void anAnnotationOfAVolumeAttachmentIsCut() {
        assertThat(VolumeAttachmentStore.READER
                        .object(object(Map.of(AttachAttempt.ANNOTATION, LONG), Json.object()))
                        .attachment()
                        .attempt())
                .hasSizeLessThan(600)
                .endsWith(JsonFields.CUT);
    }

    private static Json texts(int count) {
        return Json.texts(
                IntStream.range(0, count).mapToObj(i -> "a.example/" + i).toList());
    }

    private static ClusterNode node(Map<String, String> labels, List<Json> volumes, Map<String, String> annotations) {
        byte[] json = Json.object()
                .with(
                        "metadata",
                        Json.object()
                                .with("name", "w-1")
                                .with("labels", Json.texts(labels))
                                .with("annotations", Json.texts(annotations)))
                .with("status", Json.object().with("volumesInUse", Json.items(volumes)))
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        return new ClusterNodeStore(_ -> {}).reader().object(json).node();
    }

    private static byte[] object(Map<String, String> annotations, Json.Members spec) {
        return Json.object()
                .with("metadata", Json.object().with("name", "o-1").with("annotations", Json.texts(annotations)))
                .with("spec", spec)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }
}

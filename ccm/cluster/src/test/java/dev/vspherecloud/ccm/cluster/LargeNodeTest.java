package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ProvidedNodeIps;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.json.JsonFields;
import dev.vspherecloud.kubernetes.KubeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Nodes with as much as the API server lets a kubelet write.
class LargeNodeTest {
    /// The maximum of the texts that are kept of one Node, in characters.
    private static final int MAX_KEPT = 23_000;

    private static final String LONG = "x".repeat(5_000);

    @Test
    void onlyWhatIsReadIsKept() {
        CachedNode node = NodeJson.READER.object(WorstNode.json(1).getBytes(StandardCharsets.UTF_8));

        assertThat(node.view().meta().annotations()).containsOnlyKeys(NodeJson.ANNOTATIONS);
        assertThat(node.view().meta().labels()).containsOnlyKeys(NodeSettings.FIXED_LABEL_KEYS);
        assertThat(node.view().addresses()).hasSize(NodeJson.MAX_ADDRESSES);
        assertThat(node.taints().isComplete()).isTrue();
        assertThat(keptCharacters(node)).isLessThan(MAX_KEPT);
    }

    @Test
    void ofManyTaintsNoneIsKept() {
        List<Json> taints =
                IntStream.range(0, 20_000).mapToObj(LargeNodeTest::taint).toList();

        assertThat(node(Map.of(), Map.of(), taints).taints()).isEqualTo(new NodeTaints(List.of(), false));
    }

    @Test
    void aKeepMarkCountsHoweverLongItsValueIs() {
        CachedNode node = node(Map.of(LifecyclePolicy.KEEP, LONG), Map.of(), List.of());

        assertThat(node.view().meta().annotations()).containsKey(LifecyclePolicy.KEEP);
    }

    /// The beginning of the value is a valid UUID, but the value is none.
    @Test
    void aTextThatIsCutIsNeverAnotherValidText() {
        String uuid = "4237558d-a1b2-c3d4-e5f6-0123456789ab";
        CachedNode node = node(
                Map.of(
                        RecordedVm.VCENTER,
                        uuid + " ".repeat(NodeJson.MAX_TEXT),
                        RecordedVm.VM,
                        "vm-1",
                        RecordedVm.INSTANCE_UUID,
                        uuid,
                        ProvidedNodeIps.ANNOTATION,
                        "10.0.0.4" + ",10.0.0.5".repeat(100)),
                Map.of(),
                List.of());

        assertThat(node.view().recordedVm()).isEmpty();
        assertThat(RecordedVm.invalid(node.view().meta().annotations()))
                .singleElement()
                .satisfies(invalid -> assertThat(invalid.value()).endsWith(JsonFields.CUT));
        assertThat(node.view().providedIps()).isInstanceOf(ProvidedNodeIps.Malformed.class);
    }

    @Test
    void taintsThatAreNotKeptAreNotWritten() {
        var taints = new ArrayList<Json>();
        taints.add(Json.object()
                .with("key", NodeView.UNINITIALIZED)
                .with("value", "true")
                .with("effect", "NoSchedule"));
        IntStream.range(0, NodeTaints.MAX_TAINTS).forEach(i -> taints.add(taint(i)));
        CachedNode node = node(Map.of(), Map.of(), taints);
        var patch = new InitialisationPatch(Optional.empty(), Map.of(), Map.of());

        assertThat(node.view().isUninitialised()).isTrue();
        assertThat(node.taints().kept()).hasSize(1);
        assertThatThrownBy(() -> NodePatches.initialise(node, patch))
                .isInstanceOf(KubeException.class)
                .hasMessageContaining("more than 32 taints");
    }

    @Test
    void configuredLabelsAreKept() {
        byte[] json = json(Map.of(), Map.of("rack", "7", "other", "8"), List.of());

        assertThat(NodeJson.reader(Set.of("rack")).object(json).view().meta().labels())
                .containsExactly(Map.entry("rack", "7"));
    }

    private static Json taint(int number) {
        return Json.object().with("key", "a.example/" + number).with("effect", "NoSchedule");
    }

    private static CachedNode node(Map<String, String> annotations, Map<String, String> labels, List<Json> taints) {
        return NodeJson.READER.object(json(annotations, labels, taints));
    }

    private static byte[] json(Map<String, String> annotations, Map<String, String> labels, List<Json> taints) {
        Json.Members meta = Json.object()
                .with("name", "w-1")
                .with("uid", "uid-1")
                .with("resourceVersion", "7")
                .with("labels", Json.texts(labels))
                .with("annotations", Json.texts(annotations));
        return Json.object()
                .with("metadata", meta)
                .with("spec", Json.object().with("taints", Json.items(taints)))
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /// Counts the characters of all texts that a Node in the cache holds.
    private static int keptCharacters(CachedNode node) {
        NodeMeta meta = node.view().meta();
        return Stream.of(
                        Stream.of(meta.name().value(), meta.uid(), meta.resourceVersion()),
                        Stream.of(meta.labels(), meta.annotations())
                                .flatMap(map -> map.entrySet().stream())
                                .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue())),
                        Stream.of(node.view().providerId(), node.view().systemUuid()),
                        node.view().addresses().stream().map(NodeAddress::text),
                        node.taints().kept().stream().map(Json::toString))
                .flatMap(texts -> texts)
                .mapToInt(String::length)
                .sum();
    }
}

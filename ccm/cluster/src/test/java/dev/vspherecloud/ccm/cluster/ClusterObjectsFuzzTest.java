package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.DatabindJson;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.event.EventChecks;
import dev.vspherecloud.kubernetes.lease.LeaseAnnotations;
import dev.vspherecloud.kubernetes.lease.WireChecks;
import dev.vspherecloud.testkit.fuzz.FuzzedNode;
import dev.vspherecloud.testkit.fuzz.FuzzedTexts;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Fuzzes the reading of a Node and of the Lease. Any content results in a value or in a [KubeException]. A value
/// that was read is written in one form that reads the same. The JSON that is sent because of it contains exactly
/// that value. A normal run uses the corpus in the resources; `JAZZER_FUZZ=1` fuzzes without end.
class ClusterObjectsFuzzTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    /// Maximum length of one annotation of a record: the parents are three references, each of 128 characters
    /// and its kind.
    private static final int MAX_RECORD = 1024;

    private static final ObjectMapper PARSER = new ObjectMapper();
    private static final EventPosition MARK = new EventPosition(5030, NOON);

    @FuzzTest(maxDuration = "60s")
    void node(byte[] bytes) {
        CachedNode node;
        try {
            node = NodeJson.READER.object(FuzzedNode.json(bytes));
        } catch (KubeException _) {
            return;
        }
        NodeView view = node.view();

        var _ = view.providedIps();
        view.recordedVm().ifPresent(recorded -> assertRecord(node, recorded));
        assertPatches(node);
        switch (view.identity()) {
            case NodeIdentity.OnVsphere(var query) ->
                query.namedUuid().ifPresent(uuid -> assertThat(SystemUuid.parse(uuid.toString()))
                        .contains(uuid));
            case NodeIdentity.Foreign(var id) -> assertThat(id).isEqualTo(view.providerId());
            case NodeIdentity.Malformed malformed ->
                EventChecks.assertEvent(
                        view.name().value(),
                        view.meta().uid(),
                        malformed.reason().message());
        }
    }

    @FuzzTest(maxDuration = "60s")
    void lease(byte[] bytes) {
        Json.Members lease = lease(FuzzedTexts.of(bytes));
        var annotations = new LeaseAnnotations(LeaseStateStore.PREFIX);

        LifecycleState lifecycleState = LifecycleState.read(annotations.of(lease));

        Map<String, String> texts = lifecycleState.texts();
        assertThat(LifecycleState.read(texts)).isEqualTo(lifecycleState);
        assertThat(annotations.of(WireChecks.reread(annotations.replaced(lease, texts))))
                .isEqualTo(texts);
        lifecycleState.baselines().forEach((_, mark) -> assertMark(mark));
        lifecycleState.baselines().keySet().forEach(lifecycleState.confirmedVcenterChanges()::idOf);
        WireChecks.assertElection(lease.find("spec"));
    }

    private static void assertRecord(CachedNode node, RecordedVm recorded) {
        Map<String, String> written = recorded.annotations();
        assertThat(RecordedVm.from(written)).contains(recorded);
        assertThat(written).allSatisfy((_, text) -> assertThat(text).hasSizeLessThanOrEqualTo(MAX_RECORD));
        assertThat(recorded.completedBy(recorded)).isEqualTo(recorded);
        recorded.seenAt().ifPresent(ClusterObjectsFuzzTest::assertMark);
        assertThat(sent(NodePatches.annotations(node, written), "/metadata/annotations"))
                .isEqualTo(missing(written, node.view().meta().annotations()));
    }

    private static void assertMark(EventPosition mark) {
        assertThat(EventPosition.parse(mark.toString())).contains(mark);
        assertThat(mark.isBeyond(mark)).isFalse();
        assertThat(mark.isBeyond(MARK) || MARK.isBeyond(mark)).isEqualTo(!mark.equals(MARK));
        // The history of a vCenter is queried with it.
        assertThat(mark.time().minus(Duration.ofHours(1))).isBefore(mark.time());
        assertThat(mark.time().plus(Duration.ofHours(1))).isAfter(mark.time());
    }

    private static void assertPatches(CachedNode node) {
        if (!node.taints().isComplete()) {
            return;
        }
        Map<String, String> labels = node.view().meta().labels();
        Map<String, String> renamed = new HashMap<>();
        labels.forEach((key, value) -> renamed.put(key + "-2", value));
        assertThat(sent(NodePatches.labels(node, renamed), "/metadata/labels")).isEqualTo(missing(renamed, labels));

        var marks = new InitialisationPatch(
                ProviderId.parse(node.view().providerId()),
                labels,
                node.view().meta().annotations());
        NodePatches.initialise(node, marks)
                .map(patch -> parsed(patch).at("/spec/taints"))
                .filter(_ -> node.view().isUninitialised())
                .ifPresent(taints -> assertThat(taints)
                        .isEqualTo(tree(
                                NodeTaint.withoutUninitialized(node.taints().all()))));

        List<Json.Members> tainted = NodeTaint.withShutdown(node.taints().all());
        NodePatches.taints(node, tainted).ifPresent(patch -> assertThat(tree(tainted))
                .isEqualTo(parsed(patch).at("/spec/taints")));
        assertThat(NodePatches.addresses(node, node.view().addresses())).isEmpty();
        NodePatches.addresses(node, List.of())
                .ifPresent(patch ->
                        assertThat(parsed(patch).at("/status/addresses")).hasSize(1));
        assertThat(parsed(NodePatches.preconditions(node))
                        .at("/preconditions/uid")
                        .asText())
                .isEqualTo(node.uid());
    }

    /// Returns a Lease: the spec from the first lines, then annotations, key without the prefix and value in turn.
    private static Json.Members lease(FuzzedTexts texts) {
        Json.Members spec = Json.object()
                .with("holderIdentity", texts.get(0))
                .with("leaseDurationSeconds", number(texts.get(1)))
                .with("acquireTime", texts.get(2))
                .with("renewTime", texts.get(3));
        var annotations = new HashMap<String, String>();
        List<String> notes = texts.from(4);
        for (int i = 0; i + 1 < notes.size(); i += 2) {
            // These characters replace line breaks and tabs in a seed, which has one annotation on each line.
            String note = notes.get(i + 1).replace('|', '\n').replace('~', '\t');
            annotations.put(LeaseStateStore.PREFIX + notes.get(i), note);
        }
        return Json.object()
                .with("spec", spec)
                .with("metadata", Json.object().with("annotations", Json.texts(annotations)));
    }

    private static JsonNode tree(List<Json.Members> taints) {
        return DatabindJson.tree(Json.items(taints).toString().getBytes(StandardCharsets.UTF_8));
    }

    /// Returns a 32-bit number, as the API does.
    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            return 40;
        }
    }

    private static Map<String, String> missing(Map<String, String> wanted, Map<String, String> present) {
        var missing = new HashMap<>(wanted);
        missing.entrySet().removeIf(entry -> Objects.equals(present.get(entry.getKey()), entry.getValue()));
        return missing;
    }

    private static Map<String, String> sent(Optional<String> patch, String where) {
        var texts = new HashMap<String, String>();
        patch.ifPresent(json -> parsed(json)
                .at(where)
                .properties()
                .forEach(field -> texts.put(field.getKey(), field.getValue().asText())));
        return texts;
    }

    private static ObjectNode parsed(String json) {
        try {
            return (ObjectNode) PARSER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + json, e);
        }
    }
}

package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.ccm.cluster.NodeFixtures.TAINT;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.fresh;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.known;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeMeta;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.KubeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeJsonTest {
    private static final String HEALTH = "{\"metadata\":{\"name\":\"w-1\"},\"status\":{\"conditions\":[%s]}}";

    @Test
    void readsTheFieldsThatTheProviderNeeds() {
        assertThat(known(fresh("w-1", 7)).view())
                .isEqualTo(new NodeView(
                        new NodeMeta(
                                new NodeName("w-1"),
                                "uid-w-1",
                                "7",
                                Instant.parse("2026-01-02T03:04:05Z"),
                                Map.of("topology.kubernetes.io/zone", "linux"),
                                Map.of("vspherecloud.dev/keep", "Größe")),
                        "",
                        "4237558d-a1b2-c3d4-e5f6-0123456789ab",
                        true,
                        List.of(new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.0.4")),
                        NodeHealth.HEALTHY));
    }

    @ParameterizedTest
    @CsvSource({"True, TRUE", "False, FALSE", "Unknown, UNKNOWN", "true, UNKNOWN", "'', UNKNOWN"})
    void readyIsTheStatusOfTheCondition(String status, Ready ready) {
        NodeHealth health = known(HEALTH.formatted(condition("Ready", status, "2026-01-02T03:04:05Z")))
                .view()
                .health();

        assertThat(health).isEqualTo(new NodeHealth(ready, Instant.parse("2026-01-02T03:04:05Z"), false, false, false));
    }

    @Test
    void withoutTheConditionNothingIsKnownOfTheKubelet() {
        var silent = new NodeHealth(Ready.UNKNOWN, Instant.EPOCH, false, false, false);

        assertThat(known("{\"metadata\":{\"name\":\"w-1\"}}").view().health()).isEqualTo(silent);
        assertThat(known(HEALTH.formatted(condition("DiskPressure", "True", "2026-01-02T03:04:05Z")))
                        .view()
                        .health())
                .isEqualTo(silent);
        assertThat(known(HEALTH.formatted("{\"type\":\"Ready\"}")).view().health())
                .isEqualTo(silent);
    }

    @ParameterizedTest
    @CsvSource({"NoSchedule, '',   true", "NoSchedule, true, true", "NoExecute,  '',   false", "'',         '',   false"
    })
    void theShutdownTaintIsRecognizedByKeyAndEffect(String effect, String value, boolean counts) {
        String taint = "[{\"key\":\"node.cloudprovider.kubernetes.io/shutdown\",\"value\":\"%s\",\"effect\":\"%s\"}]"
                .formatted(value, effect);

        assertThat(known(node("w-1", 1, "", taint, "")).view().health().shutdownTaint())
                .isEqualTo(counts);
    }

    @Test
    void aNodeWithADeletionTimestampIsDeleting() {
        String json = fresh("w-1", 1)
                .replace(
                        "\"creationTimestamp\"",
                        "\"deletionTimestamp\":\"2026-02-01T00:00:00Z\",\"creationTimestamp\"");

        assertThat(known(json).view().health().isDeleting()).isTrue();
        assertThat(known(fresh("w-1", 1)).view().health().isDeleting()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "ToBeDeletedByClusterAutoscaler,         1767322800,  true",
        "karpenter.sh/disrupted,                 '',          true",
        "karpenter.sh/disruption,                disrupting,  true",
        "karpenter.sh/disruption,                candidate,   false",
        "DeletionCandidateOfClusterAutoscaler,   1767322800,  false",
        "node.kubernetes.io/unschedulable,       '',          false",
        "node.cluster.x-k8s.io/outdated-revision,'',          false"
    })
    void onlyADecidedRemovalMeansThatANodeLeaves(String key, String value, boolean leaves) {
        String taint = "[{\"key\":\"%s\",\"value\":\"%s\",\"effect\":\"NoSchedule\"}]".formatted(key, value);

        assertThat(known(node("w-1", 1, "", taint, "")).view().health().isLeaving())
                .isEqualTo(leaves);
    }

    @Test
    void aDeletionMarkOfItsMachineMeansThatANodeLeaves() {
        String json = fresh("w-1", 1)
                .replace("\"vspherecloud.dev/keep\":\"Größe\"", "\"cluster.x-k8s.io/delete-machine\":\"\"");

        assertThat(known(json).view().health().isLeaving()).isTrue();
    }

    @Test
    void anyUninitializedTaintCountsWhateverItsValueAndEffect() {
        String taint = TAINT.replace("NoSchedule", "NoExecute").replace("\"true\"", "\"\"");

        assertThat(known(node("w-1", 1, "", "[" + taint + "]", "")).view().isUninitialised())
                .isTrue();
        assertThat(known(node("w-1", 1, "", "[{\"key\":\"other\"}]", "")).view().isUninitialised())
                .isFalse();
    }

    @Test
    void keepsTaintsUnchangedWithUnknownFields() {
        String taints =
                "[{\"key\":\"a\",\"effect\":\"NoExecute\",\"timeAdded\":\"2026-01-01T00:00:00Z\",\"new\":{\"x\":1}}]";

        assertThat(Json.items(known(node("w-1", 1, "", taints, "")).taints().all()))
                .hasToString(taints);
    }

    @Test
    void anEndlessAddressListIsReadUpToALimit() {
        String address = "{\"type\":\"InternalIP\",\"address\":\"10.0.0.4\"},";
        String json = "{\"metadata\":{\"name\":\"w-1\"},\"status\":{\"addresses\":[%s]}}";
        String many = address.repeat(10_000);
        String large = address.replace("10.0.0.4", "x".repeat(254)) + address.replace("10.0.0.4", "y".repeat(253));

        assertThat(known(json.formatted(many.substring(0, many.length() - 1)))
                        .view()
                        .addresses())
                .hasSize(NodeJson.MAX_ADDRESSES);
        assertThat(known(json.formatted(large.substring(0, large.length() - 1)))
                        .view()
                        .addresses())
                .containsExactly(new NodeAddress(NodeAddress.Type.INTERNAL_IP, "y".repeat(253)));
    }

    @Test
    void aNodeWithoutAnythingIsReadAsEmpty() {
        NodeView view = known("{\"metadata\":{\"name\":\"w-1\"}}").view();

        assertThat(view.providerId()).isEmpty();
        assertThat(view.systemUuid()).isEmpty();
        assertThat(view.addresses()).isEmpty();
        assertThat(view.isUninitialised()).isFalse();
        assertThat(view.meta().created()).isEqualTo(Instant.EPOCH);
    }

    /// The API server validates the types of its fields, so only another program at its address sends these.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"name\":\"w-1\"                                    | \"name\":5                       | metadata.name: text expected, found a number",
                "{\"topology.kubernetes.io/zone\":\"linux\"}                      | {\"topology.kubernetes.io/zone\":[]} | metadata.labels.topology.kubernetes.io/zone: text expected, found a list",
                "\"4237558d-a1b2-c3d4-e5f6-0123456789ab\"            | 5                                | status.nodeInfo.systemUUID: text expected, found a number",
                "{\"type\":\"InternalIP\",\"address\":\"10.0.0.4\"}    | {\"address\":true}               | status.addresses[0].address: text expected, found true or false",
                "\"lastHeartbeatTime\":\"\"                          | \"lastHeartbeatTime\":{}         | status.conditions[1].lastHeartbeatTime: text expected, found an object",
                "\"spec\":{                                        | \"spec\":[5],\"other\":{         | spec: an object expected, found a list"
            })
    void anotherTypeIsNamedInAFieldThatIsRead(String value, String other, String message) {
        String json = fresh("w-1", 1);
        assertThat(json).contains(value);

        assertThatThrownBy(() -> known(json.replace(value, other)))
                .isInstanceOf(KubeException.class)
                .hasMessageContaining("(" + message + ")");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"kubeletVersion\":\"v1.36.3\"     | \"kubeletVersion\":[[{\"systemUUID\":5}]]",
                "[{\"names\":[\"registry/image:1\"],\"sizeBytes\":1}] | 1e999",
                "[{\"manager\":\"kubelet\",\"fieldsV1\":{\"f:metadata\":{}}}] | \"x\"",
                "\"kind\":\"Node\"                  | \"kind\":null,\"spec.taints\":5",
                "\"topology.kubernetes.io/zone\":\"linux\"     | \"topology.kubernetes.io/zone\":\"linux\",\"none\":null",
                "\"images\":                        | \"volumesAttached\":{\"addresses\":[5]},\"images\":"
            })
    void anyTypeIsFineInAFieldThatIsNotRead(String value, String other) {
        String json = fresh("w-1", 1);
        assertThat(json).contains(value);

        assertThat(known(json.replace(value, other))).isEqualTo(known(json));
    }

    @Test
    void invalidJsonIsAServerFailureAndIsNotQuoted() {
        assertThatThrownBy(() -> known("<html>secret</html>"))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(KubeException.Kind.SERVER_FAILED))
                .hasMessageContaining("line 1, column")
                .hasMessageNotContaining("secret");
    }

    private static String condition(String type, String status, String heartbeat) {
        return "{\"type\":\"%s\",\"status\":\"%s\",\"lastHeartbeatTime\":\"%s\"}".formatted(type, status, heartbeat);
    }
}

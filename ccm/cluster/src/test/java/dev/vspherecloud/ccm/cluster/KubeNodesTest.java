package dev.vspherecloud.ccm.cluster;

import static dev.vspherecloud.ccm.cluster.NodeFixtures.event;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.fresh;
import static dev.vspherecloud.ccm.cluster.NodeFixtures.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.node.DeleteOutcome;
import dev.vspherecloud.ccm.domain.node.InitialisationPatch;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.node.WriteOutcome;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeNodesTest {
    private static final NodeName W1 = new NodeName("w-1");
    private static final InitialisationPatch MARKS =
            new InitialisationPatch(Optional.empty(), Map.of("zone", "a"), Map.of());
    private static final List<NodeAddress> ADDRESSES =
            List.of(new NodeAddress(NodeAddress.Type.INTERNAL_IP, "10.0.0.5"));

    private static final String NOT_SENT = " was not sent: this process may not be the leader any more";

    private boolean leads = true;
    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = new ManualTime(Duration.ZERO);
    private final KubeNodes nodes =
            new KubeNodes(api.server(time), _ -> {}, () -> leads, time, new SplittableRandom(1));

    @BeforeEach
    void oneNodeIsKnown() {
        api.answers(200, "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}")
                .streams(event("ADDED", fresh("w-1", 7)));
        nodes.run();
        assertThat(Thread.interrupted()).isTrue();
        api.calls().clear();
    }

    @Test
    void addressesGoToTheStatusAndAreSeenAtOnce() {
        api.answers(200, fresh("w-1", 8).replace("10.0.0.4", "10.0.0.5"));

        WriteOutcome outcome = nodes.writeAddresses(seen(), ADDRESSES);

        assertThat(outcome).isEqualTo(new WriteOutcome.Written(seen()));
        assertThat(seen().addresses()).isEqualTo(ADDRESSES);
        assertThat(api.calls()).singleElement().satisfies(call -> {
            assertThat(call).hasToString("PATCH /api/v1/nodes/w-1/status");
            assertThat(call.contentType()).isEqualTo("application/strategic-merge-patch+json");
        });
    }

    @Test
    void initialisesTheVersionThatAnEarlierWriteReturned() {
        api.answers(200, fresh("w-1", 8)).answers(200, node("w-1", 9, "", "[]", ""));

        nodes.writeAddresses(seen(), ADDRESSES);
        WriteOutcome outcome = nodes.initialise(seen(), MARKS);

        assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
        assertThat(api.calls().getLast().body()).contains("\"resourceVersion\":\"8\"");
        assertThat(seen().isUninitialised()).isFalse();
    }

    @Test
    void aNodeThatChangedSinceItWasSeenIsAConflictWithoutACall() {
        NodeView before = seen();
        api.answers(200, fresh("w-1", 8));
        nodes.writeAddresses(before, ADDRESSES);
        api.calls().clear();

        assertThat(nodes.initialise(before, MARKS)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(api.calls()).isEmpty();
    }

    @Test
    void distinguishesTheOutcomesOfAWrite() {
        String body = "{\"kind\":\"Status\",\"message\":\"Node is invalid: spec.providerID: Forbidden\"}";
        api.answers(404, body).answers(422, body).answers(403, body);

        assertThat(nodes.annotate(seen(), Map.of("a", "1"))).isEqualTo(new WriteOutcome.Vanished());
        assertThat(nodes.annotate(seen(), Map.of("a", "1")))
                .isEqualTo(new WriteOutcome.Refused("Node is invalid: spec.providerID: Forbidden"));
        assertThat(nodes.annotate(seen(), Map.of("a", "1"))).isInstanceOf(WriteOutcome.Refused.class);
    }

    /// The Node's kubelet changed the Node in the meantime.
    @Test
    void aNodeWithUnrelatedChangesIsWrittenInItsNewVersion() {
        api.answers(409, "{}").answers(200, fresh("w-1", 8)).answers(200, fresh("w-1", 9));

        assertThat(nodes.writeAddresses(seen(), ADDRESSES)).isInstanceOf(WriteOutcome.Written.class);

        assertThat(api.callLines())
                .containsExactly(
                        "PATCH /api/v1/nodes/w-1/status", "GET /api/v1/nodes/w-1", "PATCH /api/v1/nodes/w-1/status");
        assertThat(api.calls().getFirst().body()).contains("\"resourceVersion\":\"7\"");
        assertThat(api.calls().getLast().body()).contains("\"resourceVersion\":\"8\"");
    }

    @Test
    void withoutPermissionToGetANodeAChangeIsAConflict() {
        api.answers(409, "{}").answers(403, "{}");

        assertThat(nodes.writeAddresses(seen(), ADDRESSES)).isEqualTo(new WriteOutcome.Conflict());
    }

    /// A former leader must not revert what its successor wrote.
    @Test
    void aConcurrentWriteIsNotOverwritten() {
        api.answers(409, "{}")
                .answers(200, fresh("w-1", 8).replace("10.0.0.4", "10.0.0.9"))
                .answers(409, "{}")
                .answers(200, fresh("w-1", 9).replace("Größe", "other"));

        assertThat(nodes.writeAddresses(seen(), ADDRESSES)).isEqualTo(new WriteOutcome.Conflict());
        assertThat(nodes.annotate(seen(), Map.of("vspherecloud.dev/keep", "mine")))
                .isEqualTo(new WriteOutcome.Conflict());
    }

    /// The first attempt succeeded, and its response was lost.
    @Test
    void aWriteThatAlreadySucceededIsNotRepeated() {
        api.answers(409, "{}").answers(200, fresh("w-1", 8).replace("10.0.0.4", "10.0.0.5"));

        assertThat(nodes.writeAddresses(seen(), ADDRESSES)).isEqualTo(new WriteOutcome.Written(seen()));
        assertThat(seen().addresses()).isEqualTo(ADDRESSES);
    }

    @Test
    void aNodeThatKeepsChangingIsAConflict() {
        for (int version = 8; version <= 10; version++) {
            api.answers(409, "{}").answers(200, fresh("w-1", version));
        }

        assertThat(nodes.writeAddresses(seen(), ADDRESSES)).isEqualTo(new WriteOutcome.Conflict());
    }

    @Test
    void anotherNodeOfTheSameNameIsAConflict() {
        api.answers(422, "{\"message\":\"invalid\",\"details\":{\"causes\":[{\"field\":\"metadata.uid\"}]}}")
                .answers(200, fresh("w-1", 9).replace("uid-w-1", "uid-other"));

        assertThat(nodes.annotate(seen(), Map.of("a", "1"))).isEqualTo(new WriteOutcome.Conflict());
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 500, 503})
    void aTemporaryErrorIsAFailureAndNoRefusal(int status) {
        api.answers(status, "");

        assertThat(nodes.annotate(seen(), Map.of("a", "1"))).isInstanceOf(WriteOutcome.Failed.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT", "UNREACHABLE", "INTERRUPTED"})
    void aWriteWithoutAnAnswerIsAFailure(KubeException.Kind kind) {
        api.fails(kind);

        assertThat(nodes.annotate(seen(), Map.of("a", "1"))).isEqualTo(new WriteOutcome.Failed("scripted"));
    }

    @Test
    void aWriteWithoutAChangeNeedsNoCall() {
        assertThat(nodes.writeAddresses(seen(), seen().addresses())).isEqualTo(new WriteOutcome.Written(seen()));
        assertThat(nodes.annotate(seen(), Map.of("vspherecloud.dev/keep", "Größe")))
                .isEqualTo(new WriteOutcome.Written(seen()));
        assertThat(api.calls()).isEmpty();
    }

    @Test
    void deletesOnlyTheKnownVersion() {
        api.answers(200, "{\"kind\":\"Status\",\"status\":\"Success\"}").answers(202, "{}");

        assertThat(nodes.delete(seen())).isEqualTo(new DeleteOutcome.Deleted());
        assertThat(nodes.delete(seen())).isEqualTo(new DeleteOutcome.Deleted());

        assertThat(api.calls().getFirst()).hasToString("DELETE /api/v1/nodes/w-1");
        assertThat(api.calls().getFirst().body())
                .contains("\"preconditions\":{\"uid\":\"uid-w-1\",\"resourceVersion\":\"7\"}");
    }

    @Test
    void distinguishesTheOutcomesOfADelete() {
        api.answers(404, "")
                .answers(409, "")
                .answers(403, "{\"message\":\"nodes is forbidden\"}")
                .answers(500, "")
                .fails(KubeException.Kind.TIMEOUT);

        assertThat(nodes.delete(seen())).isEqualTo(new DeleteOutcome.Vanished());
        assertThat(nodes.delete(seen())).isEqualTo(new DeleteOutcome.Conflict());
        assertThat(nodes.delete(seen()))
                .isInstanceOfSatisfying(DeleteOutcome.Failed.class, failed -> assertThat(failed.why())
                        .contains("nodes is forbidden"));
        assertThat(nodes.delete(seen())).isInstanceOf(DeleteOutcome.Failed.class);
        assertThat(nodes.delete(seen())).isEqualTo(new DeleteOutcome.Failed("scripted"));
    }

    @Test
    void deletingAChangedNodeIsAConflictWithoutACall() {
        NodeView before = seen();
        api.answers(200, fresh("w-1", 8));
        nodes.writeAddresses(before, ADDRESSES);
        api.calls().clear();

        assertThat(nodes.delete(before)).isEqualTo(new DeleteOutcome.Conflict());
        assertThat(api.calls()).isEmpty();
    }

    @Test
    void withoutLeadershipNothingIsSent() {
        leads = false;

        assertThat(nodes.writeAddresses(seen(), ADDRESSES)).isEqualTo(notSent("PATCH /api/v1/nodes/w-1/status"));
        assertThat(nodes.initialise(seen(), MARKS)).isEqualTo(notSent("PATCH /api/v1/nodes/w-1"));
        assertThat(nodes.label(seen(), Map.of("a", "1"))).isEqualTo(notSent("PATCH /api/v1/nodes/w-1"));
        assertThat(nodes.annotate(seen(), Map.of("a", "1"))).isEqualTo(notSent("PATCH /api/v1/nodes/w-1"));
        assertThat(nodes.addShutdownTaint(seen())).isEqualTo(notSent("PATCH /api/v1/nodes/w-1"));
        assertThat(nodes.delete(seen())).isEqualTo(new DeleteOutcome.Failed("DELETE /api/v1/nodes/w-1" + NOT_SENT));
        assertThat(api.calls()).isEmpty();
    }

    private static WriteOutcome notSent(String call) {
        return new WriteOutcome.Failed(call + NOT_SENT);
    }

    private NodeView seen() {
        return nodes.find(W1).orElseThrow();
    }
}

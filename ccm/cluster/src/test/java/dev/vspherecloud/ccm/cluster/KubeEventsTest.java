package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KubeEventsTest {
    private static final NodeView W1 =
            NodeFixtures.known(NodeFixtures.fresh("w-1", 7)).view();
    private static final Reason REFUSED = new Reason(VsphereReason.LOGIN_REFUSED, "wrong password");
    private static final Reason NOT_FOUND = new Reason(NodeReason.VM_NOT_FOUND, "no VM with this UUID");

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeEvents events =
            new KubeEvents(api.server(time), "kube-system", "cloud-controller-manager", time, time, time);

    @Test
    void aMessageIsOneLineOfVisibleCharacters() throws InterruptedException {
        api.answers(201, "{}");

        events.warning(W1, new Reason(NodeReason.VM_NOT_FOUND, "VM a\nb\u001B[31m\uFFFE\u202E Größe"));
        events.deliverWaiting();

        assertThat(api.calls().getFirst().body()).contains("\"VM a?b?[31m?? Größe\"");
    }

    @Test
    void sendsAnEventAboutTheNode() throws InterruptedException {
        api.answers(201, "{}");

        events.warning(W1, NOT_FOUND);
        events.deliverWaiting();

        assertThat(api.callLines()).containsExactly("POST /api/v1/namespaces/default/events");
        assertThat(api.calls().getFirst().body())
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"w-1.1886caf2450d6708\","
                        + "\"namespace\":\"default\"},\"involvedObject\":{\"apiVersion\":\"v1\",\"kind\":\"Node\","
                        + "\"name\":\"w-1\",\"uid\":\"uid-w-1\"},\"type\":\"Warning\",\"reason\":\"VmNotFound\","
                        + "\"message\":\"no VM with this UUID\",\"source\":{\"component\":\"cloud-node-controller\"},"
                        + "\"reportingComponent\":\"cloud-node-controller\","
                        + "\"firstTimestamp\":\"2026-01-02T03:04:05Z\",\"lastTimestamp\":\"2026-01-02T03:04:05Z\","
                        + "\"count\":1}");
    }

    @Test
    void anEventAboutAVcenterIsOnTheLease() throws InterruptedException {
        api.answers(200, "{\"metadata\":{\"uid\":\"uid-lease\"}}")
                .answers(201, "{}")
                .answers(200, "{}");

        events.warning("vc-a", REFUSED);
        events.warning("vc-a", REFUSED);
        events.deliverWaiting();

        assertThat(api.callLines().subList(0, 2))
                .containsExactly(
                        "GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/cloud-controller-manager",
                        "POST /api/v1/namespaces/kube-system/events");
        assertThat(api.calls().get(1).body())
                .contains("\"namespace\":\"kube-system\"},\"involvedObject\":{"
                        + "\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\","
                        + "\"namespace\":\"kube-system\",\"name\":\"cloud-controller-manager\","
                        + "\"uid\":\"uid-lease\",\"fieldPath\":\"vcenter{vc-a}\"},\"type\":\"Warning\","
                        + "\"reason\":\"LoginRefused\",\"message\":\"vCenter vc-a: wrong password\"");
        assertThat(api.calls().getLast().method()).isEqualTo("PATCH");
    }

    @Test
    void anEventAboutTheClusterIsOnTheLease() throws InterruptedException {
        api.answers(200, "{\"metadata\":{\"uid\":\"uid-lease\"}}").answers(201, "{}");

        events.warning(REFUSED);
        events.deliverWaiting();

        assertThat(api.calls().getLast().body())
                .contains("\"kind\":\"Lease\"", "\"uid\":\"uid-lease\"}", "\"message\":\"wrong password\"")
                .doesNotContain("fieldPath");
    }

    @Test
    void withoutALeaseTheEventIsStillSent() throws InterruptedException {
        api.answers(404, "").answers(201, "{}").answers(403, "").answers(201, "{}");

        events.warning("vc-a", REFUSED);
        events.warning("vc-b", REFUSED);
        events.deliverWaiting();

        assertThat(api.calls().get(1).body()).contains("\"kind\":\"Lease\"").doesNotContain("\"uid\"");
        assertThat(api.calls().getLast().body()).contains("vc-b").doesNotContain("\"uid\"");
    }

    @Test
    void eachVcenterHasItsOwnEventLimit() throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            api.answers(404, "").answers(201, "{}");
            events.warning("vc-" + i, REFUSED);
        }

        events.deliverWaiting();

        assertThat(events.dropped()).isZero();
    }

    @Test
    void aRepeatedEventIsCounted() throws InterruptedException {
        api.answers(201, "{}").answers(200, "{}").answers(200, "{}");

        events.warning(W1, NOT_FOUND);
        events.warning(W1, NOT_FOUND);
        time.pass(Duration.ofMinutes(1));
        events.warning(W1, NOT_FOUND);
        events.deliverWaiting();

        assertThat(api.calls().getLast())
                .isEqualTo(ApiCall.mergePatch(
                        api.calls().get(1).path(), "{\"count\":3,\"lastTimestamp\":\"2026-01-02T03:05:05Z\"}"));
    }

    @Test
    void anotherMessageIsAnotherEvent() throws InterruptedException {
        api.answers(201, "{}").answers(201, "{}");

        events.warning(W1, NOT_FOUND);
        events.normal(W1, "Synced", "Node synced successfully");
        events.deliverWaiting();

        assertThat(api.calls()).extracting(ApiCall::method).containsExactly("POST", "POST");
    }

    @Test
    void anEventThatTheServerDeletedIsCreatedAgain() throws InterruptedException {
        api.answers(201, "{}").answers(404, "").answers(201, "{}");

        events.warning(W1, NOT_FOUND);
        events.warning(W1, NOT_FOUND);
        events.deliverWaiting();

        assertThat(api.calls()).extracting(ApiCall::method).containsExactly("POST", "PATCH", "POST");
    }

    @Test
    void oneNodeCanNotFloodTheServer() throws InterruptedException {
        for (int i = 0; i < 25; i++) {
            api.answers(201, "{}");
        }

        for (int i = 0; i < 40; i++) {
            events.normal(W1, "Reason", "message " + i);
        }
        events.deliverWaiting();

        assertThat(api.calls()).hasSize(25);
        assertThat(events.dropped()).isEqualTo(15);
    }

    @Test
    void theOldestWaitingEventsAreDropped() {
        for (int i = 0; i < 1003; i++) {
            events.normal(W1, "Reason", "message " + i);
        }

        assertThat(events.dropped()).isEqualTo(3);
    }

    @Test
    void anEventIsRetriedUntilTheServerIsBack() throws InterruptedException {
        api.fails(Kind.UNREACHABLE).fails(Kind.TIMEOUT).answers(201, "{}");

        events.warning(W1, NOT_FOUND);
        events.deliverWaiting();

        assertThat(time.waits()).containsExactly(Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    @Test
    void anEventThatTheServerRefusesIsDropped() throws InterruptedException {
        api.answers(403, "{\"message\":\"events is forbidden\"}").answers(201, "{}");

        events.warning(W1, NOT_FOUND);
        events.normal(W1, "Synced", "Node synced successfully");
        events.deliverWaiting();

        assertThat(api.calls()).hasSize(2);
        assertThat(time.waits()).isEmpty();
    }
}

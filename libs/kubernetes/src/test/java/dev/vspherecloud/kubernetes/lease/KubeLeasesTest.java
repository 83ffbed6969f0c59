package dev.vspherecloud.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KubeLeasesTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.000678901Z");
    private static final LeaseRecord MINE = new LeaseRecord("me", Duration.ofSeconds(15), AT, AT, 2);
    private static final String SPEC = "\"holderIdentity\":\"me\",\"leaseDurationSeconds\":15,"
            + "\"acquireTime\":\"2026-01-02T03:04:05.000678Z\",\"renewTime\":\"2026-01-02T03:04:05.000678Z\","
            + "\"leaseTransitions\":2";

    private final ScriptedApi api = new ScriptedApi();
    private final Leases leases = new KubeLeases(api.server(ManualTime.endless()), LeaderSettings.defaults("me"));

    @Test
    void createsTheLeaseWithEveryField() {
        api.answers(201, "{\"spec\":{" + SPEC + "}}");

        leases.create(MINE, BUDGET);

        assertThat(api.callLines()).containsExactly("POST /apis/coordination.k8s.io/v1/namespaces/kube-system/leases");
        assertThat(api.calls().getFirst().body())
                .isEqualTo("{\"apiVersion\":\"coordination.k8s.io/v1\",\"kind\":\"Lease\",\"metadata\":"
                        + "{\"namespace\":\"kube-system\",\"name\":\"cloud-controller-manager\",\"annotations\":"
                        + "{\"leader.vspherecloud.dev/term\":\"2\"}},\"spec\":{" + SPEC
                        + "}}");
    }

    @Test
    void anUpdateKeepsTheFieldsOfOthers() {
        api.answers(
                        200,
                        "{\"metadata\":{\"resourceVersion\":\"41\",\"labels\":{\"a\":\"b\"},\"annotations\":{\"c\":\"d\"}},"
                                + "\"spec\":{\"holderIdentity\":\"other\",\"strategy\":\"x\"}}")
                .answers(200, "{\"spec\":{" + SPEC + "}}");

        Leases.Stored stored = leases.read(BUDGET).orElseThrow();
        assertThat(leases.update(stored, MINE, BUDGET)).isPresent();

        assertThat(stored.record().holder()).isEqualTo("other");
        assertThat(api.calls().getLast())
                .hasToString("PUT /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/cloud-controller-manager");
        assertThat(api.calls().getLast().body())
                .contains("\"resourceVersion\":\"41\"")
                .contains("\"labels\":{\"a\":\"b\"}")
                .contains("\"annotations\":{\"c\":\"d\",\"leader.vspherecloud.dev/term\":\"2\"}")
                .contains("\"strategy\":\"x\"")
                .contains("\"holderIdentity\":\"me\"");
    }

    @Test
    void aTermIsOursUntilAnotherProgramAcquiresTheLease() {
        assertThat(LeaseObjects.isLastTermOurs(lease("2", 2))).isTrue();
        assertThat(LeaseObjects.isLastTermOurs(lease("2", 3))).isFalse();
        assertThat(LeaseObjects.isLastTermOurs(Json.object().with("spec", Json.object())))
                .isFalse();
    }

    private static Json.Members lease(String term, int transitions) {
        Json.Members annotations = Json.object().with("leader.vspherecloud.dev/term", term);
        return Json.object()
                .with("metadata", Json.object().with("annotations", annotations))
                .with("spec", Json.object().with("leaseTransitions", transitions));
    }

    @Test
    void valuesOutOfRangeAreReadAsTheNearestValidOnes() {
        api.answers(
                200,
                "{\"spec\":{\"leaseDurationSeconds\":9223372036854775807,\"leaseTransitions\":9223372036854775807,"
                        + "\"acquireTime\":\"+1000000000-12-31T23:59:59Z\",\"renewTime\":\"soon\"}}");

        assertThat(leases.read(BUDGET).orElseThrow().record())
                .isEqualTo(new LeaseRecord(
                        "",
                        Duration.ofSeconds(Integer.MAX_VALUE),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        Integer.MAX_VALUE - 1));
    }

    @Test
    void aConflictIsNoFailure() {
        api.answers(404, "").answers(409, "").answers(409, "");

        assertThat(leases.read(BUDGET)).isEmpty();
        assertThat(leases.create(MINE, BUDGET)).isEmpty();
        assertThat(leases.update(new Leases.Stored(MINE, Json.object()), MINE, BUDGET))
                .isEmpty();
    }
}

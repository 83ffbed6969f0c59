package dev.vspherecloud.ccm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore.Page;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseStateStoreTest {
    private static final Page BASIS = new Page(Map.of("incidents", "one"), "41");
    private static final Map<String, String> MORE = Map.of("incidents", "one,two");

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final LeaseStateStore store = store(Optional.of("me"));
    private final LeaseStateStore storeWithoutElection = store(Optional.empty());

    @Test
    void readsItsOwnAnnotations() {
        api.answers(200, lease("41", "me", "one"));

        assertThat(store.read()).contains(BASIS);
    }

    @Test
    void replacesItsAnnotationsAndKeepsTheRest() {
        api.answers(200, lease("41", "me", "one")).answers(200, "{}");

        assertThat(store.write(BASIS, MORE)).isTrue();

        assertThat(api.callLines())
                .containsExactly(
                        "GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/ccm",
                        "PUT /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/ccm");
        assertThat(api.calls().getLast().body()).isEqualTo(lease("41", "me", "one,two"));
    }

    @Test
    void concurrentRenewalsDoNotPreventAWrite() {
        api.answers(200, lease("42", "me", "one"))
                .answers(409, "")
                .answers(200, lease("43", "me", "one"))
                .answers(200, "{}");

        assertThat(store.write(BASIS, MORE)).isTrue();
        assertThat(api.calls().getLast().body()).isEqualTo(lease("43", "me", "one,two"));
    }

    @Test
    void concurrentlyWrittenAnnotationsStay() {
        api.answers(200, lease("42", "me", "one"))
                .answers(409, "")
                .answers(
                        200,
                        lease("43", "me", "one").replace("\"other/x\"", "\"lifecycle.vspherecloud.dev/acknowledge\""));

        assertThat(store.write(BASIS, MORE)).isFalse();
        assertThat(api.calls()).hasSize(3);
    }

    @Test
    void theLeaseOfAnotherLeaderIsNotWritten() {
        api.answers(200, lease("42", "other", "one")).answers(200, lease("42", "", "one"));

        assertThat(store.write(BASIS, MORE)).isFalse();
        assertThat(store.write(BASIS, MORE)).isFalse();
        assertThat(api.calls()).noneMatch(call -> call.method().equals("PUT"));
    }

    @Test
    void withoutAnElectionTheHolderDoesNotMatter() {
        api.answers(200, lease("42", "other", "one")).answers(200, "{}");

        assertThat(storeWithoutElection.write(BASIS, MORE)).isTrue();
    }

    @Test
    void aMissingLeaseIsCreatedByTheElectorOrWithoutAnElection() {
        api.answers(404, "").answers(404, "").answers(404, "").answers(404, "").answers(201, "{}");

        assertThat(store.read()).isEmpty();
        assertThat(store.write(new Page(Map.of(), ""), MORE)).isFalse();

        Page none = storeWithoutElection.read().orElseThrow();
        assertThat(none).isEqualTo(new Page(Map.of(), ""));
        assertThat(storeWithoutElection.write(none, MORE)).isTrue();
        assertThat(api.calls().getLast().method()).isEqualTo("POST");
    }

    @Test
    void aDeletedLeaseIsNotCreatedAgainWithItsOldState() {
        api.answers(404, "");

        assertThat(storeWithoutElection.write(BASIS, MORE)).isFalse();
        assertThat(api.calls()).hasSize(1);
    }

    @Test
    void aWriteToALeaseThatKeepsChangingFails() {
        for (int i = 0; i < 5; i++) {
            api.answers(200, lease("4" + i, "me", "one")).answers(409, "");
        }

        assertThat(store.write(BASIS, MORE)).isFalse();
    }

    @Test
    void allAttemptsShareOneDeadline() {
        api.answers(200, lease("42", "me", "one"))
                .answers(ScriptedApi.later(429, 3))
                .answers(409, "")
                .answers(ScriptedApi.later(429, 3));

        assertThat(store.write(BASIS, MORE)).isFalse();
        assertThat(time.now()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aWriteWithoutAResponseCountsAsNotWritten() {
        api.fails(KubeException.Kind.TIMEOUT)
                .answers(403, "")
                .answers(200, lease("41", "me", "one"))
                .fails(KubeException.Kind.UNREACHABLE);

        assertThat(store.read()).isEmpty();
        assertThat(store.read()).isEmpty();
        assertThat(store.write(BASIS, MORE)).isFalse();
    }

    private LeaseStateStore store(Optional<String> identity) {
        return new LeaseStateStore(api.server(time), "kube-system", "ccm", identity, time);
    }

    private static String lease(String version, String holder, String incidents) {
        return ("{\"metadata\":{\"name\":\"ccm\",\"resourceVersion\":\"%s\",\"annotations\":"
                        + "{\"other/x\":\"1\",\"lifecycle.vspherecloud.dev/incidents\":\"%s\"}},"
                        + "\"spec\":{\"holderIdentity\":\"%s\"}}")
                .formatted(version, incidents, holder);
    }
}

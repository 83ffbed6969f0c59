package dev.vspherecloud.csi.cluster.claim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.csi.cluster.call.ListResult;
import dev.vspherecloud.csi.domain.ClaimState;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KubeClaimStatesTest {
    private static final Duration BUDGET = Duration.ofSeconds(5);
    private static final String UID = "0123abcd-0000-4000-8000-00000000000";

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final KubeClaimStates states = new KubeClaimStates(api.server(time), time);

    @Test
    void twoListsTellTheStateOfEachClaim() {
        api.answers(200, list(claim(UID + 1), claim(UID + 2), claim(UID + 9)))
                .answers(200, list(volume("pvc-" + UID + 2, UID + 2), volume("pvc-" + UID + 3, "")));

        assertThat(states.read(Set.of("pvc-" + UID + 1, "pvc-" + UID + 2, "pvc-" + UID + 3, "pvc-" + UID + 4), BUDGET))
                .isEqualTo(new ListResult.Complete<>(Map.of(
                        "pvc-" + UID + 1, ClaimState.WAITING,
                        "pvc-" + UID + 2, ClaimState.BOUND,
                        "pvc-" + UID + 3, ClaimState.BOUND,
                        "pvc-" + UID + 4, ClaimState.GONE)));
        assertThat(api.callLines())
                .containsExactly(
                        "GET /api/v1/persistentvolumeclaims?limit=250", "GET /api/v1/persistentvolumes?limit=250");
    }

    @Test
    void aClaimWithAnotherPersistentVolumeIsBound() {
        api.answers(200, list(claim(UID + 1))).answers(200, list(volume("static-1", UID + 1)));

        assertThat(states.read(Set.of("pvc-" + UID + 1), BUDGET))
                .isEqualTo(new ListResult.Complete<>(Map.of("pvc-" + UID + 1, ClaimState.BOUND)));
    }

    @Test
    void noClaimIsGoneWhoseUidIsNotCertain() {
        api.answers(200, list(claim(UID + 2))).answers(200, list());

        assertThat(states.read(Set.of("name", "other-" + UID + 1, "other-" + UID + 2, "pvc-", "pvc-0123abcd"), BUDGET))
                .isEqualTo(new ListResult.Complete<>(Map.of(
                        "name",
                        ClaimState.UNKNOWN,
                        "other-" + UID + 1,
                        ClaimState.UNKNOWN,
                        "other-" + UID + 2,
                        ClaimState.WAITING,
                        "pvc-",
                        ClaimState.UNKNOWN,
                        "pvc-0123abcd",
                        ClaimState.UNKNOWN)));
    }

    @Test
    void withoutBothListsNothingIsKnown() {
        api.answers(403, "{}");
        api.answers(200, list()).fails(Kind.UNREACHABLE);
        api.answers(200, list()).answers(200, "{}");

        for (int i = 0; i < 3; i++) {
            assertThat(states.read(Set.of("pvc-" + UID + 1), BUDGET)).isInstanceOf(ListResult.Failed.class);
        }
    }

    @Test
    void noNameCausesNoRequest() {
        assertThat(states.read(Set.of(), BUDGET)).isEqualTo(new ListResult.Complete<>(Map.of()));
        assertThat(api.calls()).isEmpty();
    }

    private static String claim(String uid) {
        return "{\"metadata\":{\"namespace\":\"a\",\"name\":\"c\",\"uid\":\"%s\"}}".formatted(uid);
    }

    private static String volume(String name, String claimUid) {
        return "{\"metadata\":{\"name\":\"%s\"},\"spec\":{\"claimRef\":{\"uid\":\"%s\"}}}".formatted(name, claimUid);
    }

    private static String list(String... items) {
        return "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[%s]}".formatted(String.join(",", List.of(items)));
    }
}

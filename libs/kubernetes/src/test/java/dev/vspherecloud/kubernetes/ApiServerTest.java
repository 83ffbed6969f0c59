package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiServerTest {
    private static final ApiCall CALL = ApiCall.get("/api/v1/nodes/w-1");

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final ApiServer server = api.server(time);

    @Test
    void retriesAfterTheTimeThatTheServerRequests() {
        api.answers(ScriptedApi.later(429, 3))
                .answers(ScriptedApi.later(503, 2))
                .answers(ScriptedApi.later(429, 0))
                .answers(200, "{}");

        assertThat(server.call(CALL).status()).isEqualTo(200);
        assertThat(time.waits()).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(2), Duration.ofSeconds(1));
    }

    @Test
    void failsIfTheServerRequestsMoreThanTheBudget() {
        api.answers(ScriptedApi.later(429, 3600));

        assertThatThrownBy(() -> server.call(CALL))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.OVERLOADED));
        assertThat(time.waits()).isEmpty();
    }

    @Test
    void failsWhenTheBudgetIsUsedUp() {
        for (int i = 0; i < 40; i++) {
            api.answers(ScriptedApi.answer(429, "Too many requests, please try again later."));
        }

        assertThatThrownBy(() -> server.call(CALL, Duration.ofSeconds(5)))
                .hasMessageContaining("Too many requests, please try again later.");
        assertThat(time.waits()).hasSize(4);
    }

    @Test
    void doesNotRetryAnErrorWithoutRetryAfter() {
        api.answers(500, "");

        assertThat(server.call(CALL).status()).isEqualTo(500);
        assertThat(api.calls()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            400, REJECTED
            401, UNAUTHORIZED
            403, FORBIDDEN
            404, REJECTED
            410, EXPIRED
            500, SERVER_FAILED
            502, SERVER_FAILED
            """)
    void eachStatusHasAKind(int status, Kind kind) {
        api.answers(status, "{\"message\":\"because\"}");

        assertThatThrownBy(() -> server.expect(CALL))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(kind))
                .hasMessageContaining("https://api.test:6443")
                .hasMessageContaining("GET /api/v1/nodes/w-1")
                .hasMessageContaining("because");
    }

    @Test
    void escapesNamesInAPath() {
        assertThat(ApiCall.path("/api/v1/namespaces", "a/../b", "secrets", "x?y=1 2"))
                .isEqualTo("/api/v1/namespaces/a%2F..%2Fb/secrets/x%3Fy%3D1%202");
    }

    @Test
    void readsAreSentWithoutLeadership() {
        api.answers(200, "{}");

        assertThat(server.withWriteFence(() -> false).call(CALL).status()).isEqualTo(200);
    }

    @Test
    void aWriteFailsIfLeadershipEndsBeforeItsRetry() {
        var leads = new AtomicBoolean(true);
        api.answers(ScriptedApi.later(429, 2));
        time.whileWaiting(() -> leads.set(false));

        assertThatThrownBy(() -> server.withWriteFence(leads::get).call(ApiCall.mergePatch("/api/v1/nodes/w-1", "{}")))
                .satisfies(e -> assertThat(kind(e)).isEqualTo(Kind.NOT_LEADING))
                .hasMessage("PATCH /api/v1/nodes/w-1 was not sent: " + "this process may not be the leader any more");
        assertThat(api.calls()).hasSize(1);
    }

    private static Kind kind(Throwable failure) {
        return ((KubeException) failure).kind();
    }
}

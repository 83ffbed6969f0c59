package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RateLimitedTransportTest {
    private static final ApiCall CALL = ApiCall.get("/api/v1/nodes/w-1");
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final RateLimitedTransport transport =
            new RateLimitedTransport(api, new RequestRateLimit(4, 3), time, time, (_, _) -> {});

    @Test
    void aBurstIsSentAtOnceAndLaterRequestsWait() throws InterruptedException {
        send(5);

        assertThat(api.calls()).hasSize(5);
        assertThat(time.waits()).containsExactly(Duration.ofMillis(250), Duration.ofMillis(250));
    }

    @Test
    void idleTimeAllowsAtMostOneBurst() throws InterruptedException {
        send(3);
        time.pass(Duration.ofMillis(500));
        send(2);
        assertThat(time.waits()).isEmpty();

        time.pass(Duration.ofHours(1));
        send(4);
        assertThat(time.waits()).containsExactly(Duration.ofMillis(250));
    }

    @Test
    void aWatchIsRateLimitedToo() throws InterruptedException {
        send(3);
        api.streams();

        transport.open(CALL, DEADLINE).close();

        assertThat(time.waits()).containsExactly(Duration.ofMillis(250));
    }

    @Test
    void aRequestThatWouldMissItsDeadlineIsRefusedAndTakesNoToken() throws InterruptedException {
        send(3);

        assertThatThrownBy(() -> transport.send(CALL, Duration.ofMillis(250)))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT))
                .hasMessageContaining("--kube-api-qps");
        assertThat(api.calls()).hasSize(3);

        send(1);
        assertThat(time.waits()).containsExactly(Duration.ofMillis(250));
    }

    @Test
    void retriesAreRateLimitedToo() throws InterruptedException {
        ApiServer server = api.server(time).rateLimitedBy(new RequestRateLimit(4, 1));
        api.answers(200, "{}");
        server.call(CALL);
        api.answers(ScriptedApi.later(429, 2)).answers(200, "{}");

        assertThat(server.call(CALL).status()).isEqualTo(200);
        assertThat(time.waits()).containsExactly(Duration.ofMillis(250), Duration.ofSeconds(2));
        assertThat(api.calls()).hasSize(3);
    }

    @Test
    void aWriteFailsIfLeadershipEndsWhileItWaits() {
        var leads = new AtomicBoolean(true);
        ApiServer server =
                api.server(time).rateLimitedBy(new RequestRateLimit(0.1, 1)).withWriteFence(leads::get);
        api.answers(200, "{}");
        server.call(CALL);
        time.whileWaiting(() -> leads.set(false));

        assertThatThrownBy(() -> server.call(ApiCall.mergePatch("/api/v1/nodes/w-1", "{}")))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_LEADING));
        assertThat(time.waits()).containsExactly(Duration.ofSeconds(10));
        assertThat(api.calls()).as("sent").containsExactly(CALL);
    }

    @Test
    void writesAndReadsShareTheRateLimit() {
        ApiServer server = api.server(time).rateLimitedBy(new RequestRateLimit(4, 1));
        api.answers(200, "{}").answers(200, "{}");
        server.call(CALL);
        server.withWriteFence(() -> true).call(CALL);

        assertThat(time.waits()).containsExactly(Duration.ofMillis(250));
    }

    private void send(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            api.answers(200, "{}");
            transport.send(CALL, DEADLINE);
        }
    }
}

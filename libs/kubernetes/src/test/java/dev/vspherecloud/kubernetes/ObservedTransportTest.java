package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ObservedTransportTest {
    private static final ApiCall WATCH = ApiCall.get("/api/v1/nodes?watch=true");

    private final ScriptedApi api = new ScriptedApi();
    private final ManualTime time = ManualTime.endless();
    private final List<ApiExchange> exchanges = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final ApiServer server =
            ApiServer.withObserver("https://api.test:6443/prefix", api, time, time, new ApiObserver() {
                @Override
                public void onExchanged(ApiExchange exchange) {
                    exchanges.add(exchange);
                }

                @Override
                public void onWaited(String method, String host, Duration duration) {
                    others.add("%s %s waited".formatted(method, host));
                }

                @Override
                public void onRetried(String method, String host, int status) {
                    others.add("%s %s retried after %d".formatted(method, host, status));
                }
            });

    @Test
    void aRequestIsReportedWithItsStatusAndSizes() {
        api.answers(409, "{}");

        server.call(ApiCall.mergePatch("/api/v1/nodes/w-1", "{\"ä\":1}"));

        assertThat(exchanges)
                .containsExactly(new ApiExchange(
                        "PATCH", "api.test:6443", OptionalInt.of(409), Duration.ZERO, 8, OptionalLong.of(2)));
    }

    @Test
    void aRequestWithoutAnswerIsReportedToo() {
        api.fails(KubeException.Kind.TIMEOUT);

        assertThatThrownBy(() -> server.call(WATCH)).isInstanceOf(KubeException.class);

        assertThat(exchanges).extracting(ApiExchange::status).containsExactly(OptionalInt.empty());
    }

    @Test
    void eachRetryIsReportedAsARequest() {
        api.answers(ScriptedApi.later(429, 1)).answers(200, "{}");

        server.call(WATCH);

        assertThat(exchanges).extracting(ApiExchange::status).containsExactly(OptionalInt.of(429), OptionalInt.of(200));
        assertThat(others)
                .containsExactly(
                        "GET api.test:6443 waited", "GET api.test:6443 retried after 429", "GET api.test:6443 waited");
    }

    @Test
    void aWatchIsOneRequestEvenIfItIsRefused() throws InterruptedException {
        api.streams("{}").refusesStream(KubeException.Kind.TIMEOUT);

        server.open(WATCH).close();
        assertThatThrownBy(() -> server.open(WATCH)).isInstanceOf(KubeException.class);

        assertThat(exchanges).extracting(ApiExchange::status).containsExactly(OptionalInt.of(200), OptionalInt.empty());
    }

    @Test
    void aRefusalHasItsStatus() {
        KubeException refusal = KubeException.ofRefusal("https://api.test", WATCH, ScriptedApi.answer(410, "gone"));

        assertThat(refusal.status()).hasValue(410);
    }

    @Test
    void aRequestThatIsNotSentIsNotReported() {
        ApiServer fenced = server.withWriteFence(() -> false);

        assertThatThrownBy(() -> fenced.call(ApiCall.put("/x", "{}"))).isInstanceOf(KubeException.class);

        assertThat(exchanges).isEmpty();
    }
}

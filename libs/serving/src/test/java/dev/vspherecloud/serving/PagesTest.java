package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagesTest {
    private static final Page LEVEL = new Page() {
        @Override
        public Reply answer(Request request) {
            return Reply.text("level");
        }

        @Override
        public Set<String> methods() {
            return Set.of("PUT");
        }
    };

    private final Pages pages = new Pages(Map.of(
            "/metrics", _ -> Reply.text("metrics"),
            "/metrics/slis", _ -> Reply.text("slis"),
            "/healthz/", request -> Reply.text("below " + request.path()),
            "/debug/flags/v", LEVEL));

    @ParameterizedTest
    @CsvSource({
        "/metrics,      200, metrics",
        "/metrics/slis, 200, slis",
        "/metrics/,     404, 404 page not found",
        "/healthz,      404, 404 page not found",
        "/healthz/x,    200, below /healthz/x",
        "//metrics,     404, 404 page not found",
        "/,             404, 404 page not found",
    })
    void aPathIsExactUnlessItEndsInASlash(String path, int status, String body) {
        Reply reply = pages.answer(Requests.get(path));

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.body().strip()).isEqualTo(body);
    }

    @Test
    void whatCannotBeDoneWithAPageIsSaid() {
        Reply reply = pages.answer(Requests.of("POST", "/metrics", ""));

        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.headers()).containsEntry("Allow", "GET, HEAD");
        assertThat(pages.answer(Requests.get("/debug/flags/v")).headers()).containsEntry("Allow", "PUT");
        assertThat(pages.answer(Requests.of("PUT", "/debug/flags/v", "")).body())
                .isEqualTo("level");
        assertThat(pages.answer(Requests.of("HEAD", "/metrics", "")).status()).isEqualTo(200);
    }
}

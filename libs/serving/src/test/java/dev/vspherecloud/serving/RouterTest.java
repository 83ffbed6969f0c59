package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouterTest {
    private static final Handler LEVEL = new Handler() {
        @Override
        public Response handle(Request request) {
            return Response.text("level");
        }

        @Override
        public Set<String> methods() {
            return Set.of("PUT");
        }
    };

    private final Router pages = new Router(Map.of(
            "/metrics", _ -> Response.text("metrics"),
            "/metrics/slis", _ -> Response.text("slis"),
            "/healthz/", request -> Response.text("below " + request.path()),
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
        Response response = pages.answer(Requests.get(path), () -> true);

        assertThat(response.status()).isEqualTo(status);
        assertThat(response.body().strip()).isEqualTo(body);
    }

    @Test
    void anUnsupportedMethodIsAnsweredWith405() {
        Response response = pages.answer(Requests.of("POST", "/metrics", ""), () -> true);

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers()).containsEntry("Allow", "GET, HEAD");
        assertThat(pages.answer(Requests.get("/debug/flags/v"), () -> true).headers())
                .containsEntry("Allow", "PUT");
        assertThat(pages.answer(Requests.of("PUT", "/debug/flags/v", ""), () -> true)
                        .body())
                .isEqualTo("level");
        assertThat(pages.answer(Requests.of("HEAD", "/metrics", ""), () -> true).status())
                .isEqualTo(200);
    }

    @Test
    void aPageOfAnySizeIsOnlyMadeIfThatIsAllowed() {
        Handler small = new Handler() {
            @Override
            public Response handle(Request request) {
                return Response.text("ok");
            }

            @Override
            public boolean isSmall() {
                return true;
            }
        };
        var both = new Router(Map.of("/livez", small, "/metrics", _ -> Response.text("metrics")));

        assertThat(both.answer(Requests.get("/metrics"), () -> false).status()).isEqualTo(429);
        assertThat(both.answer(Requests.get("/livez"), () -> false).status()).isEqualTo(200);
    }
}

package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.serving.auth.AccessDecision;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.serving.auth.User;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpServerIT {
    private static final AccessFilter ACCESS_FILTER = attributes -> switch (attributes.path()) {
        case "/secret" ->
            new AccessDecision.Forbidden(User.ANONYMOUS, "forbidden: \"anonymous\" cannot get path \"/secret\"");
        case "/token" -> new AccessDecision.Unauthenticated();
        case "/away" -> new AccessDecision.Undecided("the API server is away");
        default -> new AccessDecision.Granted(User.ANONYMOUS);
    };

    private final HttpServer port = Ports.open(
            Ports.IN_MEMORY,
            ServerLimits.DEFAULTS,
            ACCESS_FILTER,
            Map.of(
                    "/healthz", _ -> Response.text("ok"),
                    "/long", _ -> Response.text("x".repeat(5000)),
                    "/bug", HttpServerIT::fail));

    private static Response fail(Request request) {
        throw new IllegalStateException("bug at " + request.path());
    }

    @AfterEach
    void close() {
        port.close();
    }

    private String get(String path, String... headers) throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            String more = String.join("", headers);
            return client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + more + "Connection: close\r\n\r\n")
                    .readAll();
        }
    }

    @Test
    void answersWithHeadersAgainstCaching() throws IOException {
        assertThat(get("/healthz"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .containsPattern("Date: [A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} ..:..:.. GMT\r\n")
                .contains("Content-Type: text/plain; charset=utf-8\r\n")
                .contains("Content-Length: 2\r\n")
                .contains("Cache-Control: no-cache, private\r\n")
                .contains("X-Content-Type-Options: nosniff\r\n")
                .endsWith("\r\n\r\nok");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            /nowhere ; HTTP/1.1 404 Not Found             ; 404 page not found
            /secret  ; HTTP/1.1 403 Forbidden             ; "message":"forbidden: \\"anonymous\\" cannot get path \\"/secret\\"","reason":"Forbidden","details":{},"code":403}
            /token   ; HTTP/1.1 401 Unauthorized          ; "reason":"Unauthorized"
            /away    ; HTTP/1.1 500 Internal Server Error ; "reason":"InternalError"
            /bug     ; HTTP/1.1 500 Internal Server Error ; "reason":"InternalError"
            """)
    void answersWithTheStatusAndTheReason(String path, String status, String body) throws IOException {
        assertThat(get(path)).startsWith(status + "\r\n").contains(body);
    }

    @Test
    void hidesTheReasonOfAFailure() throws IOException {
        assertThat(get("/bug")).doesNotContain("bug at");
        assertThat(get("/away")).doesNotContain("API server");
    }

    @Test
    void oneConnectionServesManyRequests() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            String request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

            assertThat(client.send(request).readResponse()).endsWith("ok");
            assertThat(client.send(request + request).readResponse()).endsWith("ok");
            assertThat(client.readResponse()).endsWith("ok");
            assertThat(client.send("HEAD /healthz HTTP/1.0\r\n\r\n").readAll()).endsWith("Connection: close\r\n\r\n");
        }
    }

    @Test
    void aClientWithInvalidCredentialsNeedsANewConnectionForEachRequest() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertThat(client.send("GET /token HTTP/1.1\r\nHost: x\r\n\r\n").readAll())
                    .startsWith("HTTP/1.1 401 ")
                    .contains("Connection: close\r\n");
        }
    }

    @Test
    void longPagesAreCompressedIfTheClientAcceptsGzip() throws IOException {
        assertThat(get("/long", "Accept-Encoding: br, gzip\r\n"))
                .contains("Content-Encoding: gzip\r\n")
                .hasSizeLessThan(1000);
        assertThat(get("/long", "Accept-Encoding: gzip;q=0\r\n")).endsWith("x".repeat(5000));
        assertThat(get("/healthz", "Accept-Encoding: gzip\r\n")).endsWith("ok");
    }

    @Test
    void aPortInUseIsReported() {
        var settings = new ServingSettings("127.0.0.1", port.localPort(), false, false, Ports.IN_MEMORY);

        assertThatThrownBy(() -> Ports.open(settings, ServerLimits.DEFAULTS, Ports.OPEN, Map.of()))
                .isInstanceOf(ServingException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1 port " + port.localPort());
    }

    @Test
    void aPortMayBeSharedIfConfigured() throws IOException {
        var settings = new ServingSettings("127.0.0.1", port.localPort(), false, true, Ports.IN_MEMORY);
        port.close();
        try (HttpServer one = shared(settings);
                HttpServer other = shared(settings)) {
            assertThat(one.localPort()).isEqualTo(other.localPort());
        }
    }

    private static HttpServer shared(ServingSettings settings) {
        return Ports.open(settings, ServerLimits.DEFAULTS, Ports.OPEN, Map.of());
    }

    @Test
    void nothingIsServedAfterClose() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            port.close();

            assertThat(client.readAll()).isEmpty();
        }
        assertThatThrownBy(() -> RawClient.at(port.localPort())).isInstanceOf(IOException.class);
    }
}

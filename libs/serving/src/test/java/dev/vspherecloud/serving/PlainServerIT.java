package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.serving.auth.AccessDecision;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests a server without TLS: it serves the same pages within the same limits as a server with TLS.
@Timeout(60)
class PlainServerIT {
    private static final ServerLimits SHORT = new ServerLimits(
            new ServerLimits.Times(
                    Duration.ofMillis(400), Duration.ofMillis(400), Duration.ofMillis(400), Duration.ofMillis(400)),
            4,
            ServerLimits.DEFAULTS.headBytes(),
            ServerLimits.DEFAULTS.bodyBytes());

    /// Longer than [#SHORT], with a margin for a busy machine.
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final CountDownLatch never = new CountDownLatch(1);
    private final HttpServer usual = Ports.openPlain(
            ServerLimits.DEFAULTS,
            Map.of("/healthz", _ -> Response.text("ok"), "/long", _ -> Response.text("x".repeat(5000))));
    private final HttpServer strict =
            Ports.openPlain(SHORT, Map.of("/healthz", _ -> Response.text("ok"), "/slow", this::slow));

    private Response slow(Request request) {
        try {
            boolean _ = never.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Response.text("late");
    }

    @AfterEach
    void close() {
        usual.close();
        strict.close();
    }

    private static String send(HttpServer server, String text) throws IOException {
        try (RawClient client = RawClient.withoutTls(server.localPort())) {
            return client.send(text).readAll();
        }
    }

    @Test
    void pagesAreServedAsOverTls() throws IOException {
        assertThat(send(usual, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("Cache-Control: no-cache, private\r\n")
                .endsWith("\r\n\r\nok");
        assertThat(send(usual, "HEAD /healthz HTTP/1.0\r\n\r\n")).endsWith("Connection: close\r\n\r\n");
        assertThat(send(usual, "GET /nowhere HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 404 Not Found\r\n");
        assertThat(send(usual, "POST /healthz HTTP/1.0\r\n\r\n"))
                .contains("405 Method Not Allowed", "Allow: GET, HEAD");
        assertThat(send(usual, "GET http://x/healthz HTTP/1.0\r\n\r\n")).endsWith("ok");
        assertThat(send(usual, "GET /long HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n"))
                .contains("Content-Encoding: gzip\r\n");
    }

    @Test
    void oneConnectionServesManyRequests() throws IOException {
        try (RawClient client = RawClient.withoutTls(usual.localPort())) {
            String request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

            assertThat(client.send(request).readResponse()).endsWith("ok");
            assertThat(client.send(request + request).readResponse()).endsWith("ok");
            assertThat(client.readResponse()).endsWith("ok");
        }
    }

    @Test
    void aClientThatSpeaksTlsIsClosedAtOnce() throws IOException {
        long start = System.nanoTime();

        assertThat(send(usual, "\u0016\u0003\u0001\u0002\u0000")).isEmpty();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> RawClient.at(usual.localPort()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "G",
                "GET /healthz HTTP/1.1\r\nHost: x\r\n",
                "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n",
                "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123"
            })
    void aSlowRequestIsClosedAtTheLimit(String incomplete) throws IOException {
        long start = System.nanoTime();

        assertThat(send(strict, incomplete)).isEmpty();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT);
        assertThat(send(strict, "GET /healthz HTTP/1.0\r\n\r\n")).endsWith("ok");
    }

    @Test
    void anIdleConnectionIsClosedAtTheLimit() throws IOException {
        assertThat(send(strict, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).endsWith("ok");
    }

    @Test
    void hugeHeadersAndUnreadableInputAreRefused() throws IOException {
        assertThat(send(usual, "GET /healthz HTTP/1.1\r\nX: " + "y".repeat(SHORT.headBytes())))
                .startsWith("HTTP/1.1 431 ");
        assertThat(send(usual, "\u0001\u0002\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void idleConnectionsDoNotBlockOtherClients() throws IOException {
        List<RawClient> idlers = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                idlers.add(RawClient.withoutTls(strict.localPort()));
                assertThat(strict.connections()).isLessThanOrEqualTo(SHORT.connections());
            }
            assertThat(send(strict, "GET /healthz HTTP/1.0\r\n\r\n")).endsWith("ok");
        } finally {
            for (RawClient idler : idlers) {
                idler.close();
            }
        }
    }

    @Test
    void theAccessFilterDecidesHereToo() throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Ports.ANY);
        var dispatcher = new RequestDispatcher(
                attributes -> {
                    assertThat(attributes.certificates()).isEmpty();
                    return new AccessDecision.Unauthenticated();
                },
                new Router(Map.of("/healthz", _ -> Response.text("ok"))));
        try (HttpServer server = HttpServer.openPlain(
                address,
                ServerLimits.DEFAULTS,
                dispatcher,
                System::nanoTime,
                InstantSource.system(),
                Supervisor.system(SupervisorObserver.NONE))) {
            assertThat(send(server, "GET /healthz HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 401 ");
        }
    }

    @Test
    void aPortInUseIsReported() {
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), usual.localPort());
        var dispatcher = new RequestDispatcher(Ports.OPEN, new Router(Map.of()));

        assertThatExceptionOfType(ServingException.class)
                .isThrownBy(() -> HttpServer.openPlain(
                        address,
                        ServerLimits.DEFAULTS,
                        dispatcher,
                        System::nanoTime,
                        InstantSource.system(),
                        Supervisor.system(SupervisorObserver.NONE)))
                .withMessageStartingWith("cannot listen on 127.0.0.1 port " + usual.localPort() + ": ")
                .withMessageNotContaining("--");
    }
}

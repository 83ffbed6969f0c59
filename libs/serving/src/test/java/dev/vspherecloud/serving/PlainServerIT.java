package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests a server without TLS: it serves the same pages within the same limits as a server with TLS.
class PlainServerIT {
    private static final ServerLimits FEW =
            new ServerLimits(ServerLimits.DEFAULTS.times(), 4, 8 * 1024, 100, 4 * 1024, 2, 50, 100);

    /// Longer than each limit.
    private static final Duration LONG = Duration.ofMinutes(2);

    private final SetTime time = new SetTime();
    private final CountDownLatch never = new CountDownLatch(1);
    private final HttpServer usual = Ports.openPlain(
            new SetTime(),
            ServerLimits.DEFAULTS,
            Map.of("/healthz", _ -> Response.text("ok"), "/long", _ -> Response.text("x".repeat(5000))));
    private final HttpServer strict =
            Ports.openPlain(time, FEW, Map.of("/healthz", _ -> Response.text("ok"), "/slow", this::slow));

    private Response slow(Request request) {
        try {
            never.await();
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

    /// Sends the text to the server whose time passes, until the connection is closed.
    private String sendWhileTimePasses(String text) throws Exception {
        try (RawClient client = RawClient.withoutTls(strict.localPort())) {
            return readAllWhileTimePasses(client.send(text));
        }
    }

    /// Time passes again and again, because the server may not have begun to wait for the client yet.
    private String readAllWhileTimePasses(RawClient client) throws Exception {
        try (ExecutorService reader = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> response = reader.submit(client::readAll);
            await().until(() -> {
                time.pass(LONG);
                return response.isDone();
            });
            return response.get();
        }
    }

    /// No time passes for the server, so it does not wait for a limit.
    @Test
    void aClientThatSpeaksTlsIsClosedAtOnce() throws IOException {
        assertThat(send(usual, "\u0016\u0003\u0001\u0002\u0000")).isEmpty();
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
    void aSlowRequestIsClosedAtTheLimit(String incomplete) throws Exception {
        assertThat(sendWhileTimePasses(incomplete)).isEmpty();

        assertThat(send(strict, "GET /healthz HTTP/1.0\r\n\r\n")).endsWith("ok");
    }

    @Test
    void anIdleConnectionIsClosedAtTheLimit() throws Exception {
        try (RawClient client = RawClient.withoutTls(strict.localPort())) {
            assertThat(client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").readResponse())
                    .endsWith("ok");

            assertThat(readAllWhileTimePasses(client)).isEmpty();
        }
    }

    @Test
    void hugeHeadersAndUnreadableInputAreRefused() throws IOException {
        assertThat(send(usual, "GET /healthz HTTP/1.1\r\nX: " + "y".repeat(FEW.headBytes())))
                .startsWith("HTTP/1.1 431 ");
        assertThat(send(usual, "\u0001\u0002\r\n\r\n")).startsWith("HTTP/1.1 400 ");
    }

    @Test
    void idleConnectionsDoNotBlockOtherClients() throws IOException {
        List<RawClient> idlers = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                idlers.add(RawClient.withoutTls(strict.localPort()));
                assertThat(strict.connections()).isLessThanOrEqualTo(FEW.connections());
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
                new Router(Map.of("/healthz", _ -> Response.text("ok"))),
                ServingObserver.NONE);
        try (HttpServer server = HttpServer.openPlain(
                address,
                ServerLimits.DEFAULTS,
                dispatcher,
                System::nanoTime,
                InstantSource.system(),
                Supervisor.system(SupervisorObserver.NONE),
                ServingObserver.NONE)) {
            assertThat(send(server, "GET /healthz HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 401 ");
        }
    }

    @Test
    void aPortInUseIsReported() {
        var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), usual.localPort());
        var dispatcher = new RequestDispatcher(Ports.OPEN, new Router(Map.of()), ServingObserver.NONE);

        assertThatExceptionOfType(ServingException.class)
                .isThrownBy(() -> HttpServer.openPlain(
                        address,
                        ServerLimits.DEFAULTS,
                        dispatcher,
                        System::nanoTime,
                        InstantSource.system(),
                        Supervisor.system(SupervisorObserver.NONE),
                        ServingObserver.NONE))
                .withMessageStartingWith("cannot listen on 127.0.0.1 port " + usual.localPort() + ": ")
                .withMessageNotContaining("--");
    }
}

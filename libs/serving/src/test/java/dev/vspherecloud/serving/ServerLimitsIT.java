package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the server enforces its limits on clients and goes on serving: with the limits of the program, but
/// shorter times. Of the program's own times, only the shortest is tested.
class ServerLimitsIT {
    private static final ServerLimits SHORT = new ServerLimits(
            new ServerLimits.Times(
                    Duration.ofMillis(400), Duration.ofMillis(400), Duration.ofMillis(400), Duration.ofMillis(400)),
            ServerLimits.DEFAULTS.connections(),
            ServerLimits.DEFAULTS.headBytes(),
            ServerLimits.DEFAULTS.bodyBytes());
    private static final int IDLERS = 1000;

    /// Longer than [#SHORT], with a margin for a busy machine.
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int DRIP_MILLIS = 10;
    private static final int DRIPS_UNTIL_SOON = (int) TIMEOUT.toMillis() / DRIP_MILLIS;

    private final CountDownLatch never = new CountDownLatch(1);
    private final HttpServer port = Ports.open(
            Ports.IN_MEMORY, SHORT, Ports.OPEN, Map.of("/healthz", _ -> Response.text("ok"), "/slow", this::slow));

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
        port.close();
    }

    /// A handshake may take longer than [#SHORT] on a busy machine; then it is tried again until [#TIMEOUT].
    private void assertServing() throws IOException {
        long start = System.nanoTime();
        while (!isServing()) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT);
        }
    }

    private boolean isServing() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertThat(client.send("GET /healthz HTTP/1.0\r\n\r\n").readAll()).endsWith("ok");
            return true;
        } catch (SSLHandshakeException e) {
            return false;
        }
    }

    /// If you change one of these limits, you change what clients can rely on, or how much load they can cause.
    @Test
    void theDefaultLimits() {
        assertThat(ServerLimits.DEFAULTS)
                .isEqualTo(new ServerLimits(
                        new ServerLimits.Times(
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(32),
                                Duration.ofSeconds(60),
                                Duration.ofSeconds(90)),
                        100,
                        65_536,
                        4_096));
    }

    @Test
    void anIncompleteHandshakeIsClosedAtTheDefaultLimit() throws IOException {
        try (HttpServer usual = Ports.open(
                        Ports.IN_MEMORY,
                        ServerLimits.DEFAULTS,
                        Ports.OPEN,
                        Map.of("/healthz", _ -> Response.text("ok")));
                RawClient client = RawClient.withoutTls(usual.localPort())) {
            long start = System.nanoTime();

            assertThat(client.send("\u0016").readAll()).isEmpty();

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(9_500), Duration.ofSeconds(15));
        }
    }

    private static void assertClosedSoon(RawClient client, String incomplete) throws IOException {
        long start = System.nanoTime();

        assertThat(client.send(incomplete).readAll()).isEmpty();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT);
    }

    /// Reads to the end, which proves that the server has closed the connection.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "G",
                "GET /healthz HTTP/1.1\r\nHost: x\r\n",
                "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123"
            })
    void anIncompleteRequestIsClosedAtTheLimit(String incomplete) throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertClosedSoon(client, incomplete);
        }
        assertServing();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0016", "\u0016\u0003\u0001\u0002\u0000\u0001"})
    void anIncompleteHandshakeIsClosedAtTheLimit(String incomplete) throws IOException {
        try (RawClient client = RawClient.withoutTls(port.localPort())) {
            assertClosedSoon(client, incomplete);
        }
        assertServing();
    }

    /// Sends each byte in time, but never the whole request: the deadline is for the request.
    @Test
    void anEndlessRequestIsClosedAtTheLimit() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n");

            assertThat(sendSlowly(client)).isLessThan(DRIPS_UNTIL_SOON);
        }
        assertServing();
    }

    private int sendSlowly(RawClient client) throws IOException {
        int sent = 0;
        try {
            for (; sent < DRIPS_UNTIL_SOON; sent++) {
                client.send("x");
                boolean _ = never.await(DRIP_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (SocketException _) {
            return sent;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return sent;
    }

    @Test
    void hugeHeadersAreRefused() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            String answer = client.send("GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(SHORT.headBytes()))
                    .readAll();

            assertThat(answer).startsWith("HTTP/1.1 431 ").contains("Connection: close\r\n");
        }
        assertServing();
    }

    @Test
    void plainHttpIsAnsweredWithAnError() throws IOException {
        try (RawClient client = RawClient.withoutTls(port.localPort())) {
            assertThat(client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").readAll())
                    .isEqualTo("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
        }
        assertServing();
    }

    @Test
    void invalidBytesAreClosed() throws IOException {
        try (RawClient client = RawClient.withoutTls(port.localPort())) {
            client.send("\u0016\u0003\u0001\u0000\u0010" + "\u0007".repeat(16)).readAll();
        }
        try (RawClient client = RawClient.withoutTls(port.localPort())) {
            client.send("\u0000\u0001\u0002").readAll();
        }
        assertServing();
    }

    @Test
    void aConnectionWithoutAResponseIsClosedAtTheLimit() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertThat(client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n").readAll())
                    .isEmpty();
        }
        assertServing();
    }

    @Test
    void anIdleConnectionIsClosedAtTheLimit() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertThat(client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").readAll())
                    .endsWith("ok");
        }
    }

    @Test
    void aThousandIdleConnectionsDoNotBlockOtherClients() throws Exception {
        List<RawClient> idlers = new ArrayList<>();
        try {
            for (int i = 0; i < IDLERS; i++) {
                idlers.add(RawClient.withoutTls(port.localPort()));
                if (i % 100 == 99) {
                    assertServing();
                }
                assertThat(port.connections()).isLessThanOrEqualTo(100);
            }
            assertAllClosed(idlers);
        } finally {
            for (RawClient idler : idlers) {
                idler.close();
            }
        }
        assertServing();
    }

    private static void assertAllClosed(List<RawClient> idlers) throws Exception {
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> responses = new ArrayList<>();
            idlers.forEach(idler -> responses.add(readers.submit(idler::readAll)));
            for (Future<String> each : responses) {
                assertThat(each.get(30, TimeUnit.SECONDS)).isEmpty();
            }
        }
    }
}

package dev.vspherecloud.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.serving.health.HealthPage;
import dev.vspherecloud.serving.health.HealthSlis;
import java.io.IOException;
import java.time.Duration;
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

/// Tests that the server enforces its limits on clients and goes on serving. A test moves the time of the
/// server, so a connection is closed because of a limit, and never because the machine is busy.
class ServerLimitsIT {
    private static final ServerLimits LIMITS = ServerLimits.DEFAULTS;
    private static final int IDLERS = 1000;

    /// Longer than each of [#LIMITS].
    private static final Duration LONG = Duration.ofMinutes(2);

    private final SetTime time = new SetTime();
    private final CountDownLatch never = new CountDownLatch(1);
    private final HttpServer port = Ports.open(
            time,
            Map.of(
                    "/healthz",
                    new HealthPage("healthz", List::of, new HealthSlis()),
                    "/page",
                    _ -> Response.text("ok"),
                    "/slow",
                    this::slow));

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
        port.close();
    }

    private void assertServing() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertThat(client.send("GET /healthz HTTP/1.0\r\n\r\n").readAll()).endsWith("ok");
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
                        500,
                        8_192,
                        100,
                        4_096,
                        8,
                        50,
                        100));
    }

    @Test
    void anIncompleteHandshakeIsClosedAtTheDefaultLimit() throws IOException {
        try (RawClient client = RawClient.withoutTls(port.localPort())) {
            client.send("\u0016");
            await().until(() -> port.connections() == 1);

            time.pass(LIMITS.times().handshake().minusNanos(1));
            time.awaitComparison();
            assertThat(port.connections()).isEqualTo(1);
            time.pass(Duration.ofNanos(1));

            assertThat(client.readAll()).isEmpty();
        }
    }

    private void assertClosed(RawClient client, String incomplete) throws Exception {
        client.send(incomplete);

        assertThat(readAllWhileTimePasses(client)).isEmpty();
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

    /// Reads to the end, which proves that the server has closed the connection.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "G",
                "GET /healthz HTTP/1.1\r\nHost: x\r\n",
                "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n123"
            })
    void anIncompleteRequestIsClosedAtTheLimit(String incomplete) throws Exception {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertClosed(client, incomplete);
        }
        assertServing();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0016", "\u0016\u0003\u0001\u0002\u0000\u0001"})
    void anIncompleteHandshakeIsClosedAtTheLimit(String incomplete) throws Exception {
        try (RawClient client = RawClient.withoutTls(port.localPort())) {
            assertClosed(client, incomplete);
        }
        assertServing();
    }

    /// Sends each byte in time, but never the whole request: the deadline is for the request.
    @Test
    void anEndlessRequestIsClosedAtTheLimit() throws IOException {
        Duration pause = LIMITS.times().head().dividedBy(8);
        try (RawClient client = RawClient.at(port.localPort())) {
            client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n");

            // More if the server began to count late. If each byte began a new deadline, this would never end.
            assertThat(sentUntilClosed(client, pause)).isGreaterThanOrEqualTo(8);
        }
        assertServing();
    }

    private int sentUntilClosed(RawClient client, Duration pause) throws IOException {
        int sent = 0;
        while (port.connections() > 0) {
            client.send("x");
            sent++;
            time.pass(pause);
            time.awaitComparison();
        }
        return sent;
    }

    @Test
    void aConnectionEndsAfterItsLastRequest() throws IOException {
        String request = "GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n";
        try (RawClient client = RawClient.at(port.localPort())) {
            String answers = client.send(request.repeat(LIMITS.requests())).readAll();

            assertThat(answers.split("HTTP/1.1 404 ", -1)).hasSize(1 + LIMITS.requests());
            assertThat(answers).containsOnlyOnce("Connection: close\r\n");
        }
    }

    @Test
    void manyPagesAtOnceAreRefused() throws IOException {
        int refused = 0;
        for (int n = 0; n <= 2 * LIMITS.pagesPerSecond(); n++) {
            try (RawClient client = RawClient.at(port.localPort())) {
                refused += client.send("GET /page HTTP/1.0\r\n\r\n").readAll().startsWith("HTTP/1.1 429 ") ? 1 : 0;
            }
        }

        assertThat(refused).isEqualTo(1);
        assertServing();
    }

    /// A request beyond the rate closes no page that others wait for.
    @Test
    void aRefusedPageClosesNoOther() throws IOException {
        List<RawClient> waiting = new ArrayList<>();
        try {
            for (int n = 0; n < 2 * LIMITS.pagesPerSecond(); n++) {
                waiting.add(RawClient.at(port.localPort()).send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"));
            }
            await().until(() -> port.connections() == LIMITS.pages());
            for (int n = 0; n < 2 * LIMITS.pages(); n++) {
                try (RawClient client = RawClient.at(port.localPort())) {
                    assertThat(client.send("GET /page HTTP/1.0\r\n\r\n").readAll())
                            .startsWith("HTTP/1.1 429 ");
                }
            }
            await().until(() -> port.connections() == LIMITS.pages());
        } finally {
            for (RawClient client : waiting) {
                client.close();
            }
        }
    }

    @Test
    void hugeHeadersAreRefused() throws IOException {
        try (RawClient client = RawClient.at(port.localPort())) {
            String answer = client.send("GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(LIMITS.headBytes()))
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
    void aConnectionWithoutAResponseIsClosedAtTheLimit() throws Exception {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertClosed(client, "GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
        }
        assertServing();
    }

    @Test
    void anIdleConnectionIsClosedAtTheLimit() throws Exception {
        try (RawClient client = RawClient.at(port.localPort())) {
            assertThat(client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").readResponse())
                    .endsWith("ok");

            assertThat(readAllWhileTimePasses(client)).isEmpty();
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
                assertThat(port.connections()).isLessThanOrEqualTo(LIMITS.connections());
            }
            assertAllClosed(idlers);
        } finally {
            for (RawClient idler : idlers) {
                idler.close();
            }
        }
        assertServing();
    }

    /// Clients that wait for a slow page, or do not read it, keep neither a probe nor each other out.
    @Test
    void aThousandWaitingClientsDoNotBlockOtherClients() throws Exception {
        List<RawClient> waiting = new ArrayList<>();
        try {
            for (int i = 0; i < IDLERS; i++) {
                time.pass(Duration.ofSeconds(1).dividedBy(LIMITS.pagesPerSecond()));
                waiting.add(RawClient.at(port.localPort()).send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"));
                if (i % 100 == 99) {
                    assertServing();
                }
                assertThat(port.connections()).isLessThanOrEqualTo(LIMITS.connections());
            }
            await().untilAsserted(() -> assertThat(port.connections()).isLessThanOrEqualTo(LIMITS.pages()));
        } finally {
            for (RawClient client : waiting) {
                client.close();
            }
        }
        assertServing();
    }

    private void assertAllClosed(List<RawClient> idlers) throws Exception {
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> responses = new ArrayList<>();
            idlers.forEach(idler -> responses.add(readers.submit(idler::readAll)));
            await().until(() -> {
                time.pass(LONG);
                return responses.stream().allMatch(Future::isDone);
            });
            for (Future<String> each : responses) {
                assertThat(each.get()).isEmpty();
            }
        }
    }
}

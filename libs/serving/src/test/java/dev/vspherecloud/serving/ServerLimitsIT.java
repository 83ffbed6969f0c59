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
    private final HttpsServer port = Ports.open(
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
    private void servesStill() throws IOException {
        long start = System.nanoTime();
        while (!isServing()) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(TIMEOUT);
        }
    }

    private boolean isServing() throws IOException {
        try (RawClient visitor = RawClient.at(port.nextNumber())) {
            assertThat(visitor.say("GET /healthz HTTP/1.0\r\n\r\n").hear()).endsWith("ok");
            return true;
        } catch (SSLHandshakeException e) {
            return false;
        }
    }

    /// If you change one of these limits, you change what clients can rely on, or how much load they can cause.
    @Test
    void theLimitsOfTheProgramAreThese() {
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
    void halfAHandshakeIsEndedAtTheLimitOfTheProgram() throws IOException {
        try (HttpsServer usual = Ports.open(
                        Ports.IN_MEMORY,
                        ServerLimits.DEFAULTS,
                        Ports.OPEN,
                        Map.of("/healthz", _ -> Response.text("ok")));
                RawClient visitor = RawClient.knocking(usual.nextNumber())) {
            long start = System.nanoTime();

            assertThat(visitor.say("\u0016").hear()).isEmpty();

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isBetween(Duration.ofMillis(9_500), Duration.ofSeconds(15));
        }
    }

    private static void isEndedSoon(RawClient visitor, String half) throws IOException {
        long start = System.nanoTime();

        assertThat(visitor.say(half).hear()).isEmpty();

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
    void halfARequestIsEndedAtTheLimit(String half) throws IOException {
        try (RawClient visitor = RawClient.at(port.nextNumber())) {
            isEndedSoon(visitor, half);
        }
        servesStill();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0016", "\u0016\u0003\u0001\u0002\u0000\u0001"})
    void halfAHandshakeIsEndedAtTheLimit(String half) throws IOException {
        try (RawClient visitor = RawClient.knocking(port.nextNumber())) {
            isEndedSoon(visitor, half);
        }
        servesStill();
    }

    /// Sends each byte in time, but never the whole request: the deadline is for the request.
    @Test
    void aRequestThatNeverEndsIsEndedAtTheLimit() throws IOException {
        try (RawClient visitor = RawClient.at(port.nextNumber())) {
            visitor.say("GET /healthz HTTP/1.1\r\nHost: x\r\n");

            assertThat(drips(visitor)).isLessThan(DRIPS_UNTIL_SOON);
        }
        servesStill();
    }

    private int drips(RawClient visitor) throws IOException {
        int sent = 0;
        try {
            for (; sent < DRIPS_UNTIL_SOON; sent++) {
                visitor.say("x");
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
        try (RawClient visitor = RawClient.at(port.nextNumber())) {
            String answer = visitor.say("GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(SHORT.headBytes()))
                    .hear();

            assertThat(answer).startsWith("HTTP/1.1 431 ").contains("Connection: close\r\n");
        }
        servesStill();
    }

    @Test
    void plainHttpIsToldSo() throws IOException {
        try (RawClient visitor = RawClient.knocking(port.nextNumber())) {
            assertThat(visitor.say("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").hear())
                    .isEqualTo("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n");
        }
        servesStill();
    }

    @Test
    void noiseIsEnded() throws IOException {
        try (RawClient visitor = RawClient.knocking(port.nextNumber())) {
            visitor.say("\u0016\u0003\u0001\u0000\u0010" + "\u0007".repeat(16)).hear();
        }
        try (RawClient visitor = RawClient.knocking(port.nextNumber())) {
            visitor.say("\u0000\u0001\u0002").hear();
        }
        servesStill();
    }

    @Test
    void whoeverWaitsForAnAnswerThatDoesNotComeIsLetGo() throws IOException {
        try (RawClient visitor = RawClient.at(port.nextNumber())) {
            assertThat(visitor.say("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n").hear())
                    .isEmpty();
        }
        servesStill();
    }

    @Test
    void whoeverHasHadAnAnswerAndAsksNoMoreIsEnded() throws IOException {
        try (RawClient visitor = RawClient.at(port.nextNumber())) {
            assertThat(visitor.say("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").hear())
                    .endsWith("ok");
        }
    }

    @Test
    void aThousandIdleConnectionsShutNobodyOut() throws Exception {
        List<RawClient> idlers = new ArrayList<>();
        try {
            for (int i = 0; i < IDLERS; i++) {
                idlers.add(RawClient.knocking(port.nextNumber()));
                if (i % 100 == 99) {
                    servesStill();
                }
                assertThat(port.connections()).isLessThanOrEqualTo(100);
            }
            allAreEnded(idlers);
        } finally {
            for (RawClient idler : idlers) {
                idler.close();
            }
        }
        servesStill();
    }

    private static void allAreEnded(List<RawClient> idlers) throws Exception {
        try (ExecutorService ears = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> heard = new ArrayList<>();
            idlers.forEach(idler -> heard.add(ears.submit(idler::hear)));
            for (Future<String> each : heard) {
                assertThat(each.get(30, TimeUnit.SECONDS)).isEmpty();
            }
        }
    }
}

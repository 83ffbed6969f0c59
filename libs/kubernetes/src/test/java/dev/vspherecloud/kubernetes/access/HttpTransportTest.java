package dev.vspherecloud.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.ApiTransport;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.testkit.time.Stopwatch;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.Workers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Tests the transport against a server on loopback that responds, or does not.
class HttpTransportTest {
    private static final ApiCall WATCH = ApiCall.get("/api/v1/nodes?watch=true");
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private final Workers workers = new Workers("scripted-api-server");
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private final List<List<String>> heads = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch left = new CountDownLatch(1);
    private final ApiClient http = ApiClient.of(Access.anonymous("http://127.0.0.1"));
    private Answer answer = connection -> send(connection, Response.of(200, "application/json", Content.of("{}")));
    private final LoopbackListener listener = LoopbackListener.open(workers, Optional.empty(), connection -> {
        connections.incrementAndGet();
        serve(connection);
    });

    /// What the server does with a connection on which a request came.
    private interface Answer {
        void on(Connection connection) throws IOException;
    }

    @AfterEach
    void close() {
        http.close();
        listener.close();
        workers.close();
    }

    @Test
    void checksLeadershipAfterReadingTheFilesOfTheAccess() {
        var leads = new AtomicBoolean(true);
        ApiTransport fenced = transport(_ -> {
                    leads.set(false);
                    return http;
                })
                .withWriteFence(leads::get);

        assertThatThrownBy(() -> fenced.send(ApiCall.mergePatch("/api/v1/nodes/w-1", "{}"), DEADLINE))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_LEADING));
        assertThat(targets).isEmpty();
    }

    /// The clients are created by an exec plugin that takes a minute. The clock passes only there.
    @Test
    void theTimeForCredentialsBelongsToTheDeadline() {
        var now = new AtomicLong();
        var asked = new AtomicReference<Duration>();
        var slow = new HttpTransport(
                "http://127.0.0.1:" + port(),
                "test-agent",
                atMost -> {
                    asked.set(atMost);
                    now.addAndGet(Duration.ofMinutes(1).toNanos());
                    return http;
                },
                now::get);
        answer = _ -> awaitQuietly(left);

        assertThatThrownBy(() -> slow.send(WATCH, DEADLINE))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
        assertThat(asked).hasValue(DEADLINE);
        left.countDown();
    }

    @Test
    void aWatchWithoutAResponseIsCancelledAtItsDeadline() {
        answer = connection -> {
            if (connection.input().read() < 0) {
                left.countDown();
            }
        };

        assertThatThrownBy(() -> transport(_ -> http).open(WATCH, Duration.ofMillis(200)))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
        assertThat(targets).hasSize(1);
        await().until(() -> left.getCount() == 0);
    }

    @Test
    void aWatchWithAResponseOutlivesItsDeadline() throws InterruptedException {
        var deadlineIsOver = new CountDownLatch(1);
        answer = connection -> {
            connection
                    .output()
                    .write("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            connection.output().flush();
            awaitQuietly(deadlineIsOver);
            connection.output().write("{}\n".getBytes(StandardCharsets.US_ASCII));
            connection.output().flush();
        };
        Duration deadline = Duration.ofSeconds(3);
        Stopwatch stopwatch = Stopwatch.start();

        try (ApiStream stream = transport(_ -> http).open(WATCH, deadline)) {
            stopwatch.await(deadline.plusMillis(500));
            deadlineIsOver.countDown();

            assertThat(stream.nextLine(DEADLINE))
                    .hasValueSatisfying(line -> assertThat(line).hasSize(2));
        }
    }

    @Test
    void anIncompleteResponseIsCancelledAtItsDeadline() {
        answer = connection -> {
            begin(connection, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{");
            if (connection.input().read() < 0) {
                left.countDown();
            }
        };

        assertThatThrownBy(() -> transport(_ -> http).send(WATCH, Duration.ofMillis(300)))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
        await().until(() -> left.getCount() == 0);
    }

    @Test
    void aBodyThatIsTooLargeIsAFailureThatNamesItsFirstObject() {
        answer = connection -> {
            begin(
                    connection,
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
                            + "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[{\"metadata\":{\"name\":\"w-1\",");
            endlessly(connection);
        };

        assertThatThrownBy(() -> transport(_ -> http).send(WATCH, DEADLINE))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE))
                .hasMessageContaining("its first object is \"w-1\"");
        await().until(() -> left.getCount() == 0);
    }

    @Test
    void onlyTheBeginningOfALongRefusalIsRead() throws InterruptedException {
        answer = connection -> {
            begin(connection, "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\n\r\nno\n");
            endlessly(connection);
        };

        assertThat(transport(_ -> http).send(WATCH, DEADLINE)).satisfies(refusal -> {
            assertThat(refusal.status()).isEqualTo(403);
            assertThat(refusal.message()).isEqualTo("no");
            assertThat(refusal.body().bytes()).hasSize(HttpTransport.MAX_REFUSAL);
        });
        await().until(() -> left.getCount() == 0);
    }

    /// Writes until the client closes the connection, which ends in an [IOException].
    private static void endlessly(Connection connection) throws IOException {
        byte[] piece = new byte[1 << 16];
        while (true) {
            connection.output().write(piece);
            connection.output().flush();
        }
    }

    @Test
    void closingAWatchEndsItsReaderAndItsConnection() throws InterruptedException {
        answer = connection -> {
            begin(connection, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{}\n");
            if (connection.input().read() < 0) {
                left.countDown();
            }
        };
        ApiStream stream = transport(_ -> http).open(WATCH, DEADLINE);
        assertThat(stream.nextLine(DEADLINE)).isPresent();
        Thread closer = Thread.ofVirtual().unstarted(stream::close);

        assertThatThrownBy(() -> {
                    closer.start();
                    stream.nextLine(Duration.ofMinutes(5));
                })
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE));
        await().until(() -> left.getCount() == 0);
    }

    @Test
    void aConnectionIsReusedAfterACompleteResponse() throws InterruptedException {
        answer = connection -> {
            send(connection, Response.of(200, "application/json", Content.of("{}")));
            serve(connection);
        };
        ApiTransport transport = transport(_ -> http);

        for (int i = 0; i < 3; i++) {
            assertThat(transport.send(WATCH, DEADLINE).status()).isEqualTo(200);
        }
        assertThat(connections).hasValue(1);
    }

    @Test
    void redirectsAreNotFollowed() throws InterruptedException {
        answer = connection -> begin(
                connection,
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: http://127.0.0.1:%d/there\r\nContent-Length: 0\r\n\r\n"
                        .formatted(port()));

        assertThat(transport(_ -> http).send(WATCH, DEADLINE).status()).isEqualTo(307);
        assertThat(targets).hasSize(1);
    }

    @Test
    void aRequestHasItsUserAgentCredentialsAndImpersonation() throws InterruptedException {
        var as = new Impersonation("jane", "42", List.of("a", "b"), Map.of("Re/ason", List.of("x")));
        var access = new Access(
                "http://127.0.0.1",
                Access.ApiTrust.JVM_DEFAULT,
                new Access.ApiIdentity(
                        Optional.empty(), new RequestIdentity.UserAndPassword("admin", "test-password"), as),
                Optional.empty());
        try (var identified = new ClosingClient(ApiClient.of(access))) {
            transport(_ -> identified.client()).send(ApiCall.post("/api/v1/events", "{}"), DEADLINE);
        }

        assertThat(heads.getFirst())
                .contains(
                        "user-agent: test-agent",
                        "accept: application/json",
                        "content-type: application/json",
                        "authorization: Basic YWRtaW46dGVzdC1wYXNzd29yZA==",
                        "impersonate-user: jane",
                        "impersonate-uid: 42",
                        "impersonate-group: a",
                        "impersonate-group: b",
                        "impersonate-extra-re%2fason: x");
    }

    private record ClosingClient(ApiClient client) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
        }
    }

    private int port() {
        return listener.port();
    }

    private static void begin(Connection connection, String text) throws IOException {
        connection.output().write(text.getBytes(StandardCharsets.US_ASCII));
        connection.output().flush();
    }

    private HttpTransport transport(HttpClients clients) {
        return new HttpTransport("http://127.0.0.1:" + listener.port(), "test-agent", clients, System::nanoTime);
    }

    private void serve(Connection connection) {
        try {
            Optional<Request> request = Request.readFrom(connection.input(), connection.output());
            if (request.isPresent()) {
                targets.add(request.get().head().target());
                heads.add(request.get().head().headers().stream()
                        .map(each -> each.name().toLowerCase(Locale.ROOT) + ": " + each.value())
                        .toList());
                answer.on(connection);
            }
        } catch (IOException e) {
            left.countDown();
        }
    }

    private static void send(Connection connection, Response response) throws IOException {
        response.writeTo(connection.output());
        connection.output().flush();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.testkit.wire.Connection;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.LoopbackListener;
import dev.vspherecloud.testkit.wire.Request;
import dev.vspherecloud.testkit.wire.Response;
import dev.vspherecloud.testkit.wire.Workers;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The transport in front of a server on loopback that answers, or does not.
class FabricTransportTest {
    private static final ApiCall WATCH = ApiCall.get("/api/v1/nodes?watch=true");
    private static final Duration DEADLINE = Duration.ofSeconds(15);

    private final Workers workers = new Workers("scripted-api-server");
    private final List<String> targets = new CopyOnWriteArrayList<>();
    private final CountDownLatch left = new CountDownLatch(1);
    private final HttpClient http =
            new JdkHttpClientFactory().newBuilder(Config.empty()).build();
    private Answer answer = connection -> send(connection, Response.of(200, "application/json", Content.of("{}")));
    private final LoopbackListener listener = LoopbackListener.open(workers, Optional.empty(), this::serve);

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
    void leadershipIsCheckedAfterTheFilesOfTheAccessWereRead() {
        var leads = new AtomicBoolean(true);
        ApiTransport fenced = transport(() -> {
                    leads.set(false);
                    return http;
                })
                .writingOnlyWhile(leads::get);

        assertThatThrownBy(() -> fenced.send(ApiCall.mergePatch("/api/v1/nodes/w-1", "{}"), DEADLINE))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_LEADING));
        assertThat(targets).isEmpty();
    }

    @Test
    void aWatchWhoseAnswerNeverBeginsIsCancelledAtItsDeadline() {
        answer = connection -> {
            if (connection.input().read() < 0) {
                left.countDown();
            }
        };

        assertThatThrownBy(() -> transport(() -> http).open(WATCH, Duration.ofMillis(200)))
                .isInstanceOfSatisfying(
                        KubeException.class, e -> assertThat(e.kind()).isEqualTo(Kind.TIMEOUT));
        assertThat(targets).hasSize(1);
        await().atMost(Duration.ofSeconds(10)).until(() -> left.getCount() == 0);
    }

    @Test
    void aWatchThatHasBegunOutlivesTheDeadlineOfItsBeginning() throws InterruptedException {
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
        long begin = System.nanoTime();

        try (ApiStream stream = transport(() -> http).open(WATCH, deadline)) {
            await().until(() ->
                    System.nanoTime() - begin > deadline.plusMillis(500).toNanos());
            deadlineIsOver.countDown();

            assertThat(stream.nextLine(DEADLINE))
                    .hasValueSatisfying(line -> assertThat(line).hasSize(2));
        }
    }

    private FabricTransport transport(HttpClients clients) {
        return new FabricTransport("http://127.0.0.1:" + listener.port(), clients, Ticker.system());
    }

    private void serve(Connection connection) {
        try {
            Optional<Request> request = Request.readFrom(connection.input(), connection.output());
            if (request.isPresent()) {
                targets.add(request.get().head().target());
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

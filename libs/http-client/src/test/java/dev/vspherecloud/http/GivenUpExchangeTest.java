package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.http.HttpException.Kind;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that a canceled exchange ends at once in every phase, and does not break another exchange.
class GivenUpExchangeTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final String KEPT = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";
    private static final String KEPT_EMPTY = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final String KEPT_CHUNKED =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n0\r\n\r\n";

    @ParameterizedTest
    @ValueSource(strings = {KEPT, KEPT_EMPTY, KEPT_CHUNKED})
    void theNextExchangeOnItsConnectionIsAnswered(String answer) throws Exception {
        var nextReceived = new CountDownLatch(1);
        var mayAnswer = new CountDownLatch(1);
        Reply both = (connection, out) -> {
            write(out, answer);
            readHead(connection);
            nextReceived.countDown();
            mayAnswer.await();
            write(out, Links.OK);
        };
        try (var server = ScriptedServer.start(_ -> both)) {
            var client = new CompletableFuture<LateClient>();
            try (var link = late(server, client)) {
                var late = new CompletableFuture<Kind>();
                Thread first = Thread.ofVirtual().start(() -> late.complete(failure(link, "/late")));
                client.get().awaitRead();
                var next = new CompletableFuture<String>();
                Thread.ofVirtual().start(() -> next.complete(login(link)));
                assertThat(nextReceived.await(2, TimeUnit.MINUTES)).isTrue();

                first.interrupt();
                assertThat(late.get(2, TimeUnit.MINUTES)).isEqualTo(Kind.CANCELED);
                mayAnswer.countDown();

                assertThat(next.get(2, TimeUnit.MINUTES)).isEqualTo("200");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nOK",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n"
            })
    void itsConnectionIsClosedIfTheAnswerIsIncomplete(String begun) throws Exception {
        var isBegun = new CountDownLatch(1);
        var ended = new CompletableFuture<String>();
        Reply unfinished = (connection, out) -> {
            write(out, begun);
            isBegun.countDown();
            ended.complete(readEnd(connection));
        };
        try (var server = ScriptedServer.start(_ -> unfinished);
                var link = Links.to(server, new TlsTrust.Insecure())) {
            var outcome = new CompletableFuture<Kind>();
            Thread caller = Thread.ofVirtual().start(() -> outcome.complete(failure(link, "/")));
            isBegun.await();

            caller.interrupt();

            assertThat(outcome.get(2, TimeUnit.MINUTES)).isEqualTo(Kind.CANCELED);
            assertThat(ended.get(2, TimeUnit.MINUTES)).isEqualTo("closed");
        }
    }

    @Test
    void itsConnectionIsClosedWhenTheAnswerIsTooLarge() throws Exception {
        var ended = new CompletableFuture<String>();
        Reply tooLarge = (connection, out) -> {
            try {
                write(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + "x".repeat(200_000));
            } catch (IOException _) {
                ended.complete("closed"); // The client closed the connection before it had read all of this.
                return;
            }
            ended.complete(readEnd(connection));
        };
        try (var server = ScriptedServer.start(_ -> tooLarge);
                var link = Links.to(server, new TlsTrust.Insecure())) {
            assertThat(failure(link, "/")).isEqualTo(Kind.TOO_LARGE);
            assertThat(ended.get(2, TimeUnit.MINUTES)).isEqualTo("closed");
        }
    }

    private static HttpsClient late(ScriptedServer server, CompletableFuture<LateClient> made) {
        var endpoint = new HttpEndpoint(server.address(), server.port(), new TlsTrust.Insecure(), Optional.empty());
        var limits = new HttpsClient.Limits(LONG, 100);
        return new HttpsClient(endpoint, limits, "test/1", _ -> {}, threads -> {
            var client = new LateClient(client(endpoint, threads));
            made.complete(client);
            return client;
        });
    }

    private static HttpClient client(HttpEndpoint endpoint, ExecutorService threads) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .executor(threads)
                .sslContext(TrustManagers.sslContext(endpoint.trust(), endpoint.host()))
                .build();
    }

    private static Kind failure(HttpsClient link, String path) {
        try {
            throw new AssertionError("answered: " + get(link, path).describe());
        } catch (HttpException e) {
            return e.kind();
        }
    }

    /// Uses POST, since the JDK would send a GET a second time.
    private static String login(HttpsClient link) {
        var post = link.request("/login").POST(BodyPublishers.noBody()).build();
        try {
            return String.valueOf(link.exchangeUninterruptibly(post, link.newBudget(LONG, Links.heap()), LONG)
                    .status());
        } catch (HttpException e) {
            return e.problem();
        }
    }

    private static HttpResult get(HttpsClient link, String path) throws HttpException {
        return link.exchange(link.request(path).GET().build(), link.newBudget(LONG, Links.heap()), LONG);
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static void readHead(Socket connection) throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = connection.getInputStream().read();
            if (next < 0) {
                throw new IOException("no request");
            }
            head.append((char) next);
        }
    }

    private static String readEnd(Socket connection) {
        try {
            return connection.getInputStream().read() < 0 ? "closed" : "another request";
        } catch (IOException _) {
            return "closed";
        }
    }
}

package dev.vspherecloud.ccm.application.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.serving.auth.AccessReviews.Verdict;
import dev.vspherecloud.serving.auth.ClusterAuthenticationConfig;
import dev.vspherecloud.serving.auth.RequestHeaderSettings;
import dev.vspherecloud.serving.auth.ReviewResult;
import dev.vspherecloud.serving.auth.User;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterReviewsTest {
    private static final User ANNA =
            new User("anna", "1", List.of("dev", "ops"), Map.of("acme.io/scopes", List.of("read", "write")));

    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private HttpServer server;
    private KubeConnection connection;

    private record Answer(int status, String body) {}

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
                Answer answer = answers.remove();
                byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(answer.status(), body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        Path kubeconfig = Files.writeString(
                folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters:
                - {name: c, cluster: {server: "http://127.0.0.1:%d"}}
                contexts:
                - {name: c, context: {cluster: c}}
                current-context: c
                """.formatted(server.getAddress().getPort()));
        connection = KubeConnection.open("test", kubeconfig.toString(), "");
    }

    @AfterEach
    void close() {
        connection.close();
        server.stop(0);
    }

    @Test
    void aTokenReviewReturnsTheUser() throws InterruptedException {
        answers(201, """
                {"status":{"authenticated":true,"user":{"username":"anna","uid":"1","groups":["dev","ops"],
                "extra":{"acme.io/scopes":["read","write"]}}}}""");
        answers(201, "{\"status\":{\"authenticated\":false}}");
        var tokens = ClusterReviews.tokens(connection);

        assertThat(tokens.review("abc")).isEqualTo(new ReviewResult.Answered<>(Optional.of(ANNA)));
        assertThat(tokens.review("abc")).isEqualTo(new ReviewResult.Answered<>(Optional.empty()));
    }

    @Test
    void anAccessReviewSendsTheUserAndReturnsTheVerdict() throws InterruptedException {
        answers(201, "{\"status\":{\"allowed\":true,\"reason\":\"by a ClusterRole\"}}");
        answers(201, "{\"status\":{\"allowed\":false,\"reason\":\"not on Fridays\"}}");
        var access = ClusterReviews.access(connection);

        assertThat(access.review(ANNA, "get", "/metrics"))
                .isEqualTo(new ReviewResult.Answered<>(new Verdict.Allowed()));
        assertThat(access.review(ANNA, "get", "/metrics"))
                .isEqualTo(new ReviewResult.Answered<>(new Verdict.Denied("not on Fridays")));
        assertThat(requests)
                .allMatch(body -> body.contains("\"user\":\"anna\",\"uid\":\"1\",\"groups\":[\"dev\",\"ops\"],"
                        + "\"extra\":{\"acme.io/scopes\":[\"read\",\"write\"]}"));
    }

    @Test
    void theAuthenticationConfigIsReadFromTheConfigMap() throws InterruptedException {
        answers(200, """
                {"data":{"client-ca-file":"PEM 1","requestheader-client-ca-file":"PEM 2",
                "requestheader-allowed-names":"[\\"proxy\\"]","requestheader-username-headers":"[\\"X-User\\"]",
                "requestheader-uid-headers":"[\\"X-Uid\\"]","requestheader-group-headers":"[\\"X-Group\\"]",
                "requestheader-extra-headers-prefix":"[\\"X-Extra-\\"]"}}""");
        answers(404, "");
        var authentication = ClusterReviews.authentication(connection);

        assertThat(authentication.read())
                .isEqualTo(new ReviewResult.Answered<>(new ClusterAuthenticationConfig(
                        Optional.of("PEM 1"),
                        Optional.of("PEM 2"),
                        new RequestHeaderSettings(
                                Optional.empty(),
                                List.of("proxy"),
                                List.of("X-User"),
                                List.of("X-Uid"),
                                List.of("X-Group"),
                                List.of("X-Extra-")))));
        assertThat(authentication.read()).isEqualTo(new ReviewResult.Answered<>(ClusterAuthenticationConfig.NONE));
    }

    @Test
    void aMissingRightDiffersFromOtherFailures() throws InterruptedException {
        answers(403, "{\"message\":\"tokenreviews is forbidden\"}");
        answers(500, "sorry");
        var tokens = ClusterReviews.tokens(connection);

        assertThat(tokens.review("s3cret")).isInstanceOfSatisfying(ReviewResult.None.class, none -> {
            assertThat(none.missingRight()).isTrue();
            assertThat(none.why()).contains("tokenreviews is forbidden").doesNotContain("s3cret");
        });
        assertThat(tokens.review("s3cret"))
                .isInstanceOfSatisfying(ReviewResult.None.class, none -> assertThat(none.missingRight())
                        .isFalse());
    }

    @Test
    void anInterruptedReviewThrows() {
        var tokens = ClusterReviews.tokens(connection);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> tokens.review("abc")).isInstanceOf(InterruptedException.class);
        } finally {
            boolean _ = Thread.interrupted();
        }
    }

    private void answers(int status, String body) {
        answers.add(new Answer(status, body));
    }
}

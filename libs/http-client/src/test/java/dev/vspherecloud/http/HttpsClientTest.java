package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.http.HttpException.Kind;
import dev.vspherecloud.testkit.proxy.ConnectProxy;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ScriptedServer.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpsClientTest {
    private static final TlsTrust TRUST = new TlsTrust.Insecure();
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofHours(1);

    /// Sends one request through a client.
    private interface Sending {
        HttpResult over(HttpsClient link) throws HttpException;
    }

    @Test
    void sendsItsUserAgentAndAcceptsGzip() throws Exception {
        byte[] packed = ScriptedServer.gzip("hello".repeat(100).getBytes(StandardCharsets.UTF_8));
        try (var server = ScriptedServer.start(_ -> ScriptedServer.http(200, "Content-Encoding: gzip\r\n", packed));
                var link = Links.to(server, TRUST)) {
            HttpResult answer = Links.get(link);

            assertThat(answer.open()).hasContent("hello".repeat(100));
            assertThat(server.requests()).singleElement().satisfies(request -> {
                assertThat(request.line()).isEqualTo("GET / HTTP/1.1");
                assertThat(request.header("user-agent")).isEqualTo("test/1");
                assertThat(request.header("accept-encoding")).isEqualTo("gzip");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 302, 401, 404, 500, 503})
    void everyStatusIsAnAnswer(int status) throws HttpException {
        try (var server = ScriptedServer.start(
                        _ -> ScriptedServer.http(status, "Location: https://elsewhere.invalid/\r\n", new byte[0]));
                var link = Links.to(server, TRUST)) {
            assertThat(Links.get(link).status()).isEqualTo(status);
        }
    }

    @Test
    void theDescriptionOfAnAnswerHidesItsBody() throws HttpException {
        var page = ScriptedServer.http(503, "Content-Type: text/html\r\n", new byte[] {'h', 'i'});
        try (var server = ScriptedServer.start(_ -> page);
                var link = Links.to(server, TRUST)) {
            HttpResult answer = Links.get(link);

            assertThat(answer.isWebPage()).isTrue();
            assertThat(answer.describe()).isEqualTo("HTTP 503, text/html, 2 bytes");
        }
    }

    @Test
    void acceptsNoMoreBytesThanAllowed() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.http(200, "", new byte[100_001]));
                var link = Links.to(server, TRUST)) {
            HttpException e = Links.failure(link);

            assertThat(e.kind()).isEqualTo(Kind.TOO_LARGE);
            assertThat(e).hasMessage("the response is larger than allowed");
        }
    }

    @Test
    void unpacksNoMoreBytesThanAllowed() throws HttpException {
        byte[] packed = ScriptedServer.gzip(new byte[100_001]);
        try (var server = ScriptedServer.start(_ -> ScriptedServer.http(200, "Content-Encoding: gzip\r\n", packed));
                var link = Links.to(server, TRUST)) {
            HttpResult answer = Links.get(link);

            assertThatExceptionOfType(ResponseTooLargeException.class)
                    .isThrownBy(() -> answer.open().readAllBytes())
                    .satisfies(e -> assertThat(ResponseTooLargeException.isCauseOf(new IllegalStateException(e)))
                            .isTrue());
        }
    }

    @Test
    void severalExchangesCanShareABudget() throws Exception {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.http(200, "", new byte[60_000]));
                var link = Links.to(server, TRUST)) {
            RequestBudget both = link.newBudget(LONG, Links.heap());
            assertThat(get(link, both, LONG).open().readAllBytes()).hasSize(60_000);
            HttpResult second = get(link, both, LONG);

            assertThatExceptionOfType(ResponseTooLargeException.class)
                    .isThrownBy(() -> second.open().readAllBytes());
        }
    }

    @Test
    void anExchangeEndsAtItsDeadline() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer());
                var link = Links.to(server, TRUST)) {
            HttpException e = failure(link, one -> get(one, one.newBudget(LONG, Links.heap()), SHORT));

            assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(e).hasMessage("no complete response within 0.3 s");
            assertThat(e.isBeforeConnection()).isFalse();
        }
    }

    @Test
    void anExchangeEndsWithItsBudgetIfThatIsBeforeItsDeadline() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer());
                var link = Links.to(server, TRUST)) {
            assertThat(failure(link, one -> get(one, one.newBudget(SHORT, Links.heap()), LONG))
                            .kind())
                    .isEqualTo(Kind.TIMEOUT);
        }
    }

    @Test
    void anUninterruptibleExchangeEndsAtItsDeadlineToo() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer());
                var link = Links.to(server, TRUST)) {
            HttpException e = failure(
                    link,
                    one -> one.exchangeUninterruptibly(
                            one.request("/").GET().build(), one.newBudget(LONG, Links.heap()), SHORT));

            assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
        }
    }

    @Test
    void anInterruptCancelsAnExchangeAndKeepsTheInterruptFlag() throws Exception {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer());
                var link = Links.to(server, TRUST)) {
            var outcome = new CompletableFuture<String>();
            Thread caller = Thread.ofVirtual().start(() -> {
                Kind kind = Links.failure(link).kind();
                outcome.complete(kind + (Thread.currentThread().isInterrupted() ? ", interrupted" : ""));
            });
            await().until(() -> !server.requests().isEmpty());

            caller.interrupt();

            assertThat(outcome.get(2, TimeUnit.MINUTES)).isEqualTo("CANCELED, interrupted");
        }
    }

    @Test
    void anInterruptedThreadSendsNothing() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer());
                var link = Links.to(server, TRUST)) {
            Thread.currentThread().interrupt();

            HttpException e = Links.failure(link);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(e).hasMessage("interrupted before it was sent");
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void anUninterruptibleExchangeWaitsDespiteAnInterrupt() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        Reply held = (_, out) -> {
            mayAnswer.await();
            out.write(Links.OK.getBytes(StandardCharsets.US_ASCII));
        };
        try (var server = ScriptedServer.start(_ -> held);
                var link = Links.to(server, TRUST)) {
            var outcome = new CompletableFuture<String>();
            Thread caller = Thread.ofVirtual().start(() -> outcome.complete(exchangeUninterruptibly(link)));
            await().until(() -> !server.requests().isEmpty());

            caller.interrupt();
            mayAnswer.countDown();

            assertThat(outcome.get(2, TimeUnit.MINUTES)).isEqualTo("200, interrupted");
        }
    }

    private static String exchangeUninterruptibly(HttpsClient link) {
        try {
            HttpResult answer = link.exchangeUninterruptibly(
                    link.request("/").GET().build(), link.newBudget(LONG, Links.heap()), LONG);
            return answer.status() + (Thread.currentThread().isInterrupted() ? ", interrupted" : "");
        } catch (HttpException e) {
            return e.problem();
        }
    }

    @Test
    void closingCancelsRunningExchangesAndRefusesLaterOnes() throws Exception {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.neverAnswer())) {
            var link = Links.to(server, TRUST);
            var outcome = new CompletableFuture<HttpException>();
            Thread.ofVirtual().start(() -> outcome.complete(Links.failure(link)));
            await().until(() -> !server.requests().isEmpty());

            link.close();

            assertThat(outcome.get(2, TimeUnit.MINUTES).kind()).isEqualTo(Kind.CANCELED);
            assertThat(Links.failure(link)).hasMessage("this client is closed");
        }
    }

    @Test
    void aRefusedConnectionFailsBeforeTheConnection() throws IOException {
        // Bound but not listening, so that no other process can take the port meanwhile.
        try (var reserved = new Socket()) {
            reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (var link = Links.to("127.0.0.1", reserved.getLocalPort(), TRUST)) {
                HttpException e = Links.failure(link);

                assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
                assertThat(e.problem()).startsWith("no connection");
                assertThat(e.isBeforeConnection()).isTrue();
            }
        }
    }

    @Test
    void aNameThatDoesNotResolveFailsBeforeTheConnection() {
        try (var link = Links.to("no-such-host.invalid", 443, TRUST)) {
            HttpException e = Links.failure(link);

            assertThat(e).hasMessage("the host name does not resolve");
            assertThat(e.isBeforeConnection()).isTrue();
        }
    }

    @Test
    void aBrokenConnectionFailsAfterTheConnection() {
        try (var server = ScriptedServer.start(_ -> (_, _) -> {});
                var link = Links.to(server, TRUST)) {
            HttpException e = Links.failure(link);

            assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(e.problem()).startsWith("the connection broke");
            assertThat(e.isBeforeConnection()).isFalse();
        }
    }

    @Test
    void aResponseThatIsNotHttpIsReported() {
        try (var server = ScriptedServer.start(_ -> ScriptedServer.raw("SSH-2.0-OpenSSH_9.2\r\n"));
                var link = Links.to(server, TRUST)) {
            HttpException e = Links.failure(link);

            assertThat(e.kind()).isEqualTo(Kind.PROTOCOL);
            assertThat(e.problem()).startsWith("the response is not HTTP");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "403,PROXY,the proxy refuses the connection to the server (HTTP 403)",
        "502,UNREACHABLE,the proxy cannot reach the server (HTTP 502)"
    })
    void aRefusalOfTheProxyIsNoAnswerOfTheServer(int status, Kind kind, String problem) {
        try (var proxy = ConnectProxy.start().refuse(status);
                var link = through(proxy, "server.example.com")) {
            HttpException e = Links.failure(link);

            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e).hasMessage(problem);
        }
    }

    @Test
    void anIpv6AddressBehindAProxyIsRefused() {
        try (var proxy = ConnectProxy.start();
                var link = through(proxy, "2001:db8::5")) {
            assertThat(Links.failure(link))
                    .hasMessage("nothing sent: a server behind a proxy needs a host name or an IPv4 address");
            assertThat(proxy.requests()).isEmpty();
        }
    }

    @Test
    void reportsTheExpiryOfTheCertificateOfTheServer() {
        List<Instant> ends = new ArrayList<>();
        try (var server = ScriptedServer.start(_ -> ScriptedServer.raw(Links.OK));
                var trusting = link(server, TRUST, ends);
                var strict = link(server, new TlsTrust.SystemRoots(), ends)) {
            Links.status(trusting);
            assertThat(Links.failure(strict).kind()).isEqualTo(Kind.TLS);
        }

        assertThat(ends).hasSize(2).containsOnly(ends.getFirst());
    }

    private static HttpsClient link(ScriptedServer server, TlsTrust trust, List<Instant> ends) {
        var endpoint = new HttpEndpoint(server.address(), server.port(), trust, Optional.empty());
        return new HttpsClient(endpoint, new HttpsClient.Limits(LONG, 100), "test/1", ends::add);
    }

    private static HttpsClient through(ConnectProxy proxy, String host) {
        var via = new HttpProxy("127.0.0.1", proxy.port(), Optional.empty());
        return Links.to(new HttpEndpoint(host, 443, TRUST, Optional.of(via)));
    }

    private static HttpResult get(HttpsClient link, RequestBudget requestBudget, Duration deadline)
            throws HttpException {
        return link.exchange(link.request("/").GET().build(), requestBudget, deadline);
    }

    private static HttpException failure(HttpsClient link, Sending sending) {
        return Optional.ofNullable(catchThrowableOfType(HttpException.class, () -> sending.over(link)))
                .orElseThrow(() -> new AssertionError("no failure"));
    }
}

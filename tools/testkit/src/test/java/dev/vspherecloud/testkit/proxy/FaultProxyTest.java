package dev.vspherecloud.testkit.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.testkit.time.Stopwatch;
import dev.vspherecloud.testkit.wire.Content;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FaultProxyTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final BackendServer server;
    private final FaultProxy proxy;
    private final HttpClient client;

    FaultProxyTest() throws IOException {
        server = BackendServer.start();
        proxy = FaultProxy.inFrontOf(server.uri()).start();
        client = HttpClient.newBuilder()
                .sslContext(proxy.identity().clientContext())
                .build();
    }

    @BeforeEach
    void hello() {
        server.answering("/hello", "hello, client");
        server.answering("/sdk", "<answer/>");
    }

    @AfterEach
    void stop() {
        client.shutdownNow();
        proxy.close();
        server.close();
    }

    @Test
    void passesCallsOverTlsAndCountsThem() throws Exception {
        assertThat(get("/hello").body()).isEqualTo("hello, client");
        assertThat(post("/sdk", soap("<Login xmlns='urn:vim25'/>")).body()).isEqualTo("<answer/>");

        assertThat(proxy.calls().all().names()).containsExactly("GET /hello", "Login");
        assertThat(proxy.calls().soapRequests()).containsExactly(soap("<Login xmlns='urn:vim25'/>"));
        assertThat(server.seen().getLast().body().text()).isEqualTo(soap("<Login xmlns='urn:vim25'/>"));
    }

    @Test
    void callsListenersAlsoForCallsWithAFault() throws Exception {
        var received = new CopyOnWriteArrayList<String>();
        proxy.listen((name, request) -> received.add(name + " " + request.path()));
        proxy.add(Rule.onAny().then(Fault.answer(503, "text/plain", "later")));

        get("/hello");
        proxy.clearRules();
        get("/hello");

        assertThat(received).containsExactly("GET /hello /hello", "GET /hello /hello");
    }

    @Test
    void neverSpeaksHttp2() throws Exception {
        assertThat(get("/hello").version()).isEqualTo(HttpClient.Version.HTTP_1_1);
    }

    @Test
    void forwardsToATlsServer() throws Exception {
        try (var front = FaultProxy.inFrontOf(proxy.uri()).plain().start()) {
            assertThat(send(front.uri().resolve("/hello")).body()).isEqualTo("hello, client");
        }
    }

    @Test
    void keepsConnections() throws Exception {
        get("/hello");
        get("/hello");
        get("/hello");

        assertThat(proxy.connectionCount()).isEqualTo(1);
    }

    @Test
    void showsAnotherCertificateOnTheSamePort() throws Exception {
        get("/hello");
        proxy.useIdentity(ServerIdentity.generate());

        assertThatThrownBy(() -> get("/hello")).isInstanceOf(SSLHandshakeException.class);
        try (var trusting = HttpClient.newBuilder()
                .sslContext(proxy.identity().clientContext())
                .build()) {
            assertThat(trusting.send(to("/hello").build(), BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void anAccountAcceptsAndRefusesLogins() throws Exception {
        var account = VcenterAccount.of("ccm", "right");
        proxy.addLoginFilter(account.before("vc-a", "simulated", "user"));

        HttpResponse<String> refusal = post("/sdk", soap(login("ccm", "wrong")));
        assertThat(refusal.statusCode()).isEqualTo(500);
        assertThat(refusal.body()).contains("InvalidLogin");
        assertThat(server.seen()).isEmpty();
        assertThat(post("/sdk", soap(login("ccm", "right"))).body()).isEqualTo("<answer/>");
        assertThat(server.seen().getLast().body().text()).contains("simulated").doesNotContain("right");
        assertThat(proxy.calls().count("Login")).isEqualTo(2);
    }

    private static String login(String user, String password) {
        return "<Login xmlns='urn:vim25'><userName>%s</userName><password>%s</password></Login>"
                .formatted(user, password);
    }

    @Test
    void streamsWhatTheServerStreams() throws Exception {
        var second = new CountDownLatch(1);
        server.handling("/watch", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("first\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await(second);
            exchange.getResponseBody().write("second\n".getBytes(StandardCharsets.UTF_8));
        });

        try (InputStream body =
                client.send(to("/watch").build(), BodyHandlers.ofInputStream()).body()) {
            assertThat(new String(body.readNBytes(6), StandardCharsets.UTF_8)).isEqualTo("first\n");
            assertThat(proxy.calls().all().list().getFirst().open()).isTrue();
            second.countDown();
            assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("second\n");
        }
    }

    @Test
    void countsALongPollWhileItWaits() throws Exception {
        var rule = proxy.add(Rule.on("GET /hello").then(Fault.hang()));
        CompletableFuture<HttpResponse<String>> answer = getLater("/hello");

        assertThat(proxy.calls().await(calls -> calls.count("GET /hello") == 1, TIMEOUT))
                .isTrue();
        assertThat(answer).isNotDone();
        rule.release();
        assertThat(answer.get().statusCode()).isEqualTo(200);
    }

    @Test
    void removingARuleReleasesItsCalls() throws Exception {
        CompletableFuture<HttpResponse<String>> answer;
        try (var _ = proxy.add(Rule.onAny().then(Fault.hang()))) {
            answer = getLater("/hello");
            assertThat(proxy.calls().await(calls -> calls.count() == 1, TIMEOUT))
                    .isTrue();
        }

        assertThat(answer.get().body()).isEqualTo("hello, client");
        assertThat(get("/hello").statusCode()).isEqualTo(200);
    }

    @Test
    void noticesAClientThatLeavesDuringACall() throws Exception {
        proxy.add(Rule.onAny().then(Fault.hang()));
        CompletableFuture<HttpResponse<String>> answer = getLater("/hello");
        assertThat(proxy.calls().await(calls -> calls.count() == 1, TIMEOUT)).isTrue();

        answer.cancel(true);

        assertThat(proxy.calls().await(calls -> calls.countWhere(Call::open) == 0, TIMEOUT))
                .isTrue();
        assertThat(proxy.calls().all().list().getFirst().ending()).isEqualTo("client left or proxy closed");
    }

    @Test
    void recordsAClientThatLeavesDuringAResponse() throws Exception {
        var end = new CountDownLatch(1);
        server.handling("/watch", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            await(end);
        });

        try (InputStream body =
                client.send(to("/watch").build(), BodyHandlers.ofInputStream()).body()) {
            assertThat(body.read()).isEqualTo(1);
        }

        assertThat(proxy.calls().await(calls -> calls.countWhere(Call::open) == 0, TIMEOUT))
                .isTrue();
        assertThat(proxy.calls().all().list().getFirst().ending()).isEqualTo("client left or proxy closed");
        end.countDown();
    }

    @Test
    void refusesOneCallOfMany() throws Exception {
        proxy.add(Rule.on("POST /hello").nth(2).then(Fault.refuse()));

        assertThat(post("/hello", "1").statusCode()).isEqualTo(200);
        assertThatThrownBy(() -> post("/hello", "2")).isInstanceOf(IOException.class);
        assertThat(post("/hello", "3").statusCode()).isEqualTo(200);
    }

    @Test
    void resetsOneCallAndForwardsTheNext() throws Exception {
        proxy.add(Rule.on("Login").times(1).then(Fault.reset()));

        assertThatThrownBy(() -> post("/sdk", soap("<Login xmlns='urn:vim25'/>")))
                .isInstanceOf(IOException.class);
        assertThat(post("/sdk", soap("<Login xmlns='urn:vim25'/>")).statusCode())
                .isEqualTo(200);
        assertThat(server.seen()).hasSize(1);
        assertThat(proxy.calls().all().list().getFirst().ending()).isEqualTo("fault: reset");
    }

    @Test
    void losesTheResponseOfACallThatTheServerReceived() {
        proxy.add(Rule.on("Login").then(Fault.cutAfter(0)));

        assertThatThrownBy(() -> post("/sdk", soap("<Login xmlns='urn:vim25'/>")))
                .isInstanceOf(IOException.class);
        assertThat(server.seen()).hasSize(1);
    }

    @Test
    void cutsInTheMiddleOfTheBody() {
        server.answering("/long", "x".repeat(100_000));
        proxy.add(Rule.on("GET /long").then(Fault.resetAfter(5_000)));

        assertThatThrownBy(() -> get("/long")).isInstanceOf(IOException.class);
        assertThat(proxy.calls().all().responseBytes()).isEqualTo(5_000);
    }

    @Test
    void answersInTheServersPlace() throws Exception {
        proxy.add(
                Rule.on("CurrentTime").then(Fault.soapFault("NotAuthenticated", "The session is not authenticated.")));

        HttpResponse<String> answer = post("/sdk", soap("<CurrentTime xmlns='urn:vim25'/>"));

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("<NotAuthenticatedFault xmlns=\"urn:vim25\" xsi:type=\"NotAuthenticated\">");
        assertThat(server.seen()).isEmpty();
    }

    @Test
    void changesAnAnswer() throws Exception {
        proxy.add(Rule.on("GET /hello")
                .then(Fault.mutate(response -> response.withStatus(503).withBody(Content.of("later")))));

        HttpResponse<String> answer = get("/hello");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEqualTo("later");
    }

    @Test
    void sendsAnAnswerSlowly() throws Exception {
        proxy.add(Rule.on("GET /hello").then(Fault.trickle(100_000)));

        assertThat(get("/hello").body()).isEqualTo("hello, client");
    }

    @Test
    void delaysBeforeAnotherFault() throws Exception {
        proxy.add(Rule.on("GET /hello")
                .then(new Fault.Delay(Duration.ofMillis(20), Fault.answer(429, "text/plain", "slower"))));

        Stopwatch stopwatch = Stopwatch.start();
        assertThat(get("/hello").statusCode()).isEqualTo(429);
        stopwatch.requireAtLeast(Duration.ofMillis(20));
    }

    @Test
    void delaysTheResponseOfTheServer() throws Exception {
        proxy.add(Rule.on("GET /hello").then(Fault.holdAnswer(Duration.ofMillis(20))));

        Stopwatch stopwatch = Stopwatch.start();
        assertThat(get("/hello").statusCode()).isEqualTo(200);
        stopwatch.requireAtLeast(Duration.ofMillis(20));
    }

    @Test
    void theServerReceivesACallWhoseAnswerIsHeld() throws Exception {
        var received = new CountDownLatch(1);
        server.handling("/held", exchange -> {
            received.countDown();
            exchange.sendResponseHeaders(204, -1);
        });
        proxy.add(Rule.onAny().then(Fault.holdAnswer(Duration.ofHours(1))));

        CompletableFuture<HttpResponse<String>> answer = getLater("/held");

        assertThat(received.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(answer).isNotDone();
    }

    @Test
    void theSameSeedGivesTheSameResults() throws Exception {
        String first = results(11);

        assertThat(results(11)).isEqualTo(first);
        assertThat(results(12)).isNotEqualTo(first);
        assertThat(first).contains("200").contains("503");
    }

    @Test
    void cutAllRefusesUntilRestored() throws Exception {
        get("/hello");
        int port = proxy.port();

        proxy.cutAll();
        assertThatThrownBy(() -> get("/hello")).isInstanceOf(ConnectException.class);
        proxy.restore();

        assertThat(get("/hello").statusCode()).isEqualTo(200);
        assertThat(proxy.port()).isEqualTo(port);
    }

    @Test
    void cutsAWaitInFlight() throws Exception {
        proxy.add(Rule.on("POST /hello").nth(1).then(Fault.hang()));
        CompletableFuture<HttpResponse<String>> answer = postLater("/hello");
        proxy.calls().await(calls -> calls.count() == 1, TIMEOUT);

        proxy.cutConnections();

        assertThatThrownBy(answer::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IOException.class);
        assertThat(get("/hello").statusCode()).isEqualTo(200);
    }

    @Test
    void aServerThatIsAwayLooksLikeAReset() {
        server.close();

        assertThatThrownBy(() -> get("/hello")).isInstanceOf(IOException.class);
        assertThat(proxy.calls().all().list().getFirst().ending()).startsWith("server: ");
    }

    @Test
    void countsBytesOfAWindow() throws Exception {
        var clock = ManualClock.at(Instant.EPOCH);
        try (var timed = FaultProxy.inFrontOf(server.uri()).plain().clock(clock).start()) {
            send(timed.uri().resolve("/hello"));
            clock.advance(Duration.ofMinutes(1));
            long mark = timed.calls().mark();
            Traffic before = timed.calls().traffic();
            send(timed.uri().resolve("/hello"));

            Calls late = timed.calls().since(mark);
            assertThat(late.count()).isEqualTo(1);
            assertThat(timed.calls()
                            .all()
                            .between(Instant.EPOCH, clock.instant())
                            .count())
                    .isEqualTo(1);
            assertThat(timed.calls().traffic().since(before))
                    .isEqualTo(new Traffic(late.requestBytes(), late.responseBytes()));
            assertThat(timed.calls().describe()).contains("GET /hello").contains("in all");
        }
    }

    @Test
    void rewritesTheSessionCookieToTheFormOfVcenter() throws Exception {
        server.answering("/login", 200, "", Map.of("Set-Cookie", "vmware_soap_session=52ab-cd; HttpOnly"));
        try (var vcenter =
                FaultProxy.inFrontOf(server.uri()).plain().vcenterCookies().start()) {
            String cookie = send(vcenter.uri().resolve("/login"))
                    .headers()
                    .firstValue("Set-Cookie")
                    .orElseThrow();
            assertThat(cookie).isEqualTo("vmware_soap_session=\"dcba25\"; Path=/; HttpOnly; Secure;");

            client.send(
                    HttpRequest.newBuilder(vcenter.uri().resolve("/hello"))
                            .header("Cookie", "vmware_soap_session=\"dcba25\"; other=1")
                            .build(),
                    BodyHandlers.ofString());
            assertThat(server.seen().getLast().head().value("Cookie")).contains("vmware_soap_session=52ab-cd; other=1");
        }
    }

    @Test
    void closesWithCallsInFlight() throws Exception {
        proxy.add(Rule.onAny().then(Fault.delay(Duration.ofHours(1))));
        CompletableFuture<HttpResponse<String>> answer = getLater("/hello");
        proxy.calls().await(calls -> calls.count() == 1, TIMEOUT);

        proxy.close();

        assertThatThrownBy(answer::get).isInstanceOf(ExecutionException.class);
        assertThat(proxy.calls().all().countWhere(Call::open)).isZero();
    }

    private String results(long seed) throws Exception {
        try (var seeded = FaultProxy.inFrontOf(server.uri()).plain().seed(seed).start()) {
            seeded.add(Rule.onAny().withProbability(0.5).then(Fault.answer(503, "text/plain", "")));
            var results = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                results.append(send(seeded.uri().resolve("/hello")).statusCode())
                        .append(' ');
            }
            return results.toString();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String soap(String body) {
        return "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>" + body
                + "</e:Body></e:Envelope>";
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(proxy.uri().resolve(path));
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(to(path).build(), BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> getLater(String path) {
        return client.sendAsync(to(path).build(), BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> postLater(String path) {
        return client.sendAsync(to(path).POST(BodyPublishers.ofString("x")).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(to(path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> send(URI uri) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }
}

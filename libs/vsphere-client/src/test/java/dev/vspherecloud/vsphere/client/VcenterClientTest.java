package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsFailureReason;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VcenterClientTest {
    private static final MoRef COLLECTOR = new MoRef("PropertyCollector", "session[52]c1");
    private static final MoRef VM = new MoRef("VirtualMachine", "vm-62");
    private static final RetrieveQuery NAMES = RetrieveQuery.ofObjects("VirtualMachine", List.of("name"), List.of(VM));

    /// Uses a UUID text with a character that XML does not allow.
    @Test
    void aValueThatXmlCannotHoldFailsOnlyThatCall() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> found("FindAllByUuid", "")));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            int before = server.requests().size();

            assertThatThrownBy(() -> session.findAllByUuid("4200\uFFFE", false))
                    .isInstanceOfSatisfying(VcenterException.class, e -> {
                        assertThat(e.kind()).isEqualTo(VcenterException.Kind.INVALID_PROPERTY);
                        assertThat(e).hasMessageContaining("nothing sent").hasMessageContaining("FindAllByUuid");
                    });

            assertThat(server.requests()).hasSize(before);
            assertThat(session.findAllByUuid("4200", false)).isEmpty();
        }
    }

    @Test
    void logsInWithTheNegotiatedVersionAndSendsTheCookieBackUntouched() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> found("FindAllByUuid", "")));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(session.findAllByUuid("63d40cc5-9cba-5cc1-884a-f7f19070ecea", false))
                    .isEmpty();

            var last = server.requests().getLast();
            assertThat(last.line()).isEqualTo("POST /sdk HTTP/1.1");
            assertThat(last.header("cookie")).isEqualTo(Recorded.SESSION_COOKIE);
            assertThat(last.header("soapaction")).isEqualTo("urn:vim25/6.7.3");
            assertThat(last.header("user-agent")).isEqualTo("test/1");
            assertThat(last.header("accept-encoding")).isEqualTo("gzip");
        }
    }

    /// The client tries new credentials while the session of the old ones is still in use.
    @Test
    void holdsTwoSessionsAtOnceEachWithItsOwnCookie() {
        var cookies = new AtomicInteger();
        ScriptedServer.Script recorded = Recorded.vcenter(_ -> found("FindAllByUuid", ""));
        try (var server = ScriptedServer.start(request -> request.body().contains("<Login ")
                        ? ScriptedServer.http(
                                200,
                                "Content-Type: text/xml\r\nSet-Cookie: vmware_soap_session=\"s%d\"\r\n"
                                        .formatted(cookies.incrementAndGet()),
                                Recorded.LOGIN.getBytes(StandardCharsets.UTF_8))
                        : recorded.answer(request));
                var client = Recorded.client(server);
                var old = client.login(Recorded.CREDENTIALS)) {
            var next = client.login(new Credentials("user", new Secret("changed")));
            assertThat(cookieOf(server, old)).isEqualTo("vmware_soap_session=\"s1\"");
            assertThat(cookieOf(server, next)).isEqualTo("vmware_soap_session=\"s2\"");

            next.close();

            assertThat(server.requests().getLast().header("cookie")).isEqualTo("vmware_soap_session=\"s2\"");
            assertThat(cookieOf(server, old)).isEqualTo("vmware_soap_session=\"s1\"");
            assertThat(server.requests())
                    .filteredOn(request -> request.body().contains("<Login "))
                    .allSatisfy(request -> assertThat(request.header("cookie")).isEmpty());
        }
    }

    private static String cookieOf(ScriptedServer server, VcenterSession session) {
        assertThat(session.findAllByUuid("63d40cc5-9cba-5cc1-884a-f7f19070ecea", false))
                .isEmpty();
        return server.requests().getLast().header("cookie");
    }

    @Test
    void aServerWithoutVersionFileIsCalledWithVersion65() {
        ScriptedServer.Script recorded = Recorded.vcenter(_ -> ScriptedServer.xml(404, ""));
        try (var server = ScriptedServer.start(request ->
                        request.line().startsWith("GET ") ? ScriptedServer.xml(404, "") : recorded.answer(request));
                var client = Recorded.client(server)) {
            assertThat(client.connect().rootFolder()).isEqualTo(new MoRef("Folder", "group-d1"));

            assertThat(server.requests().getLast().header("soapaction")).isEqualTo("urn:vim25/6.5");
        }
    }

    @ParameterizedTest
    @CsvSource({"'',secret", "'  ',secret", "user,''"})
    void neverSendsALoginWithoutCredentials(String user, String password) {
        var credentials = new Credentials(user, new Secret(password));
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> ScriptedServer.neverAnswer()));
                var client = Recorded.client(server)) {
            assertThat(failure(() -> client.login(credentials)).kind()).isEqualTo(Kind.LOGIN_REFUSED);
            assertThat(failure(() -> client.openTaggingSession(credentials)).kind())
                    .isEqualTo(Kind.LOGIN_REFUSED);

            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void aRefusedLoginHidesThePasswordEvenIfTheServerRepeatsIt() {
        ScriptedServer.Script recorded = Recorded.vcenter(_ -> ScriptedServer.neverAnswer());
        var refusal = Recorded.fault("InvalidLogin", "Cannot log in user with s3cret-word", "");
        try (var server = ScriptedServer.start(request -> request.body().contains("<Login ")
                        ? ScriptedServer.xml(500, refusal)
                        : recorded.answer(request));
                var client = Recorded.client(server)) {
            VcenterException e = failure(() -> client.login(Recorded.CREDENTIALS));

            assertThat(e.kind()).isEqualTo(Kind.LOGIN_REFUSED);
            assertThat(e.vcenter()).isEqualTo("vc-test");
            assertThat(e)
                    .hasMessage("Login on vCenter vc-test (127.0.0.1:%d): fault InvalidLogin (Cannot log in user with"
                                    .formatted(server.port())
                            + " [hidden]); correct user and password; with the same ones no login is tried for a"
                            + " while, so that the account is not locked");
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    NotAuthenticated,        SESSION_LOST
                    NoPermission,            NO_PERMISSION
                    ManagedObjectNotFound,   OBJECT_GONE
                    InvalidCollectorVersion, INVALID_VERSION
                    RequestCanceled,         CANCELED
                    InvalidProperty,         INVALID_PROPERTY
                    MethodNotFound,          UNSUPPORTED
                    InvalidPropertyFault,    FAULT
                    InvalidArgument,         FAULT
                    """)
    void aFaultHasAKindByItsType(String type, Kind kind) {
        String fault = Recorded.fault(type, "text", "<obj type=\"VirtualMachine\">vm-62</obj>");

        VcenterException e = failureOf(ScriptedServer.xml(500, fault), session -> session.retrieve(NAMES));

        assertThat(e.kind()).isEqualTo(kind);
        assertThat(e.faultType()).contains(type);
        assertThat(e.object()).contains(VM);
    }

    @ParameterizedTest
    @CsvSource({
        "401,SESSION_LOST",
        "403,NO_PERMISSION",
        "404,UNSUPPORTED",
        "429,BUSY",
        "502,UNREACHABLE",
        "503,BUSY",
        "504,TIMEOUT",
        "301,PROTOCOL",
        "418,PROTOCOL"
    })
    void aStatusHasAKind(int status, Kind kind) {
        var page =
                ScriptedServer.http(status, "Content-Type: text/html\r\n", "<html>".getBytes(StandardCharsets.UTF_8));

        assertThat(failureOf(page, session -> session.retrieve(NAMES)).kind()).isEqualTo(kind);
    }

    @Test
    void aReadWhosePropertiesAllFailWithNotAuthenticatedIsALostSession() {
        var reply = page("<objects><obj type=\"VirtualMachine\">vm-62</obj><missingSet><path>name</path><fault>"
                + "<fault xsi:type=\"NotAuthenticated\"/></fault></missingSet></objects>");

        assertThat(failureOf(reply, session -> session.retrieve(NAMES)).kind()).isEqualTo(Kind.SESSION_LOST);
        assertThat((boolean) call(reply, VcenterSession::isAlive)).isFalse();
    }

    @Test
    void aSessionThatTheServerReturnsIsAlive() {
        var reply =
                page("<objects><obj type=\"SessionManager\">SessionManager</obj><propSet><name>currentSession</name>"
                        + "<val xsi:type=\"UserSession\"><key>1</key></val></propSet></objects>");

        assertThat(call(reply, VcenterSession::isAlive)).isTrue();
        assertThat(call(page(""), VcenterSession::isAlive)).isFalse();
    }

    @Test
    void readsOnWhileThereIsAToken() {
        var pages = new AtomicInteger();
        ScriptedServer.Script script =
                Recorded.vcenter(request -> paged(request, pages.incrementAndGet() < 3 ? "<token>t</token>" : ""));
        try (var server = ScriptedServer.start(script);
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(session.retrieve(NAMES)).hasSize(3);
        }
    }

    @Test
    void cancelsAReadWithTooManyPages() {
        ScriptedServer.Script script =
                Recorded.vcenter(request -> request.body().contains("<CancelRetrieve")
                        ? ScriptedServer.xml(500, Recorded.fault("MethodNotFound", "", ""))
                        : paged(request, "<token>t</token>"));
        try (var server = ScriptedServer.start(script);
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(session.retrieve(NAMES, 10, 2, _ -> {})).isFalse();

            assertThat(server.requests().getLast().body()).contains("<CancelRetrievePropertiesEx ");
        }
    }

    @Test
    void aReadWithEndlessPagesFails() {
        String filler =
                "<propSet><name>name</name><val xsi:type=\"xsd:string\">" + "x".repeat(900_000) + "</val></propSet>";
        ScriptedServer.Script script = Recorded.vcenter(request -> answer(
                request.body().contains("<Continue") ? "ContinueRetrievePropertiesEx" : "RetrievePropertiesEx",
                "<returnval><token>t</token><objects><obj type=\"VirtualMachine\">vm-62</obj>" + filler
                        + "</objects></returnval>"));
        try (var server = ScriptedServer.start(script);
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(failure(() -> session.retrieve(NAMES)).kind()).isEqualTo(Kind.TOO_LARGE);
        }
    }

    @Test
    void onlyAMissingCollectorIsAnInvalidVersion() {
        Function<VcenterSession, Object> wait =
                session -> session.waitForUpdates(COLLECTOR, "1", Duration.ofSeconds(1), 100);

        assertThat(failureOf(gone("PropertyCollector", COLLECTOR.value()), wait).kind())
                .isEqualTo(Kind.INVALID_VERSION);
        assertThat(failureOf(gone("ListView", "session[52]v1"), wait).kind()).isEqualTo(Kind.OBJECT_GONE);
    }

    @Test
    void destroyingAMissingObjectSucceeds() {
        MoRef view = new MoRef("ListView", "v");

        MoRef destroyed = call(gone("ListView", "v"), session -> {
            session.destroyView(view);
            return view;
        });

        assertThat(destroyed).isEqualTo(view);
    }

    @Test
    void unpacksGzip() {
        byte[] packed = ScriptedServer.gzip(Recorded.envelope(
                        "<FindAllByDnsNameResponse xmlns=\"urn:vim25\"><returnval type=\"VirtualMachine\">vm-62</returnval>"
                                + "</FindAllByDnsNameResponse>")
                .getBytes(StandardCharsets.UTF_8));
        var reply = ScriptedServer.http(200, "Content-Type: text/xml\r\nContent-Encoding: gzip\r\n", packed);

        List<MoRef> found = call(reply, session -> session.findAllByDnsName("node1"));

        assertThat(found).containsExactly(VM);
    }

    @Test
    void anInterruptCancelsTheCallAndKeepsTheInterruptFlag() throws Exception {
        cancelWait((thread, session) -> {
            thread.interrupt();
            return true;
        });
    }

    @Test
    void closingTheClientCancelsItsCalls() throws Exception {
        cancelWait((_, client) -> {
            client.close();
            return false;
        });
    }

    private interface Ending {
        /// @return true if the interrupt flag of the thread must be set afterwards
        boolean end(Thread waiting, VcenterClient client);
    }

    /// Starts a wait that the server never answers, ends it from another thread, and asserts that it ends soon.
    private static void cancelWait(Ending ending) throws InterruptedException, ExecutionException {
        var isWaiting = new CountDownLatch(1);
        var outcome = new CompletableFuture<VcenterException>();
        var flag = new CompletableFuture<Boolean>();
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> {
                    isWaiting.countDown();
                    return ScriptedServer.neverAnswer();
                }));
                var client = Recorded.client(server, Duration.ofSeconds(50))) {
            var session = client.login(Recorded.CREDENTIALS);
            Thread waiting = Thread.ofVirtual().start(() -> {
                outcome.complete(failure(() -> session.waitForUpdates(COLLECTOR, "", Duration.ofSeconds(30), 100)));
                flag.complete(Thread.currentThread().isInterrupted());
            });
            assertThat(isWaiting.await(2, TimeUnit.MINUTES)).isTrue();

            boolean expected = ending.end(waiting, client);

            assertThat(outcome.orTimeout(2, TimeUnit.MINUTES).get().kind()).isEqualTo(Kind.CANCELED);
            assertThat(flag.get()).isEqualTo(expected);
        }
    }

    @Test
    void logsOutEvenOnAnInterruptedThread() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> ScriptedServer.neverAnswer()));
                var client = Recorded.client(server)) {
            var session = client.login(Recorded.CREDENTIALS);

            Thread.currentThread().interrupt();
            session.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.requests().getLast().body()).contains("<Logout ");
        }
    }

    @Test
    void aServerThatNeverAnswersIsATimeout() {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> ScriptedServer.neverAnswer()));
                var client = Recorded.client(server, Duration.ofSeconds(2));
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(failure(session::createListView).kind()).isEqualTo(Kind.TIMEOUT);
        }
    }

    @Test
    void aPortWithoutAListenerIsUnreachable() throws IOException {
        // Bound but not listening, so that no other process can take the port meanwhile.
        try (var reserved = new Socket()) {
            reserved.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            var endpoint = new VcenterEndpoint(
                    "vc-test", "127.0.0.1", reserved.getLocalPort(), new TlsTrust.Insecure(), Optional.empty());
            try (var client = new VcenterClient(endpoint, Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
                VcenterException e = failure(client::connect);

                assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
                assertThat(e).hasMessageContaining("vc-test (127.0.0.1:");
            }
        }
    }

    @Test
    void aPortThatAcceptsConnectionsWithoutTlsTimesOut() throws IOException {
        try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var client = clientWithShortTimeouts(listener)) {
            assertThat(failure(client::connect).kind()).isIn(Kind.UNREACHABLE, Kind.TIMEOUT);
        }
    }

    @Test
    void aPortWithAnotherProtocolIsATlsFailure() throws IOException {
        try (var listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var client =
                        new VcenterClient(endpoint(listener), Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
            Thread.ofVirtual().start(() -> sendGreeting(listener));

            assertThat(failure(client::connect).kind()).isEqualTo(Kind.TLS);
        }
    }

    private static VcenterClient clientWithShortTimeouts(ServerSocket listener) {
        var second = Duration.ofSeconds(1);
        return new VcenterClient(
                endpoint(listener),
                new Timeouts(second, second, second, second, second),
                "test/1",
                VcenterObserver.NONE);
    }

    private static VcenterEndpoint endpoint(ServerSocket listener) {
        return new VcenterEndpoint(
                "vc-a", "127.0.0.1", listener.getLocalPort(), new TlsTrust.SystemRoots(), Optional.empty());
    }

    /// Answers each connection as a mail server does: the JDK's client connects again when a connection is reset.
    private static void sendGreeting(ServerSocket listener) {
        while (!listener.isClosed()) {
            try (var connection = listener.accept()) {
                connection.getOutputStream().write("220 mail.example.com ESMTP\r\n".getBytes(StandardCharsets.UTF_8));
                connection.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException _) {
                // The client has closed the connection, or the test has ended.
            }
        }
    }

    @Test
    void aNameThatDoesNotResolveIsUnreachable() {
        var endpoint =
                new VcenterEndpoint("vc-a", "no-such-host.invalid", 443, new TlsTrust.Insecure(), Optional.empty());
        try (var client = new VcenterClient(endpoint, Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
            VcenterException e = failure(client::connect);

            assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(e).hasMessageContaining("the host name does not resolve");
        }
    }

    @Test
    void anUntrustedCertificateIsReportedWithTheActionToTake() {
        ServerIdentity root = ServerIdentity.certificateAuthority("Test Root").generate();
        ServerIdentity identity =
                ServerIdentity.forHosts("127.0.0.1").signedBy(root).generate();
        ServerIdentity stranger =
                ServerIdentity.certificateAuthority("Other Root").generate();
        var trust = new TlsTrust.Authorities(List.of(stranger.certificate()), "test.pem");
        try (var server = ScriptedServer.start(identity, "127.0.0.1", _ -> ScriptedServer.neverAnswer());
                var client = new VcenterClient(
                        Recorded.endpoint(server, trust), Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
            VcenterException e = failure(client::connect);

            assertThat(e.kind()).isEqualTo(Kind.TLS);
            assertThat(e.tlsFailureReason()).contains(TlsFailureReason.UNKNOWN_AUTHORITY);
            assertThat(e)
                    .hasMessageStartingWith("GET vimServiceVersions.xml on vCenter vc-test (127.0.0.1:" + server.port()
                            + "): its certificate is not accepted: its chain leads to CN=Test Root, which"
                            + " is not among the CA certificates in test.pem")
                    .hasMessageEndingWith("SHA-256 " + identity.sha256Thumbprint()
                            + "); correct the CA file (caFile), or compare the SHA-256 with the one on the server,"
                            + " and set thumbprint to it");
        }
    }

    @Test
    void theObserverIsNotifiedOfEveryCall() {
        var observed = new ArrayList<String>();
        VcenterObserver observer = (method, _, failure) ->
                observed.add(method + failure.map(kind -> " " + kind).orElse(""));
        try (var server = ScriptedServer.start(
                        Recorded.vcenter(_ -> ScriptedServer.xml(500, Recorded.fault("NotAuthenticated", "", ""))));
                var client = new VcenterClient(
                        Recorded.endpoint(server, new TlsTrust.Insecure()), Timeouts.standard(), "test/1", observer);
                var session = client.login(Recorded.CREDENTIALS)) {
            assertThat(failure(session::createListView).kind()).isEqualTo(Kind.SESSION_LOST);
        }

        assertThat(observed)
                .containsExactly(
                        "GET vimServiceVersions.xml",
                        "RetrieveServiceContent",
                        "Login",
                        "CreateListView SESSION_LOST",
                        "Logout");
    }

    @Test
    void theObserverReceivesTheExpiryOfTheCertificate() {
        var trusting = new RecordedCertificates();
        var strict = new RecordedCertificates();
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> ScriptedServer.xml(200, "")));
                var client = new VcenterClient(
                        Recorded.endpoint(server, new TlsTrust.Insecure()), Timeouts.standard(), "test/1", trusting);
                var refusing = new VcenterClient(
                        Recorded.endpoint(server, new TlsTrust.SystemRoots()), Timeouts.standard(), "test/1", strict)) {
            client.connect();
            assertThat(failure(refusing::connect).kind()).isEqualTo(Kind.TLS);
        }

        assertThat(trusting.ends).isNotEmpty().allMatch(end -> end.isAfter(Instant.parse("2020-01-01T00:00:00Z")));
        assertThat(strict.ends).isNotEmpty().allMatch(trusting.ends::contains);
    }

    /// Records when certificates expire.
    private static final class RecordedCertificates implements VcenterObserver {
        private final List<Instant> ends = new CopyOnWriteArrayList<>();

        @Override
        public void onCall(String method, Duration duration, Optional<Kind> failure) {}

        @Override
        public void onCertificate(Instant end) {
            ends.add(end);
        }
    }

    private static ScriptedServer.Reply paged(ScriptedServer.Request request, String token) {
        String method = request.body().contains("<Continue") ? "ContinueRetrievePropertiesEx" : "RetrievePropertiesEx";
        return answer(
                method,
                "<returnval>" + token + "<objects><obj type=\"VirtualMachine\">vm-62</obj></objects></returnval>");
    }

    private static ScriptedServer.Reply page(String objects) {
        return answer("RetrievePropertiesEx", "<returnval>" + objects + "</returnval>");
    }

    private static ScriptedServer.Reply found(String method, String inside) {
        return answer(method, inside);
    }

    private static ScriptedServer.Reply gone(String type, String value) {
        String object = "<obj type=\"%s\">%s</obj>".formatted(type, value);
        return ScriptedServer.xml(500, Recorded.fault("ManagedObjectNotFound", "gone", object));
    }

    private static ScriptedServer.Reply answer(String method, String inside) {
        return ScriptedServer.xml(
                200,
                Recorded.envelope("<%1$sResponse xmlns=\"urn:vim25\">%2$s</%1$sResponse>".formatted(method, inside)));
    }

    private static VcenterException failureOf(ScriptedServer.Reply reply, Function<VcenterSession, ?> call) {
        return call(reply, session -> failure(() -> call.apply(session)));
    }

    private static <T> T call(ScriptedServer.Reply reply, Function<VcenterSession, T> call) {
        try (var server = ScriptedServer.start(Recorded.vcenter(_ -> reply));
                var client = Recorded.client(server);
                var session = client.login(Recorded.CREDENTIALS)) {
            return call.apply(session);
        }
    }

    static VcenterException failure(ThrowingCallable call) {
        return Optional.ofNullable(catchThrowableOfType(VcenterException.class, call))
                .orElseThrow(() -> new AssertionError("no failure"));
    }
}

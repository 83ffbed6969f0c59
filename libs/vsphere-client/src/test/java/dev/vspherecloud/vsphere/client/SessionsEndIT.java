package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests that a closed client leaves no session at vCenter, regardless of running calls and interrupted threads.
class SessionsEndIT {
    /// No deadline ends a log-out in these tests.
    private static final Timeouts PATIENT = new Timeouts(
            Timeouts.standard().connect(),
            Timeouts.standard().call(),
            Timeouts.standard().read(),
            Duration.ofHours(1),
            Timeouts.standard().waitMargin());

    private static final String REST_LOGIN = "POST /rest/com/vmware/cis/session";
    private static final String REST_LOGOUT = "DELETE /rest/com/vmware/cis/session";

    private static SimulatedVcenter vcenter;

    private FaultProxy proxy;
    private VcenterClient client;

    @BeforeAll
    static void start() {
        vcenter = SimulatedVcenter.start();
    }

    @AfterAll
    static void stop() {
        vcenter.close();
    }

    @BeforeEach
    void connect() {
        proxy = FaultProxy.inFrontOf(vcenter.url()).start();
        var endpoint =
                new VcenterEndpoint("vc-sim", "127.0.0.1", proxy.port(), new TlsTrust.Insecure(), Optional.empty());
        client = new VcenterClient(endpoint, PATIENT, "test/1", VcenterObserver.NONE);
    }

    @AfterEach
    void disconnect() {
        proxy.clearRules();
        client.close();
        proxy.close();
    }

    @Test
    void anInterruptDoesNotAbortALogOut() throws Exception {
        VcenterSession session = client.login(credentials());
        proxy.add(Rule.on("Logout").then(Fault.delay(Duration.ofSeconds(1))));

        interruptDuring("Logout", session::close);

        assertNothingIsLeft();
    }

    @Test
    void anInterruptDoesNotAbortARestLogOut() throws Exception {
        TaggingSession session = client.openTaggingSession(credentials());
        proxy.add(Rule.on(REST_LOGOUT).then(Fault.delay(Duration.ofSeconds(1))));

        interruptDuring(REST_LOGOUT, session::close);

        assertNothingIsLeft();
    }

    @Test
    void aLoginThatIsAnsweredLongAfterTheInterruptIsLoggedOut() throws Exception {
        proxy.add(Rule.on("Login").then(Fault.holdAnswer(Duration.ofSeconds(3))));

        interruptDuring("Login", () -> client.login(credentials()));

        assertNothingIsLeft();
    }

    @Test
    void aRestLoginThatIsAnsweredLongAfterTheInterruptIsLoggedOut() throws Exception {
        proxy.add(Rule.on(REST_LOGIN).then(Fault.holdAnswer(Duration.ofSeconds(3))));

        interruptDuring(REST_LOGIN, () -> client.openTaggingSession(credentials()));

        assertNothingIsLeft();
    }

    @Test
    void closingTheClientLogsOutOpenSessionsInParallel() {
        client.login(credentials());
        client.login(credentials());
        client.openTaggingSession(credentials());
        ActiveRule held = proxy.add(Rule.onAny().then(Fault.hang()));
        long mark = proxy.calls().mark();

        Thread closing = Thread.ofVirtual().start(client::close);
        awaitCalls(_ -> proxy.calls().since(mark).count() == 3);
        assertThat(proxy.calls().since(mark).names())
                .as("all were sent before one was answered")
                .containsExactlyInAnyOrder("Logout", "Logout", REST_LOGOUT);
        held.close();

        assertThat(join(closing)).isTrue();
        assertNothingIsLeft();
    }

    @Test
    void logOutDoesNotWait() {
        VcenterSession session = client.login(credentials());
        ActiveRule held = proxy.add(Rule.on("Logout").then(Fault.hang()));

        session.logOut();

        awaitCall("Logout");
        assertThat(proxy.calls().all().named("Logout").countWhere(Call::open)).isEqualTo(1);
        held.close();
        assertNothingIsLeft();
    }

    @Test
    void noLoginIsSentAfterStopLogins() {
        PreparedLogin prepared = client.prepareLogin();

        client.stopLogins();

        assertThat(VcenterClientTest.failure(() -> prepared.send(credentials())).kind())
                .isEqualTo(Kind.LOGIN_STOPPED);
        assertThat(VcenterClientTest.failure(() -> client.openTaggingSession(credentials()))
                        .kind())
                .isEqualTo(Kind.LOGIN_STOPPED);
        assertThat(proxy.calls().count("Login")).isZero();
        assertNothingIsLeft();
    }

    @Test
    void reportsALoginInProgress() throws Exception {
        proxy.add(Rule.on("Login").then(Fault.hang()));
        var outcome = new CompletableFuture<Kind>();
        Thread.ofVirtual()
                .start(() -> outcome.complete(VcenterClientTest.failure(() -> client.login(credentials()))
                        .kind()));
        awaitCall("Login");

        assertThat(client.isLoggingIn()).isTrue();
        client.abort();

        assertThat(outcome.get()).isEqualTo(Kind.CANCELED);
        assertThat(client.isLoggingIn()).isFalse();
        awaitNoConnection();
    }

    @Test
    void anAbortEndsALogOutThatIsNotAnswered() {
        client.login(credentials());
        proxy.add(Rule.on("Logout").then(Fault.hang()));
        Thread closing = Thread.ofVirtual().start(client::close);
        awaitCall("Logout");

        client.abort();

        assertThat(join(closing)).isTrue();
        awaitNoConnection();
        vcenter.terminateSessions();
    }

    /// Waits until the proxy has noticed that the client closed its connections. At the end of a test, the
    /// proxy passes on the calls that hang. A login that it passes on for an open connection would create a
    /// session without an owner.
    private void awaitNoConnection() {
        await().until(() -> proxy.connectionCount() == 0);
    }

    private void interruptDuring(String call, Runnable work) throws InterruptedException {
        Thread thread = Thread.ofVirtual().start(work);
        awaitCall(call);
        thread.interrupt();
        assertThat(thread.join(EventTimeout.LIMIT)).isTrue();
    }

    private void awaitCall(String name) {
        awaitCalls(calls -> calls.count(name) > 0);
    }

    private void awaitCalls(Predicate<Calls> condition) {
        try {
            assertThat(proxy.calls().await(condition, EventTimeout.LIMIT)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no other thread interrupts a test", e);
        }
    }

    private static boolean join(Thread thread) {
        try {
            return thread.join(EventTimeout.LIMIT);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no other thread interrupts a test", e);
        }
    }

    private void assertNothingIsLeft() {
        client.close();
        assertThat(vcenter.sessions()).hasToString("0 SOAP, 0 REST");
    }

    private static Credentials credentials() {
        return new Credentials(vcenter.username(), new Secret(vcenter.password()));
    }
}

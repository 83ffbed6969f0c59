package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.servers.SimulatedVcenter;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that a closed client leaves no session at vCenter, regardless of running calls and interrupted threads.
@Timeout(60)
class SessionsEndIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
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
        client = new VcenterClient(endpoint, Timeouts.standard(), "test/1", VcenterObserver.NONE);
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
        proxy.add(Rule.onAny().then(Fault.delay(Duration.ofSeconds(2))));

        long start = System.nanoTime();
        assertNothingIsLeft();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void logOutDoesNotWait() {
        VcenterSession session = client.login(credentials());
        proxy.add(Rule.on("Logout").then(Fault.delay(Duration.ofSeconds(3))));

        long start = System.nanoTime();
        session.logOut();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
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

        assertThat(outcome.get(10, TimeUnit.SECONDS)).isEqualTo(Kind.CANCELED);
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
        await().atMost(TIMEOUT).until(() -> proxy.connectionCount() == 0);
    }

    private void interruptDuring(String call, Runnable work) throws InterruptedException {
        Thread thread = Thread.ofVirtual().start(work);
        awaitCall(call);
        thread.interrupt();
        assertThat(thread.join(TIMEOUT)).isTrue();
    }

    private void awaitCall(String name) {
        try {
            assertThat(proxy.calls().await(calls -> calls.count(name) > 0, TIMEOUT))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("no other thread interrupts a test", e);
        }
    }

    private static boolean join(Thread thread) {
        try {
            return thread.join(TIMEOUT);
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

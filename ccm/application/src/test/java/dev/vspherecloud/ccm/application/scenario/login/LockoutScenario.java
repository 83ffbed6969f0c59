package dev.vspherecloud.ccm.application.scenario.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vspherecloud.ccm.application.scenario.NodesUnderTest;
import dev.vspherecloud.ccm.application.scenario.RunInvariants;
import dev.vspherecloud.ccm.application.scenario.login.CredentialStorage.Where;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Calls;
import dev.vspherecloud.testkit.proxy.LoginAttempt;
import dev.vspherecloud.testkit.proxy.LoginProtocol;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/// An account gets at most two refusals in a quarter of an hour, whatever changes meanwhile. An account that locks
/// after three refusals is never locked.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LockoutScenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final Duration IN_FORCE = Duration.ofSeconds(5);

    private static final Duration WINDOW = Duration.ofMinutes(15);
    private static final String RIGHT = "Right-password-1!";
    private static final String WRONG = "Wrong-password-2!";
    private static final String NAMESPACE = "kube-system";
    private static final String LOGINS = "vsphere-cloud-controller-manager-logins";

    private TestBed bed;
    private VcenterSite site;
    private VcenterSite other;
    private NodesUnderTest nodes;
    private NodesUnderTest otherNodes;
    private String title;
    private VcenterAccount account;
    private final List<Program> runs = new ArrayList<>();

    @BeforeAll
    void start() {
        bed = TestBed.start();
        site = bed.addVcenter("vc-a");
        other = bed.addVcenter("vc-b");
        nodes = NodesUnderTest.create(bed, site, "w", 2);
        otherNodes = NodesUnderTest.create(bed, other, "x", 2);
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    /// Each test has its own account, so a refused login of one test does not affect the later ones.
    @BeforeEach
    void newAccount(TestInfo test) {
        title = test.getTestMethod().orElseThrow().getName().toLowerCase(Locale.ROOT);
        account = VcenterAccount.of(title + "@vsphere.local", RIGHT).lockedAfter(3, WINDOW);
        site.requireAccount(account);
        other.requireAccount(account);
    }

    @AfterEach
    void theAccountIsNotLocked() {
        assertThat(program().terminate()).isZero();
        RunInvariants.nothingIsLeft(bed);
        RunInvariants.logIsFitToRead(program(), RIGHT, WRONG);
        assertThat(account.attempts().mostRefusedWithin(WINDOW)).isLessThanOrEqualTo(2);
        assertThat(account.isLocked()).isFalse();
    }

    /// Every other process is killed, so that it cannot pass on its state.
    @Test
    void twentyRestartsCostTwoRefusalsAtMost() {
        var credentials = inSecret(WRONG);
        for (int run = 0; run < 20; run++) {
            runs.add(credentials.launch().start());
            awaitProblem(account.user());
            if (run % 2 == 0) {
                program().kill();
            } else {
                assertThat(program().terminate()).isZero();
            }
        }
        runs.add(credentials.launch().start());
        awaitProblem(account.user());

        credentials.put(RIGHT);

        nodes.areServed(program());
    }

    @Test
    void aSecretThatIsTouchedTwentyTimesIsNoNewPassword() {
        var credentials = inSecret(RIGHT);
        runs.add(credentials.launch().electing().start());
        nodes.areServed(program());
        account.changePassword(WRONG);
        site.vcenter().terminateSessions();
        await().atMost(TIMEOUT).until(() -> account.attempts().refused().count() > 0);

        for (int touch = 0; touch < 20; touch++) {
            bed.objects().touchSecret(NAMESPACE, title);
        }
        credentials.put(WRONG);

        nodes.areServed(program());
    }

    @Test
    void aWrongPasswordThatIsCorrectedIsInForceAtOnce() {
        long mark = site.proxy().calls().mark();
        var credentials = inSecret(WRONG);
        runs.add(credentials.launch().electing().start());
        awaitProblem(account.user());
        assertThat(RunInvariants.restLogins(site.proxy().calls().since(mark))).isZero();

        credentials.put(RIGHT);

        nodes.areServed(program());
        await().atMost(TIMEOUT)
                .until(() -> account.attempts().by(LoginProtocol.REST).count() > 0);
        assertThat(account.attempts().list().stream()
                        .map(LoginAttempt::protocol)
                        .toList())
                .startsWith(LoginProtocol.SOAP, LoginProtocol.SOAP);
        assertThat(account.attempts().by(LoginProtocol.REST).refused().count()).isZero();
    }

    @Test
    void noLoginIsTriedWithoutCredentials() {
        var credentials = inSecret(RIGHT);
        bed.objects().deleteSecret(NAMESPACE, title);
        long mark = site.proxy().calls().mark();
        runs.add(credentials.launch().electing().start());
        awaitProblem("create it");
        await().during(IN_FORCE).until(() -> logins(mark) == 0);

        credentials.put(RIGHT);

        nodes.areServed(program());
        assertThat(account.attempts().refused().count()).isZero();
    }

    @Test
    void aDeletedSecretKeepsTheLastGoodCredentials() {
        var credentials = inSecret(RIGHT);
        runs.add(credentials.launch().electing().start());
        nodes.areServed(program());

        int logged = program().log().length();
        bed.objects().deleteSecret(NAMESPACE, title);
        await().atMost(TIMEOUT).until(() -> program().log().substring(logged).contains(NAMESPACE + "/" + title));
        site.vcenter().terminateSessions();

        nodes.areServed(program());
        assertThat(account.attempts().refused().count()).isZero();
    }

    /// The program cannot detect that the identity source is back, so a user deletes the login record.
    @Test
    void anIdentitySourceThatIsBackIsTriedAtOnceOnRequest() {
        runs.add(inSecret(RIGHT).launch().electing().start());
        nodes.areServed(program());
        account.identitySourceDown(true);
        site.vcenter().terminateSessions();
        await().atMost(TIMEOUT).until(() -> account.attempts().refused().count() > 0);
        account.identitySourceDown(false);

        tryNow();

        nodes.areServed(program());
    }

    @Test
    void twoWrongPasswordsStopLoginsUntilAUserAllowsThem() {
        var credentials = inSecret(WRONG);
        runs.add(credentials.launch().electing().start());
        await().atMost(TIMEOUT).until(() -> account.attempts().refused().count() == 1);
        credentials.put(WRONG + WRONG);
        await().atMost(TIMEOUT).until(() -> account.attempts().refused().count() == 2);
        credentials.put(RIGHT);
        await().during(IN_FORCE).until(() -> account.attempts().count() == 2);

        tryNow();

        nodes.areServed(program());
    }

    /// In a linked domain two vCenters use the same account.
    @Test
    void anAccountOfTwoVcentersIsRefusedNoMoreOften() {
        var credentials = inSecret(RIGHT);
        List<VcenterSite> sites = bed.sites();
        String entries = sites.stream()
                .map(each -> each.entry("secretName: " + title, "secretNamespace: " + NAMESPACE, each.trust()))
                .reduce("", String::concat);
        runs.add(bed.launch()
                .config(bed.write("linked.conf", "vcenter:\n" + entries + TestBed.labels()))
                .electing()
                .start());
        nodes.areServed(program());
        otherNodes.areServed(program());
        account.changePassword(WRONG);
        sites.forEach(each -> each.vcenter().terminateSessions());
        await().atMost(TIMEOUT).until(() -> account.attempts().refused().count() > 0);

        credentials.put(WRONG);

        nodes.areServed(program());
        otherNodes.areServed(program());
    }

    private Program program() {
        return runs.getLast();
    }

    private CredentialStorage inSecret(String password) {
        return CredentialStorage.in(Where.SECRET, title, bed, site, account.user(), password);
    }

    private void tryNow() {
        bed.objects().deleteLease(NAMESPACE, LOGINS);
    }

    /// Waits for a log line that says why the program does not log in.
    private void awaitProblem(String word) {
        await().atMost(TIMEOUT).failFast(() -> !program().isAlive()).until(() -> program()
                .log()
                .lines()
                .anyMatch(line -> line.matches("[WE][0-9]{4} .*vc-a.*") && line.contains(word)));
    }

    private long logins(long mark) {
        Calls calls = site.proxy().calls().since(mark);
        return calls.count("Login") + RunInvariants.restLogins(calls);
    }
}

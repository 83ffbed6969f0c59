package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.inventory.VmSpec.change;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Call;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.LoginProtocol;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.proxy.VcenterAccount;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.MemoryLoginStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests changes of credentials, on both sides, and of settings while a watcher runs. The proxy implements the
/// account.
class LiveWatcherIT {
    @TempDir
    private Path folder;

    private final MemoryLoginStore store = new MemoryLoginStore();
    private final VcenterAccount account =
            VcenterAccount.of("ccm@vsphere.local", "first").lockedAfter(3, Duration.ofMinutes(15));
    private volatile CredentialSource.Reading configured = ready("first", 1);
    private VcenterSite site;
    private List<String> vms;
    private RunningWatcher watcher;

    @BeforeEach
    void start() throws Exception {
        site = VcenterSite.start("vc-a", folder);
        site.proxy()
                .addLoginFilter(account.before(
                        "vc-a", site.vcenter().username(), site.vcenter().password()));
        vms = site.addVms("w", 0, 2);
        var rateLimiter = new LoginRateLimiter(store, InstantSource.system(), System::nanoTime, new Random(1));
        watcher = new RunningWatcher(site.proxy().port(), () -> configured, rateLimiter, true);
        watcher.follow("w-0", site.uuid("w", 0, 1));
        watcher.awaitFound("w-0", LiveWatcherIT::isTagged);
    }

    @AfterEach
    void stop() {
        watcher.close();
        assertThat(account.isLocked()).isFalse();
        assertThat(account.attempts().mostRefusedWithin(Duration.ofMinutes(15))).isLessThanOrEqualTo(2);
        assertThat(site.vcenter().sessions().soap()).isEmpty();
        assertThat(site.vcenter().sessions().rest()).isEmpty();
        site.close();
    }

    @Test
    void acceptedCredentialsReplaceTheSessionWithoutInterruption() throws Exception {
        List<String> soapBefore = site.vcenter().sessions().soap();
        List<String> restBefore = site.vcenter().sessions().rest();
        int announced = watcher.announced().size();
        account.changePassword("second");
        await(() -> site.proxy().calls().all().named("WaitForUpdatesEx").countWhere(Call::open) > 0);
        long mark = site.proxy().calls().mark();

        configure(ready("second", 2));

        awaitWhileFound(() -> account.attempts().count() == 4
                && site.vcenter().sessions().soap().size() == 1
                && site.vcenter().sessions().rest().size() == 1);
        assertThat(account.attempts().refused().count()).isZero();
        assertThat(site.proxy().calls().since(mark).count("CancelWaitForUpdates"))
                .as("the change does not wait for the end of the wait for updates")
                .isPositive();
        assertThat(site.vcenter().sessions().soap()).doesNotContainAnyElementsOf(soapBefore);
        assertThat(site.vcenter().sessions().rest()).doesNotContainAnyElementsOf(restBefore);
        assertThat(watcher.announced()).hasSize(announced);
        changesArrive("10.9.0.1");
    }

    /// [#stop] asserts that no session is left.
    @Test
    void anEndDuringTheLogOutOfTheReplacedSessionLeavesNone() throws Exception {
        endsDuring(Rule.on("Logout").then(Fault.delay(Duration.ofSeconds(1))), "Logout");
    }

    @Test
    void anEndDuringTheLoginThatReplacesTheSessionLeavesNone() throws Exception {
        endsDuring(Rule.on("Login").then(Fault.holdAnswer(Duration.ofSeconds(3))), "Login");
    }

    @Test
    void anEndDuringTheRestLoginThatReplacesTheSessionLeavesNone() throws Exception {
        String login = "POST /rest/com/vmware/cis/session";
        endsDuring(Rule.on(login).then(Fault.holdAnswer(Duration.ofSeconds(3))), login);
    }

    private void endsDuring(Rule slow, String call) throws Exception {
        site.proxy().add(slow);
        long mark = site.proxy().calls().mark();
        account.changePassword("second");

        configure(ready("second", 2));

        assertThat(site.proxy()
                        .calls()
                        .await(_ -> site.proxy().calls().since(mark).count(call) > 0, EventTimeout.LIMIT))
                .isTrue();
    }

    @Test
    void theSameValueInANewVersionIsNoChange() throws Exception {
        configure(ready("first", 2));

        changesArrive("10.9.0.1");
        assertThat(account.attempts().count()).isEqualTo(2);
    }

    @Test
    void refusedCredentialsLeaveTheOldSession() throws Exception {
        configure(ready("wrong", 2));
        awaitWhileFound(() -> account.attempts().refused().count() == 1);

        configure(ready("wrong", 3));
        changesArrive("10.9.0.1");
        assertThat(account.attempts().by(LoginProtocol.SOAP).count()).isEqualTo(2);

        configure(ready("first", 4));
        changesArrive("10.9.0.2");
        assertThat(account.attempts().by(LoginProtocol.SOAP).count()).isEqualTo(2);
    }

    @Test
    void afterTwoRefusalsClearingTheRecordAllowsALoginAtOnce() throws Exception {
        configure(ready("wrong", 2));
        awaitWhileFound(() -> account.attempts().refused().count() == 1);
        configure(ready("wrong too", 3));
        awaitWhileFound(() -> account.attempts().refused().count() == 2);
        account.changePassword("second");
        configure(ready("second", 4));
        changesArrive("10.9.0.1");
        assertThat(account.attempts().by(LoginProtocol.SOAP).count()).isEqualTo(3);

        store.clear();

        awaitWhileFound(
                () -> account.attempts().by(LoginProtocol.SOAP).accepted().count() == 2);
        changesArrive("10.9.0.2");
    }

    @Test
    void afterALostSessionRefusedCredentialsAreTriedOnceMore() throws Exception {
        configure(ready("second", 2));
        awaitWhileFound(() -> account.attempts().refused().count() == 1);
        account.changePassword("second");

        site.vcenter().terminateSessions();
        site.proxy().cutConnections();

        changesArrive("10.9.0.1");
        assertThat(account.attempts().by(LoginProtocol.SOAP).accepted().count()).isEqualTo(2);
    }

    @Test
    void removedCredentialsLeaveTheSession() throws Exception {
        configure(new CredentialSource.Reading.Absent("the Secret was deleted"));

        changesArrive("10.9.0.1");
        assertThat(account.attempts().count()).isEqualTo(2);
    }

    /// `SoapSessionHolderTest` tests that the change ends the wait for credentials.
    @Test
    void awaitedCredentialsAreTriedAsSoonAsTheyAreSet() throws Exception {
        configured = new CredentialSource.Reading.Awaited();
        try (var late = new RunningWatcher(site.proxy().port(), () -> configured, Fixtures.rateLimiter(), false)) {
            late.follow("w-1", site.uuid("w", 1, 1));
            assertThat(late.lookup("w-1")).isInstanceOf(VmLookup.Pending.class);

            configured = ready("first", 1);
            late.watcher().credentialsChanged();

            Awaitility.await()
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> account.attempts().by(LoginProtocol.SOAP).count() == 2);
            late.awaitFound("w-1", _ -> true);
        }
    }

    @Test
    void aChangeOfTheDatacentersKeepsTheSession() throws Exception {
        int announced = watcher.announced().size();

        watcher.watcher().reconfigure(RunningWatcher.settings(true, "elsewhere"));
        assertThat(watcher.announced().subList(announced, announced + 1)).containsExactly("w-0");
        watcher.await("w-0", VmLookup.Elsewhere.class::isInstance);
        watcher.watcher().reconfigure(RunningWatcher.settings(true, "vc-a-dc"));
        watcher.await("w-0", VmLookup.Found.class::isInstance);

        assertThat(account.attempts().count()).isEqualTo(2);
    }

    @Test
    void tagReadsCanBeSwitchedOnAndOff() throws Exception {
        watcher.watcher().reconfigure(RunningWatcher.settings(false));
        watcher.awaitFound("w-0", vm -> !isTagged(vm));
        await(() -> site.vcenter().sessions().rest().isEmpty());

        watcher.watcher().reconfigure(RunningWatcher.settings(true));
        watcher.awaitFound("w-0", LiveWatcherIT::isTagged);

        assertThat(account.attempts().by(LoginProtocol.SOAP).count()).isEqualTo(1);
    }

    @Test
    void vcentersCanBeAddedAndRemoved() throws Exception {
        VcenterSite other = VcenterSite.start("vc-b", folder);
        other.addVms("v", 0, 1);
        var credentials = new Credentials(
                other.vcenter().username(), new Secret(other.vcenter().password()));
        try (other;
                var second = new RunningWatcher(other.proxy().port(), credentials, false)) {
            var instances = new VsphereInstances(List.of(watcher.watcher()));
            follow(instances, "w-0", site.uuid("w", 0, 1));
            follow(instances, "v-0", other.uuid("v", 0, 1));
            await(instances, "v-0", VmLookup.Missing.class);

            instances.setWatchers(List.of(watcher.watcher(), second.watcher()));
            await(instances, "v-0", VmLookup.Found.class);
            await(instances, "w-0", VmLookup.Found.class);
            instances.setWatchers(List.of(second.watcher()));
            await(instances, "w-0", VmLookup.Missing.class);
            await(instances, "v-0", VmLookup.Found.class);

            assertThat(site.proxy().calls().count("Login")).isEqualTo(1);
            assertThat(other.proxy().calls().count("Login")).isEqualTo(1);
        }
    }

    private static void follow(VsphereInstances instances, String node, String uuid) {
        instances.watch(
                Fixtures.asked(new NodeName(node), SystemUuid.parse(uuid).orElseThrow()));
    }

    private static void await(VsphereInstances instances, String node, Class<? extends VmLookup> condition) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .until(() -> instances.lookup(new NodeName(node)), condition::isInstance);
    }

    private void configure(CredentialSource.Reading now) {
        configured = now;
        watcher.watcher().credentialsChanged();
    }

    /// Waits until the change is live, and asserts that the VM of the Node is found all the time.
    private void awaitWhileFound(Callable<Boolean> condition) {
        await(() -> {
            assertThat(watcher.lookup("w-0")).isInstanceOf(VmLookup.Found.class);
            return condition.call();
        });
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().pollInterval(Duration.ofMillis(20)).until(condition);
    }

    private void changesArrive(String address) throws InterruptedException {
        site.vcenter().change(change(vms.getFirst()).address(address + "/16"));
        watcher.awaitAddress("w-0", address);
    }

    private static boolean isTagged(Vm vm) {
        return !vm.placement().hostPath().isEmpty()
                && vm.placement().hostPath().get(1).tags() instanceof TagState.Read;
    }

    private static CredentialSource.Reading ready(String password, int revision) {
        return new CredentialSource.Reading.Ready(
                new Credentials("ccm@vsphere.local", new Secret(password)), "the test", String.valueOf(revision));
    }
}

package dev.vspherecloud.vsphere.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.client.VcenterSession;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.WatchRuntime;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.LoginStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests calls of many threads in the session of a watcher, with the simulator. A proxy in front of it counts the
/// calls.
class CurrentSessionIT {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration HELD = Duration.ofHours(1);
    private static final int THREADS = 100;
    private static final int VMS = 10;
    private static final String WAIT = "WaitForUpdatesEx";

    @TempDir
    private Path folder;

    private final List<VcenterException.Kind> failedWaits = new CopyOnWriteArrayList<>();

    private VcenterSite site;
    private List<String> vms;
    private Vcenters vcenters;
    private CurrentSession current;

    @BeforeEach
    void start() {
        site = VcenterSite.start("vc-a", folder);
        vms = site.addVms("w", 0, VMS);
        var supervisor = Supervisor.system(SupervisorObserver.NONE);
        vcenters = new Vcenters(
                new Vcenters.Logins(
                        new CredentialWatchers(
                                (_, _) -> () -> {
                                    throw new IllegalStateException("inline credentials are not watched");
                                },
                                supervisor),
                        new LoginRateLimiter(
                                new EmptyLoginStore(), InstantSource.system(), System::nanoTime, new Random(1))),
                new ClientSettings("k8s-csi-useragent-test", SessionTypes.VIM25_AND_VSAN),
                _ -> {},
                observers(),
                new WatchRuntime(System::nanoTime, Sleeper.system(), supervisor));
        apply(site.vcenter().password());
        current = connected().session();
    }

    private VcenterObservers observers() {
        return new VcenterObservers() {
            @Override
            public VcenterObserver calls(String vcenter) {
                return (method, _, failure) ->
                        failure.filter(_ -> method.equals(WAIT)).ifPresent(failedWaits::add);
            }

            @Override
            public WatchObserver watch(String vcenter) {
                return WatchObserver.NONE;
            }
        };
    }

    private void apply(String password) {
        var connection = new ConnectionConfig(
                "127.0.0.1", site.proxy().port(), new TlsConfig(List.of(), List.of(), true), Optional.empty());
        var credentials = new CredentialsSource.Inline(site.vcenter().username(), new Secret(password));
        vcenters.apply(List.of(new VcenterTarget("vc-a", connection, List.of(), credentials)), Optional.empty());
    }

    private ConnectedVcenter connected() {
        return vcenters.connected().getFirst();
    }

    @AfterEach
    void stop() throws InterruptedException {
        vcenters.stop();
        vcenters.await(LONG);
        vcenters.close();
        assertThat(site.vcenter().sessions().soap()).isEmpty();
        site.close();
    }

    /// Each thread checks that it gets the answer to its own question.
    @Test
    void aHundredConcurrentCallsUseOneSession() throws Exception {
        assertThat(inAllThreads(n -> () -> current.read(LONG, findVm(n)))).allMatch(Boolean::booleanValue);

        assertThat(site.proxy().calls().count("FindAllByUuid")).isEqualTo(THREADS);
        assertThat(site.proxy().calls().count("Login")).isEqualTo(1);
        assertThat(site.vcenter().sessions().soap()).hasSize(1);
        assertThat(current.session(LONG).vsanEndpoint()).isNotNull();
    }

    @Test
    void ifTheSessionEndsInTheMiddleAllReadsSucceedAfterOneLogin() throws Exception {
        var half = new CountDownLatch(THREADS * 5);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<Future<Boolean>>();
            for (int n = 0; n < THREADS; n++) {
                Function<VcenterSession, Boolean> read = findVm(n);
                results.add(threads.submit(() -> {
                    boolean all = true;
                    for (int i = 0; i < 10; i++) {
                        all &= current.read(LONG, read);
                        half.countDown();
                    }
                    return all;
                }));
            }
            assertThat(half.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

            site.vcenter().terminateSessions();

            for (Future<Boolean> each : results) {
                assertThat(each.get()).isTrue();
            }
        }
        assertThat(site.proxy().calls().count("Login")).isEqualTo(2);
        assertThat(site.vcenter().sessions().soap()).hasSize(1);
    }

    @Test
    void callsInTheLostSessionFailWithAClassAndTheNextOnesSucceed() throws Exception {
        VcenterSession lost = current.session(LONG);
        site.proxy().add(Rule.on("FindAllByUuid").times(THREADS).then(Fault.delay(Duration.ofSeconds(2))));

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<Future<VcenterException>>();
            for (int n = 0; n < THREADS; n++) {
                Function<VcenterSession, Boolean> call = findVm(n);
                results.add(threads.submit(
                        () -> catchThrowableOfType(VcenterException.class, () -> current.call(LONG, call))));
            }
            assertThat(site.proxy().calls().await(calls -> calls.count("FindAllByUuid") == THREADS, LONG))
                    .isTrue();

            site.vcenter().terminateSessions();

            for (Future<VcenterException> each : results) {
                assertThat(each.get().kind()).isEqualTo(VcenterException.Kind.SESSION_LOST);
            }
        }
        assertThat(inAllThreads(n -> () -> current.call(LONG, findVm(n)))).allMatch(Boolean::booleanValue);
        assertThat(current.session(LONG)).isNotSameAs(lost);
        assertThat(site.proxy().calls().count("Login")).isEqualTo(2);
    }

    /// A vCenter may forget a session and keep its wait. The proxy holds the answer of the wait until the end of the
    /// test. The client ends the wait; otherwise the wait would fail with a timeout, before the second login.
    @Test
    void aLostSessionIsReplacedAtOnceThoughTheWaitGoesOn() throws Exception {
        VcenterSession lost = current.session(LONG);
        var held = site.proxy().add(Rule.on(WAIT).times(1).then(Fault.holdAnswer(HELD)));
        connected().watcher().enqueueQuery(_ -> {});
        assertThat(site.proxy().calls().await(_ -> held.fired() == 1, LONG)).isTrue();
        site.vcenter().terminateSessions();

        boolean isFound = current.read(LONG, findVm(1));

        assertThat(isFound).isTrue();
        assertThat(failedWaits).containsExactly(VcenterException.Kind.CANCELED);
        assertThat(current.session(LONG)).isNotSameAs(lost);
        assertThat(site.proxy().calls().count("Login")).isEqualTo(2);
    }

    /// Another service may say that a session is lost although vCenter knows it. A login would not help.
    @Test
    void aSessionThatVcenterKnowsIsKept() throws Exception {
        VcenterSession session = current.session(LONG);

        current.onSessionLost(session);

        assertThat(current.session(LONG)).isSameAs(session);
        assertThat(site.proxy().calls().count("Login")).isEqualTo(1);
    }

    @Test
    void withoutAVcenterTheFailureSaysWhy() throws Exception {
        assertThat(current.read(LONG, findVm(1))).isTrue();
        VcenterSession session = current.session(LONG);
        site.vcenter().save();
        site.vcenter().kill();
        current.onSessionLost(session);

        NoSessionException none =
                catchThrowableOfType(NoSessionException.class, () -> current.session(Duration.ofSeconds(3)));

        assertThat(none.silence().vcenter()).isEqualTo("vc-a");
        assertThat(none.silence().code()).isEqualTo(VsphereReason.VCENTER_UNREACHABLE);
        assertThat(none).hasMessageStartingWith("no session with vCenter vc-a: ");
        site.vcenter().restart();
        assertThat(current.session(LONG)).isNotNull();
    }

    @Test
    void otherSettingsKeepTheObjectsAndAnotherConnectionReplacesThem() throws Exception {
        ConnectedVcenter before = connected();
        VcenterSession session = current.session(LONG);

        apply(site.vcenter().password() + "-wrong");
        assertThat(connected().session()).isSameAs(before.session());
        assertThat(connected().watcher()).isSameAs(before.watcher());
        assertThat(connected().target()).isNotEqualTo(before.target());
        assertThat(current.session(LONG)).isSameAs(session);

        vcenters.apply(List.of(), Optional.empty());
        assertThat(vcenters.connected()).isEmpty();
        NoSessionException closed = catchThrowableOfType(NoSessionException.class, () -> current.session(LONG));
        assertThat(closed.silence().why()).isEqualTo("this program is closing the connection");
    }

    private Function<VcenterSession, Boolean> findVm(int n) {
        int vm = n % VMS;
        String uuid = site.uuid("w", vm, 1);
        return session -> session.findAllByUuid(uuid, false).equals(List.of(new MoRef("VirtualMachine", vms.get(vm))));
    }

    private interface Work {
        Callable<Boolean> of(int n);
    }

    private static List<Boolean> inAllThreads(Work work) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<Future<Boolean>>();
            for (int n = 0; n < THREADS; n++) {
                results.add(threads.submit(work.of(n)));
            }
            var values = new ArrayList<Boolean>();
            for (Future<Boolean> each : results) {
                values.add(each.get());
            }
            return values;
        }
    }

    /// A login record that is always empty.
    private static final class EmptyLoginStore implements LoginStore {
        @Override
        public Entries read() {
            return new Entries(Map.of(), "1");
        }

        @Override
        public boolean write(Entries entries) {
            return true;
        }

        @Override
        public String howToReset() {
            return "restart the test";
        }
    }
}

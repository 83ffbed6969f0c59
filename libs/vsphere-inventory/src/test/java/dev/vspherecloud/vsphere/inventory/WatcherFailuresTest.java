package dev.vspherecloud.vsphere.inventory;

import static dev.vspherecloud.testkit.script.VimXml.enter;
import static dev.vspherecloud.testkit.script.VimXml.link;
import static dev.vspherecloud.testkit.script.VimXml.modify;
import static dev.vspherecloud.testkit.script.VimXml.object;
import static dev.vspherecloud.testkit.script.VimXml.property;
import static dev.vspherecloud.testkit.script.VimXml.reference;
import static dev.vspherecloud.testkit.script.VimXml.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.testkit.fakes.FailingCalls;
import dev.vspherecloud.testkit.fakes.RecordingLog;
import dev.vspherecloud.testkit.script.Replies;
import dev.vspherecloud.testkit.script.ScriptedUpdates;
import dev.vspherecloud.testkit.script.ScriptedVcenter;
import dev.vspherecloud.testkit.script.VimXml;
import dev.vspherecloud.testkit.time.EventTimeout;
import dev.vspherecloud.testkit.time.VirtualTime;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.Timeouts;
import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.inventory.login.CredentialSource;
import dev.vspherecloud.vsphere.inventory.login.LoginRateLimiter;
import dev.vspherecloud.vsphere.inventory.login.LoginStore;
import dev.vspherecloud.vsphere.inventory.login.MemoryLoginStore;
import dev.vspherecloud.vsphere.inventory.login.RestSessionHolder;
import dev.vspherecloud.vsphere.inventory.login.VcenterAccess;
import dev.vspherecloud.vsphere.inventory.tag.TagWatcher;
import dev.vspherecloud.vsphere.inventory.tag.WantedTags;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests that a watcher continues to work after an unexpected failure of each call of each port of its threads.
@Timeout(300)
class WatcherFailuresTest {
    private static final NodeName NODE = new NodeName("w-1");
    private static final String UUID = "421a0000-0000-4000-8000-abcdef000001";
    private static final String PATH =
            object("HostSystem", "host-1", text("name", "esx-1"), link("parent", "Folder", "group-h1"))
                    + object("Folder", "group-h1", text("name", "host"), link("parent", "Datacenter", "datacenter-1"))
                    + object("Datacenter", "datacenter-1", text("name", "dc-1"));

    /// Called by the watcher, its canceller and its tag reader, in no fixed order.
    private static final List<String> PORTS = List.of(
            "credentials",
            "LoginStore.read",
            "LoginStore.write",
            "WatchObserver.onLogin",
            "WatchObserver.onSessionStarted",
            "changed",
            "reply",
            "pause");

    private static final int MAX_COUNT = 2;

    private static final int RUNS_UNTIL_REACHED = 10;

    /// Ports whose failure may happen after a login was sent and before its result is known.
    private static final Set<String> OF_LOGINS = Set.of("LoginStore.read", "LoginStore.write", "credentials");

    @AfterEach
    void clearInterrupt() {
        boolean _ = Thread.interrupted();
    }

    @Test
    void theWatchAndAnExistenceCheckSurviveAFailureOfEachPort() throws Exception {
        for (String port : PORTS) {
            for (int n = 1; n <= MAX_COUNT; n++) {
                try (var run = new Run(FailingCalls.at(port, n))) {
                    run.runScenario();
                    if (!run.failing.wasReached()) {
                        assertThat(n).as(port).isGreaterThan(1);
                        break;
                    }
                }
            }
        }
    }

    /// The login is left out: a session whose id is lost cannot be ended.
    @Test
    void theWatchAndAnExistenceCheckSurviveAFailureOfEachVcenterCall() throws Exception {
        var methods = new TreeSet<String>();
        try (var run = new Run(FailingCalls.none())) {
            run.runScenario();
            methods.addAll(run.methods);
        }
        methods.removeAll(List.of("Login", "Logout"));
        assertThat(methods).hasSizeGreaterThan(5);
        for (String method : methods) {
            assertThat(runUntilReached(method)).as(method).isTrue();
        }
    }

    /// Repeats the run until the method is called: a check that starts just before a wait needs no cancel.
    private static boolean runUntilReached(String method) throws InterruptedException {
        for (int n = 0; n < RUNS_UNTIL_REACHED; n++) {
            try (var run = new Run(FailingCalls.at(method, 1))) {
                run.runScenario();
                if (run.failing.wasReached()) {
                    return true;
                }
            }
        }
        return false;
    }

    /// The watcher reads the clock between all steps, so a failing clock can make each step fail.
    @Test
    void theWatchAndAnExistenceCheckSurviveAFailureAtEachStep() throws Exception {
        for (int n = 1; n <= 30; n++) {
            try (var run = new Run(FailingCalls.none(), FailingCalls.at(n))) {
                run.runScenario();
                if (!run.clock.wasReached()) {
                    assertThat(n).isGreaterThan(20);
                    return;
                }
            }
        }
    }

    @Test
    void aWatchThatFailsUnexpectedlyIsSilentWithItsReason() throws Exception {
        try (var run = new Run(FailingCalls.none())) {
            run.isBroken.set(true);
            run.start();
            VmLookup silent = run.await(each -> each instanceof VmLookup.Unknown);

            assertThat(silent.toString()).contains("the watch failed unexpectedly (a bug)");
            assertThat(run.watcher.timeSinceConfirmed()).isEmpty();

            run.isBroken.set(false);
            run.awaitAddress("10.0.0.1");
            assertThat(run.watcher.silence()).isEmpty();
            assertThat(run.log.errors()).hasSize(1);
            assertThat(run.count("Login")).isEqualTo(1);
        }
    }

    @Test
    void tagsAreStillReadAfterUnexpectedFailures() {
        var time = VirtualTime.until(Duration.ofMinutes(1));
        var log = new RecordingLog();
        var counted = new ArrayList<String>();
        var supervisor = new Supervisor(time::nanos, time::sleep, counted::add, log);
        var reads = new ArrayList<String>();
        var self = new TagWatcher[1];
        var endpoint = new VcenterEndpoint("vc-a", "127.0.0.1", 1, new TlsTrust.Insecure(), Optional.empty());
        try (var client = new VcenterClient(endpoint, Timeouts.standard(), "test", VcenterObserver.NONE)) {
            self[0] = new TagWatcher(
                    new RestSessionHolder(client, Fixtures.rateLimiter(), Optional::empty, WatchObserver.NONE),
                    Optional.of(WantedTags.of(Fixtures.ZONES)),
                    () -> {
                        reads.add("read");
                        if (reads.size() == 2) {
                            throw new IllegalStateException("a bug");
                        }
                        return new VcenterSnapshot(
                                Optional.of(Fixtures.VCENTER),
                                Map.of(),
                                Map.of(),
                                Map.of(Fixtures.FOLDER, Fixtures.place(Fixtures.FOLDER, "vm")));
                    },
                    () -> {
                        throw new IllegalStateException("a listener that fails");
                    },
                    length -> {
                        self[0].wake();
                        time.sleep(length);
                    },
                    supervisor);
            self[0].wake();

            self[0].run(supervisor.task("vcenter-tags", "vcenter-vc-a-tags", self[0]::readUntilInterrupted));
        }

        assertThat(reads).hasSizeBetween(30, 70);
        assertThat(self[0].latest().failure())
                .contains("reading them failed unexpectedly (a bug); see the stack trace in the log");
        assertThat(log.errors()).hasSize(2);
        assertThat(counted).containsExactly("vcenter-tags", "vcenter-tags");
    }

    /// A running watcher, with at most one failure of a port and one of the clock.
    private static final class Run implements AutoCloseable {
        private final FailingCalls failing;
        private final FailingCalls clock;
        private final Set<String> methods = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean isBroken = new AtomicBoolean();
        private final ScriptedVcenter vcenter = ScriptedVcenter.start();
        private final ScriptedUpdates updates = new ScriptedUpdates();
        private final RecordingLog log = new RecordingLog();
        private final List<String> counted = new CopyOnWriteArrayList<>();
        private final List<Duration> restarts = new CopyOnWriteArrayList<>();
        private final CountDownLatch closing = new CountDownLatch(1);
        private final VcenterClient client;
        private final VcenterWatcher watcher;
        private final VsphereInstances instances;
        private final Thread thread;

        Run(FailingCalls failing) {
            this(failing, FailingCalls.none());
        }

        Run(FailingCalls failing, FailingCalls clock) {
            this.failing = failing;
            this.clock = clock;
            updates.on(vcenter);
            vcenter.on("FindAllByUuid", (request, line) -> Replies.soap(
                            request.body().text().contains(UUID)
                                    ? reference("returnval", "VirtualMachine", "vm-1")
                                    : "")
                    .to(request, line));
            vcenter.on("RetrievePropertiesEx", Replies.soap("<returnval>" + PATH + "</returnval>"));
            var endpoint =
                    new VcenterEndpoint("vc-a", "127.0.0.1", vcenter.port(), new TlsTrust.Insecure(), Optional.empty());
            client = new VcenterClient(endpoint, Timeouts.standard(), "test", (method, _, _) -> {
                methods.add(method);
                failing.call(method);
            });
            var supervisor = new Supervisor(System::nanoTime, this::restart, counted::add, log);
            var rateLimiter = new LoginRateLimiter(
                    failing.of(LoginStore.class, new MemoryLoginStore()),
                    InstantSource.system(),
                    System::nanoTime,
                    new Random(1));
            watcher = new VcenterWatcher(
                    new VcenterSettings("vc-a", List.of(), Optional.empty()),
                    new VcenterAccess(client, this::credentials, rateLimiter),
                    this::announce,
                    new WatchRuntime(this::nanoTime, this::pause, supervisor),
                    failing.of(WatchObserver.class, WatchObserver.NONE));
            instances = new VsphereInstances(List.of(watcher));
            thread = Thread.ofVirtual().name("vcenter-vc-a").unstarted(watcher);
        }

        private CredentialSource.Reading credentials() {
            failing.call("credentials");
            if (isBroken.get()) {
                throw new IllegalStateException("a bug");
            }
            return new CredentialSource.Reading.Ready(new Credentials("ccm", new Secret("s3cret")), "the test", "1");
        }

        private void announce(NodeName node) {
            failing.call("changed");
        }

        /// Fails only on the watcher's thread; the test's thread reads the clock as well.
        private long nanoTime() {
            if (Thread.currentThread().getName().equals("vcenter-vc-a")) {
                clock.call("clock");
            }
            return System.nanoTime();
        }

        private void pause(Duration length) throws InterruptedException {
            failing.call("pause");
            boolean _ = closing.await(Math.min(length.toMillis(), 20), TimeUnit.MILLISECONDS);
        }

        private void restart(Duration length) throws InterruptedException {
            restarts.add(length);
            boolean _ = closing.await(5, TimeUnit.MILLISECONDS);
        }

        void start() {
            updates.add(enter(
                    "VirtualMachine",
                    "vm-1",
                    text("name", "w-1"),
                    text("config.uuid", UUID),
                    text("config.instanceUuid", "501a0000-0000-4000-8000-000000000001"),
                    property("runtime.powerState", "VirtualMachinePowerState", "poweredOn"),
                    property("runtime.connectionState", "VirtualMachineConnectionState", "connected"),
                    link("runtime.host", "HostSystem", "host-1"),
                    nic("10.0.0.1")));
            instances.watch(Fixtures.asked(NODE, SystemUuid.parse(UUID).orElseThrow()));
            thread.start();
        }

        void runScenario() throws InterruptedException {
            start();
            awaitAddress("10.0.0.1");
            var replied = new CountDownLatch(1);
            watcher.enqueueCheck(Fixtures.absent(7), System.nanoTime(), _ -> {
                replied.countDown();
                failing.call("reply");
            });
            updates.add(modify("VirtualMachine", "vm-1", nic("10.0.0.2")));
            awaitAddress("10.0.0.2");
            Awaitility.await(describe()).until(() -> replied.getCount() == 0);
            updates.add(modify("VirtualMachine", "vm-1", nic("10.0.0.3")));
            awaitAddress("10.0.0.3");

            boolean hasFailed = failing.wasReached() || clock.wasReached();
            assertThat(log.errors()).as(describe()).hasSize(hasFailed ? 1 : 0);
            assertThat(counted).as(describe()).hasSize(hasFailed ? 1 : 0);
            assertThat(restarts).as(describe()).hasSizeLessThanOrEqualTo(1);
            assertThat(count("Login")).as(describe()).isLessThanOrEqualTo(OF_LOGINS.contains(failing.failed()) ? 2 : 1);
            assertThat(watcher.unhealthyReason()).isEmpty();
        }

        private String describe() {
            return "%s %s, errors %s".formatted(failing.failed(), clock.failed(), log.errors());
        }

        void awaitAddress(String address) throws InterruptedException {
            VmLookup _ = await(each -> each instanceof VmLookup.Found(var vm, var _, var _)
                    && RunningWatcher.addresses(vm).contains(address));
        }

        VmLookup await(Predicate<VmLookup> condition) throws InterruptedException {
            return Awaitility.await(describe())
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> instances.lookup(NODE), condition);
        }

        long count(String method) {
            return vcenter.requests(method).size();
        }

        private static VimXml.Property nic(String address) {
            return property(
                    "guest.net",
                    "ArrayOfGuestNicInfo",
                    "<GuestNicInfo><network>VM Network</network><ipAddress>" + address
                            + "</ipAddress><macAddress>00:50:56:00:00:01</macAddress><connected>true</connected>"
                            + "<deviceConfigId>4000</deviceConfigId></GuestNicInfo>");
        }

        @Override
        public void close() {
            closing.countDown();
            thread.interrupt();
            try {
                boolean _ = thread.join(EventTimeout.LIMIT);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            client.close();
            vcenter.close();
        }
    }
}

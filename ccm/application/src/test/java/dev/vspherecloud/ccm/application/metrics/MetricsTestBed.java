package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.breaker.Incident;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.kubernetes.ApiExchange;
import dev.vspherecloud.reconcile.LoopObserver;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.reconcile.QueueLoad;
import dev.vspherecloud.serving.auth.AccessReviews;
import dev.vspherecloud.serving.auth.ReviewResult;
import dev.vspherecloud.serving.auth.TokenReviews;
import dev.vspherecloud.serving.auth.User;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import dev.vspherecloud.vsphere.inventory.WatchObserver;
import dev.vspherecloud.vsphere.inventory.login.LoginOutcome;
import dev.vspherecloud.vsphere.inventory.login.LoginProtocol;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// The metrics of a leader with two vCenters and three Nodes, in a simulation of the whole program. Everything is
/// healthy until a test changes it. The simulation calls the same observers as the program.
///
/// Threads: one.
final class MetricsTestBed {
    static final String LEASE = "cloud-controller-manager";
    static final String HOST = "10.96.0.1:443";
    static final UUID VCENTER = UUID.fromString("11111111-1111-1111-1111-111111111111");

    final ManualClock clock;
    final ProgramMetrics metrics;
    final FakeNodes nodes = new FakeNodes();
    final SilencedVcenter first = new SilencedVcenter("vc-a");
    final SilencedVcenter second = new SilencedVcenter("vc-b");
    final VcenterObserver calls;
    final WatchObserver watch;
    final VcenterObserver otherCalls;
    final WatchObserver otherWatch;
    final LoopObserver queue;
    final AtomicLong eventsDropped = new AtomicLong();
    QueueLoad load = QueueLoad.NONE;
    boolean isSynced = true;
    boolean isHeapFull;

    MetricsTestBed() {
        this(ManualClock.started());
    }

    /// @param start the start time
    MetricsTestBed(Instant start) {
        this(ManualClock.at(start));
    }

    private MetricsTestBed(ManualClock clock) {
        this.clock = clock;
        metrics = new ProgramMetrics(clock, () -> clock.millis() * 1_000_000);
        calls = metrics.vcenters().calls("vc-a");
        watch = metrics.vcenters().watch("vc-a");
        otherCalls = metrics.vcenters().calls("vc-b");
        otherWatch = metrics.vcenters().watch("vc-b");
        queue = metrics.queues().of("Nodes");
        metrics.build().setVersion("v1.0.0");
        metrics.build().setFeature("WatchList", "BETA", true);
        metrics.election().onLeadershipChanged(true);
        metrics.election().onLeadershipChanged(LEASE, true);
        metrics.election().onSlowPath(LEASE);
        metrics.election().setRunning("cloud-node", true);
        metrics.election().setRunning("cloud-node-lifecycle", true);
        metrics.election().countDropped(eventsDropped::get);
        metrics.nodes().watch(nodes, () -> isSynced);
        metrics.queues().watch("Nodes", () -> load);
        metrics.vcenters().setVcenters(List.of(first, second));
        nodes.add("w-1", "vsphere://42000000-0000-0000-0000-000000000001", "", false, List.of());
        nodes.add("w-2", "vsphere://42000000-0000-0000-0000-000000000002", "", false, List.of());
        nodes.add("aws-1", "aws:///eu-1/i-1", "", false, List.of());
        List.of(watch, otherWatch).forEach(MetricsTestBed::logIn);
        review(new User("prometheus", "", List.of(), Map.of()));
    }

    private static void logIn(WatchObserver each) {
        for (LoginProtocol side : LoginProtocol.values()) {
            each.onLogin(side, LoginOutcome.ACCEPTED);
            each.onSessionStarted(side);
        }
    }

    private void review(User user) {
        TokenReviews tokens = metrics.reviews().withMetrics(_ -> new ReviewResult.Answered<>(Optional.of(user)));
        AccessReviews access = metrics.reviews()
                .withMetrics((_, _, _) -> new ReviewResult.Answered<>(new AccessReviews.Verdict.Allowed()));
        try {
            tokens.review("secret");
            access.review(user, "get", "/metrics");
        } catch (InterruptedException e) {
            throw new IllegalStateException("no other thread interrupts a test", e);
        }
    }

    /// Advances by one minute in which everything is healthy.
    void passQuietly() {
        clock.advance(Duration.ofMinutes(1));
        for (VcenterObserver each : List.of(calls, otherCalls)) {
            each.onCertificate(clock.instant().plus(Duration.ofDays(400)));
            each.onCall("WaitForUpdatesEx", Duration.ofSeconds(29), Optional.empty());
            each.onCall("POST list-attached-tags-on-objects", Duration.ofMillis(40), Optional.empty());
        }
        answer("GET", 200);
        answer("PUT", 200);
        metrics.api().onWaited("GET", HOST, Duration.ZERO);
        work("w-1");
        metrics.lifecycle().measureCycle(() -> {});
        metrics.lifecycle().onLookup(new VmLookup.Missing(List.of("vc-a")));
        metrics.lifecycle().onBreakerEvaluated(Breaker.CLOSED);
    }

    /// Reports a change in vCenter, and writes the Node at once.
    void work(String node) {
        var name = new NodeName(node);
        metrics.nodes().markPending(name);
        queue.onAdded();
        queue.onTaken(Duration.ofMillis(1));
        Outcome _ = metrics.nodes().measure(name, each -> {
            metrics.nodes().onWritten(each);
            return new Outcome.Done();
        });
        queue.onReconciled(Duration.ofMillis(20));
        metrics.nodes().onInitialised(nodes.find(name).orElseThrow());
    }

    void answer(String method, int status) {
        metrics.api()
                .onExchanged(new ApiExchange(
                        method, HOST, OptionalInt.of(status), Duration.ofMillis(8), 200, OptionalLong.of(2000)));
    }

    /// Produces, once, everything that a healthy cluster does not show, so that every metric has a value.
    void troubleOnce() {
        calls.onCall("Login", Duration.ofSeconds(5), Optional.of(Kind.TIMEOUT));
        watch.onWatchFailed(Kind.UNREACHABLE);
        first.fallSilent(VsphereReason.VCENTER_UNREACHABLE);
        metrics.api().onRetried("GET", HOST, 429);
        metrics.config().onRejected();
        metrics.nodes().onReasonsChanged(new NodeName("w-1"), Set.of(new Reason(NodeReason.VM_NOT_FOUND, "why")));
        metrics.lifecycle()
                .onReasonsChanged(new NodeName("w-2"), Set.of(new Reason(NodeReason.MASS_DISAPPEARANCE, "why")));
        metrics.lifecycle().onBreakerEvaluated(open(2));
        metrics.lifecycle().onDeleted(proof());
        metrics.lifecycle().onDeleteFailed();
        queue.onRetried();
    }

    static Breaker open(int members) {
        Set<String> uids =
                Set.copyOf(IntStream.range(0, members).mapToObj(i -> "uid-" + i).toList());
        return new Breaker(Optional.of(new Incident("missing-1", "many VMs are missing", uids)), Set.of());
    }

    Proof proof() {
        return new Proof(
                new RecordedVm(new VmRef(VCENTER, "vm-1"), VCENTER, Optional.empty(), Optional.empty()),
                "vc-a",
                new Proof.Observations(3, Duration.ofSeconds(21), 0),
                List.of("vc-a"),
                Optional.of(new Destruction(new EventPosition(7, clock.instant()), "task-42")));
    }

    /// Returns the metrics of a scrape now.
    Exposition scrape() {
        String text = metrics.registry().text("");
        return Exposition.parse(isHeapFull ? withFullHeap(text) : text);
    }

    /// Replaces the heap metric, which has no observer.
    private static String withFullHeap(String text) {
        String most = text.lines()
                .filter(line -> line.startsWith("jvm_memory_max_bytes{area=\"heap\"}"))
                .findFirst()
                .orElseThrow()
                .replaceFirst(".*} ", "");
        return text.replaceFirst(
                "(?m)^jvm_memory_used_bytes\\{area=\"heap\"} .*$", "jvm_memory_used_bytes{area=\"heap\"} " + most);
    }
}

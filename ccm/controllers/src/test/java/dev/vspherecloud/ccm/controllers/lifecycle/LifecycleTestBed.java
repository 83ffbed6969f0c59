package dev.vspherecloud.ccm.controllers.lifecycle;

import dev.vspherecloud.ccm.controllers.node.ConfirmedVms;
import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleState;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.ccm.domain.node.NodeHealth;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.existence.ExistenceCheckResult;
import dev.vspherecloud.domain.existence.ExistenceChecker;
import dev.vspherecloud.domain.existence.Heartbeat;
import dev.vspherecloud.domain.existence.OwnerVcenterResult;
import dev.vspherecloud.domain.existence.UuidSearchResult;
import dev.vspherecloud.domain.existence.VcenterEventPosition;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.Hardware;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.TagState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmIdentity;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import dev.vspherecloud.domain.vm.VmRole;
import dev.vspherecloud.reconcile.Outcome;
import dev.vspherecloud.testkit.fakes.FakeInstances;
import dev.vspherecloud.testkit.fakes.FakeNodes;
import dev.vspherecloud.testkit.fakes.RecordedEvents;
import dev.vspherecloud.testkit.fakes.Vms;
import dev.vspherecloud.testkit.time.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/// The lifecycle controller with fakes of all its collaborators, whose answers a test sets.
///
/// Threads: one.
final class LifecycleTestBed {
    static final UUID VCENTER = UUID.fromString("11111111-1111-1111-1111-111111111111");
    static final UUID OTHER_VCENTER = UUID.fromString("22222222-2222-2222-2222-222222222222");
    static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    static final EventPosition SEEN = new EventPosition(100, NOON.minusSeconds(600));
    static final EventPosition NEWEST = new EventPosition(200, NOON.minusSeconds(60));
    static final NodeHealth READY = new NodeHealth(Ready.TRUE, NOON, false, false, false);
    static final NodeHealth SILENT = new NodeHealth(Ready.UNKNOWN, NOON, false, false, false);

    static final VmLookup.Silence SILENT_OTHER = new VmLookup.Silence("vc-b", "no answer for 15 s");

    final FakeNodes nodes = new FakeNodes();
    final FakeInstances instances = new FakeInstances();
    final RecordedEvents events = new RecordedEvents();
    final Vcenters existenceChecker = new Vcenters();
    final Lease lease = new Lease();
    final Map<String, Heartbeat> heartbeats = new HashMap<>();
    final RecordingLifecycleObserver observer = new RecordingLifecycleObserver();
    final ManualClock clock = ManualClock.at(NOON);

    /// What the wall clock shows more than the time that has passed.
    Duration wallClockOffset = Duration.ZERO;

    final List<NodeName> replaced = new ArrayList<>();
    ConfirmedVms confirmed = new ConfirmedVms(replaced::add);
    boolean isHeld = true;
    BooleanSupplier confirmation = () -> true;
    LifecycleRules rules = LifecycleRules.DEFAULTS;
    private final Leadership leadership = new Leadership() {
        @Override
        public boolean isHeld() {
            return isHeld;
        }

        @Override
        public boolean isConfirmed() {
            return confirmation.getAsBoolean();
        }
    };
    private LifecycleController controller = controller();

    private Heartbeat heartbeat(NodeName node) {
        return heartbeats.getOrDefault(node.value(), new Heartbeat.Renewed("then"));
    }

    private LifecycleController controller() {
        return new LifecycleController(
                new ClusterPorts(nodes, events, this::heartbeat, lease, leadership),
                new VspherePorts(instances, existenceChecker),
                () -> rules,
                new LifecycleClocks(this::now, () -> clock.instant().plus(wallClockOffset)),
                confirmed,
                observer);
    }

    /// Starts another process, which knows only what is recorded.
    void restart() {
        existenceChecker.asked.clear();
        existenceChecker.reports.clear();
        confirmed = new ConfirmedVms(replaced::add);
        controller = controller();
    }

    long now() {
        return Duration.between(Instant.EPOCH, clock.instant()).toNanos();
    }

    /// Adds the Nodes `w-1` to `w-<count>`, ready, each with its VM.
    LifecycleTestBed cluster(int count) {
        for (int i = 1; i <= count; i++) {
            add("w-" + i);
        }
        controller.evaluateCluster();
        reconcileAll();
        return this;
    }

    NodeView add(String name) {
        nodes.add(name, "vsphere://" + uuid(name), uuid(name), false, List.of());
        RecordedVm.of(vm(name)).annotations().forEach((key, value) -> nodes.annotate(name, key, value));
        show(vm(name));
        return nodes.report(name, READY);
    }

    static String uuid(String name) {
        return "42000000-0000-0000-0000-%012d".formatted(number(name));
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring(2));
    }

    static Vm vm(String name) {
        return vm(name, PowerState.ON, ConnectionState.CONNECTED);
    }

    static Vm vm(String name, PowerState power, ConnectionState connection) {
        return new Vm(
                "vc-a",
                name,
                new VmIdentity(
                        new VmRef(VCENTER, "vm-" + number(name)),
                        SystemUuid.parse(uuid(name)).orElseThrow(),
                        UUID.fromString("50000000-0000-0000-0000-%012d".formatted(number(name)))),
                VmRole.MACHINE,
                connection,
                power,
                Vms.guest(name, List.of()),
                new Hardware(2, 4096, "ubuntu64Guest", 0),
                placement(number(name)),
                Optional.of(SEEN));
    }

    /// Returns a placement with four VMs on each host, eight in each folder, and all in one pool.
    private static Placement placement(int number) {
        return new Placement(
                List.of(place("HostSystem", "host-" + number / 4)),
                List.of(place("ResourcePool", "resgroup-1")),
                List.of(place("VirtualMachine", "vm-" + number), place("Folder", "group-v" + number / 8)),
                List.of());
    }

    private static InventoryObject place(String kind, String moref) {
        return new InventoryObject(kind, moref, moref, new TagState.Read(List.of()));
    }

    void show(Vm vm) {
        instances.setLookup(vm.name(), new VmLookup.Found(vm));
    }

    /// Makes the VM missing, and sets the answer of its vCenter to existence checks.
    void lose(String name, Function<ExistenceCheckRequest, OwnerVcenterResult> answer) {
        instances.setLookup(name, new VmLookup.Missing(List.of("vc-a")));
        existenceChecker.answers.put(new NodeName(name), answer);
    }

    /// Makes the VM missing while the other vCenter does not answer.
    void loseWhileTheOtherIsSilent(String name, Function<ExistenceCheckRequest, OwnerVcenterResult> answer) {
        lose(name, answer);
        instances.setLookup(name, new VmLookup.Unknown(List.of(SILENT_OTHER)));
        existenceChecker.others = List.of(new UuidSearchResult.Unanswered(SILENT_OTHER));
    }

    void silence(String name) {
        nodes.report(name, SILENT);
    }

    /// Destroys the VM; its kubelet sends no heartbeat any more.
    void destroy(String name) {
        lose(name, destroyed());
        silence(name);
    }

    /// Unregisters the VM; its kubelet sends no heartbeat any more.
    void unregister(String name) {
        lose(name, unregistered());
        silence(name);
    }

    static Function<ExistenceCheckRequest, OwnerVcenterResult> destroyed() {
        return question ->
                gone(question, NEWEST, Optional.of(new Destruction(NEWEST, "task-1 VirtualMachine.destroy by ops")));
    }

    static Function<ExistenceCheckRequest, OwnerVcenterResult> unregistered() {
        return question -> gone(question, NEWEST, Optional.empty());
    }

    /// Answers as after a restore from a backup that has no event after this one.
    static Function<ExistenceCheckRequest, OwnerVcenterResult> restored(EventPosition newest) {
        return question -> gone(question, newest, Optional.empty());
    }

    static Function<ExistenceCheckRequest, OwnerVcenterResult> hidden() {
        return _ -> new OwnerVcenterResult.Unanswered(new VmLookup.Silence("vc-a", "no permission"));
    }

    static OwnerVcenterResult folderHidden(ExistenceCheckRequest question) {
        List<VmParents.Place> folder =
                question.vm().parents().orElseThrow().folderAndPool().subList(0, 1);
        return new OwnerVcenterResult.NoSuchObject("vc-a", folder, Optional.of(NEWEST), Map.of(), Optional.empty());
    }

    /// Answers that the VM of the recorded reference was destroyed, and that all events before this one are
    /// dropped.
    static OwnerVcenterResult forgetful(ExistenceCheckRequest question, EventPosition newest) {
        var traces = new HashMap<EventPosition, EventLookup>();
        question.events().forEach(mark -> traces.put(mark, EventLookup.FORGOTTEN));
        var destruction = new Destruction(newest, "task-1 VirtualMachine.destroy by ops");
        return new OwnerVcenterResult.NoSuchObject(
                "vc-a", List.of(), Optional.of(newest), traces, Optional.of(destruction));
    }

    private static OwnerVcenterResult gone(
            ExistenceCheckRequest question, EventPosition newest, Optional<Destruction> destruction) {
        var traces = new HashMap<EventPosition, EventLookup>();
        question.events()
                .forEach(mark -> traces.put(mark, mark.key() > newest.key() ? EventLookup.LOST : EventLookup.THERE));
        return new OwnerVcenterResult.NoSuchObject("vc-a", List.of(), Optional.of(newest), traces, destruction);
    }

    Outcome reconcile(String name) {
        return controller.reconcile(new NodeName(name));
    }

    /// Reconciles all Nodes and answers existence checks, until the controller submits no more of them.
    void reconcileAll() {
        controller.evaluateCluster();
        do {
            nodes.names().stream()
                    .sorted((a, b) -> a.value().compareTo(b.value()))
                    .forEach(controller::reconcile);
        } while (existenceChecker.answer(now()));
    }

    void evaluateCluster() {
        controller.evaluateCluster();
    }

    /// Advances the clock and reconciles all Nodes every second, or every five seconds if the time is long.
    void pass(Duration time) {
        Duration step = Duration.ofSeconds(time.compareTo(Duration.ofMinutes(2)) > 0 ? 5 : 1);
        for (Duration left = time; left.isPositive(); left = left.minus(step)) {
            clock.advance(step);
            reconcileAll();
        }
    }

    /// Returns the Events that contain this word.
    List<String> events(String word) {
        return events.all().stream().filter(event -> event.contains(word)).toList();
    }

    /// Returns the number of Nodes that the controller remembers.
    int trackedNodes() {
        return controller.trackedNodes();
    }

    boolean has(String name) {
        return nodes.find(new NodeName(name)).isPresent();
    }

    long deletes() {
        return nodes.writes().stream()
                .filter(write -> write.startsWith("delete"))
                .count();
    }

    LifecycleState lifecycleState() {
        return LifecycleState.read(lease.texts);
    }

    /// Existence checks that the vCenters answer when the test wants it.
    static final class Vcenters implements ExistenceChecker {
        final Map<NodeName, ExistenceCheckRequest> asked = new HashMap<>();
        final Map<NodeName, ExistenceCheckResult> reports = new HashMap<>();
        final Map<NodeName, Function<ExistenceCheckRequest, OwnerVcenterResult>> answers = new HashMap<>();
        final Map<String, VcenterEventPosition> marks =
                new HashMap<>(Map.of("vc-a", new VcenterEventPosition(VCENTER, Optional.of(NEWEST), List.of())));
        final Map<String, Duration> ages = new HashMap<>(Map.of("vc-a", Duration.ZERO));
        final List<NodeName> requests = new ArrayList<>();
        boolean isSilent;

        /// The search results of the other vCenters.
        List<UuidSearchResult> others = List.of();

        @Override
        public void submit(ExistenceCheckRequest question) {
            asked.put(question.node(), question);
            requests.add(question.node());
        }

        /// Answers all submitted checks, and returns true if there were any.
        boolean answer(long now) {
            if (isSilent || asked.isEmpty()) {
                return false;
            }
            asked.forEach((node, question) -> reports.put(
                    node,
                    new ExistenceCheckResult(
                            question,
                            now,
                            now,
                            answers.getOrDefault(node, hidden()).apply(question),
                            Stream.concat(Stream.of(new UuidSearchResult.Nothing("vc-a")), others.stream())
                                    .toList())));
            asked.clear();
            return true;
        }

        /// Adds the late answer of the other vCenter to a result that lacks it.
        void answerLate(NodeName node, UuidSearchResult late, long now) {
            reports.computeIfPresent(
                    node,
                    (_, report) -> new ExistenceCheckResult(
                            report.request(),
                            report.askedAt(),
                            now,
                            report.ownerResult(),
                            List.of(report.searches().getFirst(), late)));
        }

        @Override
        public Optional<ExistenceCheckResult> result(NodeName node) {
            return Optional.ofNullable(reports.get(node));
        }

        @Override
        public void cancel(NodeName node) {
            asked.remove(node);
            reports.remove(node);
        }

        @Override
        public Map<String, VcenterEventPosition> positions() {
            return Map.copyOf(marks);
        }

        @Override
        public Optional<Duration> timeSinceConfirmed(String vcenter) {
            return Optional.ofNullable(ages.get(vcenter));
        }
    }

    /// The Lease of the leader.
    static final class Lease implements LifecycleStateStore {
        Map<String, String> texts = Map.of();
        int version;
        int reads;
        int writes;
        boolean isReadable = true;
        boolean isWritable = true;

        @Override
        public Optional<Page> read() {
            reads++;
            return isReadable ? Optional.of(new Page(texts, Integer.toString(version))) : Optional.empty();
        }

        @Override
        public boolean write(Page basis, Map<String, String> now) {
            if (!isWritable || !isReadable || !basis.version().equals(Integer.toString(version))) {
                return false;
            }
            writes++;
            version++;
            texts = Map.copyOf(now);
            return true;
        }

        /// Writes an acknowledgement, as a person does.
        void acknowledge(String ids) {
            var now = new HashMap<>(texts);
            now.put(ACKNOWLEDGE, ids);
            texts = Map.copyOf(now);
            version++;
        }
    }

    static LifecycleRules rules(boolean deletes, String... paused) {
        return new LifecycleRules(
                deletes, LifecycleRules.DEFAULTS.disappearedAfter(), BreakerRules.DEFAULTS, Set.of(paused));
    }
}

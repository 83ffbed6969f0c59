package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmParents;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Knows the true state of all machines, and decides of each write that arrives at the API server whether it is an
/// error.
///
/// A Node must not be deleted if
/// - this provider does not manage it, two machines use its name, it is ready, or a person asked to keep it,
/// - the configuration forbade it when the process began to reconcile it,
/// - the process did not read immediately before that it holds the Lease, or its own clocks say that it may have
///   lost it,
/// - the vCenters were not asked three times in a row, for long enough, the last time within ten seconds before the
///   delete,
/// - its VM was in the inventory of a vCenter at the last request to that vCenter, whatever the answer was,
/// - its kubelet renewed its Lease between the first and the last time that the process read that Lease,
/// - its machine was not destroyed, and its VM has been missing for less than `disappearedAfter`,
/// - its VM is missing because its vCenter was restored from a backup, and no person acknowledged that restore,
/// - its machine was not destroyed, and too many VMs are missing (see [#alarm]), unless a person acknowledged an
///   incident that names this Node.
///
/// There is no tolerance. The checker excuses only a change that happened after the model showed the state to the
/// process. The rules of the breaker are those of the documentation, counted from what the model showed to the
/// process.
///
/// The rules allow one deletion of a running machine: it is in no inventory any more, and has been cut off from the
/// API server for all of `disappearedAfter`. No observation distinguishes it from a machine that no longer exists.
/// [#cutOffDeletions] counts these deletions separately.
///
/// A Node that changed its own record, or on which no process ever recorded its VM, may run on a copy of the VM.
/// For such a Node the checker requires only the Lease.
///
/// A taint is an error if the machine has been running for longer than the maximum age of evidence, or if the
/// process itself does not see that the VM is off. The first rule does not apply to a Node that may run on a copy.
final class InvariantChecker {
    /// The maximum age of the last observation, by the clock of the process.
    private static final Duration NEW = Duration.ofSeconds(10);

    /// The number of observations, and their time span, that prove the absence of a destroyed VM.
    private static final int OBSERVATIONS = 3;

    private static final Duration SPAN = Duration.ofSeconds(20);

    /// More missing Nodes than this number, and more than this percentage, within the window are an incident.
    private static final int NODES = 5;

    private static final int PERCENT = 10;
    private static final Duration WINDOW = Duration.ofMinutes(10);

    /// The time limit, after all faults ended, for a correct taint and for the deletion of a Node whose VM was
    /// destroyed.
    private static final Duration IN_TIME = Duration.ofSeconds(90);

    /// The time limit for a Node whose VM disappeared, in addition to `disappearedAfter`.
    private static final Duration GRACE = Duration.ofMinutes(2);

    /// The maximum age of evidence of a power state, plus the time for the write.
    private static final Duration FRESH = Duration.ofSeconds(90);

    /// A Node that was deleted because its VM had disappeared.
    ///
    /// @param at when the process that deleted it began to reconcile it, by its wall clock
    private record Loss(String uid, TermRecord.Location location, Instant at) {}

    /// @param isHarm true for a wrong action, false for a missing one
    record Wrong(String what, boolean isHarm) {}

    private final World world;
    private final Map<Machine, Long> presentSince = new HashMap<>();
    private final Map<Machine, Long> absentSince = new HashMap<>();
    private final Map<Machine, Long> unseenSince = new HashMap<>();
    private final Map<Machine, VmRef> lastRefs = new HashMap<>();
    private final Map<Machine, UUID> lastInstanceUuids = new HashMap<>();
    private final Set<ModelVcenter> restored = new HashSet<>();
    private final Map<Machine, ModelVcenter> lostByRestore = new HashMap<>();

    /// Uids of Nodes whose loss a person acknowledged, until a process sees their VMs again.
    private final Set<String> acknowledged = new HashSet<>();

    /// Uids of Nodes with false values about their VMs. The checker expects no correct deletion or taint of such a
    /// Node, but forbids unsafe ones.
    private final Set<String> tampered = new HashSet<>();

    /// The location of the VM when it was recorded last, by uid of the Node.
    private final Map<String, TermRecord.Location> recordedLocations = new HashMap<>();

    /// When the VM was recorded last, by uid of the Node.
    private final Map<String, Long> recordedAt = new HashMap<>();

    /// Uids of Nodes on which their own VM was recorded at least once.
    private final Set<String> truthfullyRecorded = new HashSet<>();

    private List<Loss> losses = new ArrayList<>();
    private Optional<Wrong> wrong = Optional.empty();
    private int deletions;
    private int destroyedDeletions;
    private int cutOffDeletions;
    private int taints;

    InvariantChecker(World world) {
        this.world = world;
    }

    /// The first violation; empty if there is none.
    Optional<Wrong> wrong() {
        return wrong;
    }

    int deletions() {
        return deletions;
    }

    /// The number of deleted Nodes whose machines were destroyed.
    int destroyedDeletions() {
        return destroyedDeletions;
    }

    /// The number of deleted Nodes whose machines still ran.
    int cutOffDeletions() {
        return cutOffDeletions;
    }

    int taints() {
        return taints;
    }

    /// Updates the times after a change of an inventory.
    void onInventoryChanged() {
        for (Machine machine : world.machines) {
            onInventoryChanged(machine);
        }
    }

    private void onInventoryChanged(Machine machine) {
        boolean isThere = world.vmsOf(machine).findAny().isPresent();
        note(presentSince, machine, isThere);
        note(absentSince, machine, !isThere);
        note(unseenSince, machine, !isThere || world.isDenied(machine));
        if (isThere) {
            lostByRestore.remove(machine);
            ModelVcenter vcenter = world.vcenterOf(machine).orElseThrow();
            ModelVm vm = vcenter.vmOf(machine).orElseThrow();
            lastRefs.put(machine, vm.ref(vcenter.instance()));
            lastInstanceUuids.put(machine, vm.instanceUuid());
        }
    }

    private void note(Map<Machine, Long> since, Machine machine, boolean isSo) {
        if (isSo) {
            since.putIfAbsent(machine, world.time.nanos());
        } else {
            since.remove(machine);
        }
    }

    /// @param lacking machines that were in the inventory before the restore
    void restored(ModelVcenter vcenter, List<Machine> lacking) {
        restored.add(vcenter);
        lacking.stream()
                .filter(machine -> absentSince.containsKey(machine))
                .forEach(machine -> lostByRestore.put(machine, vcenter));
    }

    /// A person acknowledged the loss of these Nodes.
    void acknowledged(Set<String> uids) {
        acknowledged.addAll(uids);
    }

    /// A person acknowledged the restore of this vCenter.
    void acknowledged(ModelVcenter vcenter) {
        lostByRestore.values().removeIf(vcenter::equals);
    }

    boolean isAcknowledged(String uid) {
        return acknowledged.contains(uid);
    }

    /// A process sees the VM of this Node again, so a new loss needs a new acknowledgement.
    void onVmVisible(String uid) {
        acknowledged.remove(uid);
    }

    void tampered(NodeView node) {
        tampered.add(node.meta().uid());
    }

    /// An Event says that a vCenter was restored.
    void onRestoreReported(ModelVcenter vcenter) {
        if (!restored.contains(vcenter) && !tampered.isEmpty()) {
            reportHarm(vcenter + " was called restored because of what a Node says");
        }
    }

    /// etcd was restored, so the API server has lost all writes since this time.
    void forget(Instant since) {
        losses.removeIf(loss -> loss.at().isAfter(since));
    }

    Optional<Duration> absentFor(Machine machine) {
        return Optional.ofNullable(absentSince.get(machine)).map(world.time::since);
    }

    /// Returns true if no vCenter has the VM, or all that have it deny it.
    boolean isUnseen(NodeView node) {
        return machine(node).filter(unseenSince::containsKey).isPresent();
    }

    Optional<TermRecord.Location> recordedLocation(String uid) {
        return Optional.ofNullable(recordedLocations.get(uid));
    }

    /// @param evidence the process's lookup of the VM
    void annotated(NodeView node, VmLookup evidence) {
        if (!world.isManaged(node)) {
            reportHarm(node.name() + " is not managed by this provider and was annotated");
        }
        if (evidence instanceof VmLookup.Found(Vm vm, var _, var _)) {
            recordedAt.put(node.meta().uid(), world.time.nanos());
            if (machine(node).filter(machine -> isVmOf(machine, vm)).isPresent()) {
                truthfullyRecorded.add(node.meta().uid());
            }
            recordedLocations.put(
                    node.meta().uid(),
                    TermRecord.Location.of(vm.identity().ref().vcenter(), Optional.of(VmParents.of(vm.placement()))));
        }
    }

    void tainted(NodeView node, VmLookup evidence, ModelProcess by) {
        taints++;
        world.trace.say("%s taints %s", by, node.name());
        if (!world.isManaged(node)) {
            reportHarm(node.name() + " is not managed by this provider and was tainted");
        } else if (node.health().ready() == Ready.TRUE) {
            reportHarm(node.name() + " is ready and was tainted");
        } else if (!showsPowerOff(evidence)) {
            reportHarm(node.name() + " was tainted though its process sees " + evidence);
        } else if (isOwnVmRecorded(node)
                && machine(node)
                        .filter(Machine::isRunning)
                        .filter(InvariantChecker::isSteadyForLong)
                        .isPresent()) {
            reportHarm(node.name() + " was tainted, and its machine has been running for long");
        }
    }

    /// Returns true if the program can distinguish the Node's VM from a copy.
    private boolean isOwnVmRecorded(NodeView node) {
        String uid = node.meta().uid();
        return truthfullyRecorded.contains(uid) && !tampered.contains(uid);
    }

    private boolean isVmOf(Machine machine, Vm vm) {
        VmRef ref = vm.identity().ref();
        return world.vcenter(ref.vcenter())
                .flatMap(vcenter -> vcenter.vmOf(machine))
                .filter(own -> own.moref().equals(ref.moref()))
                .isPresent();
    }

    private static boolean showsPowerOff(VmLookup evidence) {
        return evidence instanceof VmLookup.Found(Vm vm, var _, var _)
                && vm.connection() == ConnectionState.CONNECTED
                && (vm.power() == PowerState.OFF || vm.power() == PowerState.SUSPENDED);
    }

    void untainted(NodeView node, ModelProcess by) {
        world.trace.say("%s removes the taint of %s", by, node.name());
        boolean isDown = machine(node)
                .filter(machine -> !machine.isRunning())
                .filter(InvariantChecker::isSteadyForLong)
                // Its copy has replaced it, as a VM that is restored from a backup does.
                .filter(machine -> !(machine.isDestroyed() && world.hasCopy(machine)))
                .isPresent();
        if (isDown && node.health().ready() != Ready.TRUE) {
            reportHarm(node.name() + " lost its taint, and its machine has not been running for long");
        }
    }

    private static boolean isSteadyForLong(Machine machine) {
        return machine.steadyFor() > FRESH.toNanos();
    }

    /// Checks a delete that arrived at the API server.
    ///
    /// @param objection the rule that forbade it when it was sent, see [#objection]
    void deleted(NodeView node, TermRecord by, Optional<String> objection) {
        deletions++;
        world.trace.say("%s deletes %s", by.process(), node.name());
        forbidden(node).or(() -> objection).ifPresent(why -> reportHarm(node.name() + " was deleted, and " + why));
        Optional<Machine> machine = machine(node).filter(it -> !it.isDestroyed());
        destroyedDeletions += machine.isPresent() ? 0 : 1;
        cutOffDeletions += machine.filter(Machine::isRunning).isPresent() ? 1 : 0;
        machine.flatMap(_ -> by.lastLocation(node))
                .ifPresent(location -> losses.add(new Loss(node.meta().uid(), location, by.wall())));
    }

    /// Returns what forbids the delete for any process: uid and version are preconditions, so the process saw this
    /// very Node.
    private Optional<String> forbidden(NodeView node) {
        if (!world.isManaged(node)) {
            return Optional.of("this provider does not manage it");
        }
        if (world.hasTwoMachines(node)) {
            return Optional.of("two machines claim it");
        }
        if (node.meta().annotations().containsKey(LifecyclePolicy.KEEP)) {
            return Optional.of("its annotation says to keep it");
        }
        return node.health().ready() == Ready.UNKNOWN
                ? Optional.empty()
                : Optional.of("its kubelet speaks to the API server");
    }

    /// Returns what forbids a delete that is about to be sent, as far as the process can know.
    Optional<String> objection(NodeView node, TermRecord by) {
        Optional<Machine> machine = machine(node);
        if (machine.isEmpty()) {
            return Optional.of("its machine is unknown");
        }
        if (!isOwnVmRecorded(node)) {
            return leadershipProblem(by);
        }
        boolean isDestroyed = machine.get().isDestroyed();
        List<TermRecord.Round> proof =
                by.proof(node.name(), OBSERVATIONS, isDestroyed ? SPAN : world.rules.disappearedAfter(), !isDestroyed);
        return leadershipProblem(by)
                .or(() -> unseen(node, by, isDestroyed))
                .or(() -> unproven(proof, by))
                .or(() -> configured(proof.getLast(), by.rules()))
                .or(() -> alive(node, proof, by))
                .or(() -> isDestroyed ? Optional.empty() : disappeared(node, machine.get(), proof.getLast(), by));
    }

    private static Optional<String> leadershipProblem(TermRecord by) {
        if (!by.isConfirmed()) {
            return Optional.of("the Lease was not read before that, or is another's");
        }
        return by.process().isHeld() ? Optional.empty() : Optional.of("its process may not lead any more");
    }

    /// If a vCenter does not answer, only a VM that another vCenter reports as destroyed may be deleted.
    private static Optional<String> unseen(NodeView node, TermRecord by, boolean isDestroyed) {
        VmLookup lookup = by.lookup(node.name());
        boolean isOpen = lookup instanceof VmLookup.Unknown || lookup instanceof VmLookup.Pending;
        return lookup instanceof VmLookup.Missing || (isDestroyed && isOpen)
                ? Optional.empty()
                : Optional.of("what its process sees of its VM is " + lookup);
    }

    private static Optional<String> unproven(List<TermRecord.Round> proof, TermRecord by) {
        if (proof.isEmpty()) {
            return Optional.of("the vCenters did not agree for long enough that its VM is away");
        }
        Duration age =
                Duration.ofNanos(by.process().nanoTime() - proof.getLast().answered());
        return age.compareTo(NEW) > 0
                ? Optional.of("the vCenters were asked %d s before the last time".formatted(age.toSeconds()))
                : Optional.empty();
    }

    private Optional<String> configured(TermRecord.Round last, LifecycleRules rules) {
        boolean isPaused = last.ownerVcenter()
                .map(rules.paused()::contains)
                .orElseGet(() -> world.sites.stream().map(Site::name).anyMatch(rules.paused()::contains));
        return isPaused || !rules.deletes() ? Optional.of("the configuration forbids it") : Optional.empty();
    }

    private Optional<String> alive(NodeView node, List<TermRecord.Round> proof, TermRecord by) {
        List<Long> leaseReads = by.leaseReadsSince(node.name(), proof.getFirst().delivered());
        long first = leaseReads.isEmpty() ? proof.getFirst().delivered() : leaseReads.getFirst();
        long last = leaseReads.isEmpty() ? proof.getLast().delivered() : leaseReads.getLast();
        return world.cluster
                .kubelet(node.name())
                .filter(kubelet -> kubelet.hasRenewedBetween(first, last))
                .map(_ -> "its kubelet renewed its Lease meanwhile");
    }

    private Optional<String> disappeared(NodeView node, Machine machine, TermRecord.Round last, TermRecord by) {
        if (last.present().isPresent()) {
            return Optional.of("its VM is in " + last.present().get());
        }
        if (presentSince.getOrDefault(machine, Long.MAX_VALUE) < last.firstRead()) {
            return Optional.of("its VM is in " + world.vcenterOf(machine).orElseThrow());
        }
        // No process can know of a VM that came back after the last request.
        Duration unseen = Optional.ofNullable(unseenSince.get(machine))
                .map(world.time::since)
                .orElse(world.rules.disappearedAfter());
        if (unseen.compareTo(world.rules.disappearedAfter()) < 0) {
            return Optional.of("its VM has been away for %d s only".formatted(unseen.toSeconds()));
        }
        if (lostByRestore.containsKey(machine)) {
            return Optional.of("its VM is only missing from a backup");
        }
        return isAcknowledged(node.meta().uid()) ? Optional.empty() : by.incident();
    }

    /// Returns why so many missing VMs are an incident, by the rules of the documentation; empty if they are none.
    ///
    /// @param counted the Nodes that count, by uid
    /// @param missing since when their VMs are missing, by the clock of the process
    /// @param known   Nodes of an open incident, which do not count again
    Optional<String> alarm(
            Map<String, TermRecord.Location> counted,
            Map<String, Long> missing,
            Set<String> known,
            ModelProcess process) {
        var all = new HashMap<>(counted);
        var gone = new HashMap<String, TermRecord.Location>();
        missing.keySet().forEach(uid -> gone.put(uid, counted.get(uid)));
        gone.keySet().removeAll(known);
        gone.keySet().removeAll(acknowledged);
        if (gone.isEmpty()) {
            return Optional.empty();
        }
        long window = process.nanoTime() - WINDOW.toNanos();
        long recent = gone.keySet().stream()
                .filter(uid -> missing.getOrDefault(uid, Long.MIN_VALUE) >= window)
                .count();
        for (Loss loss : losses) {
            boolean isCounted = !known.contains(loss.uid()) && !acknowledged.contains(loss.uid());
            if (isCounted && loss.at().isAfter(process.wall().minus(WINDOW))) {
                recent += gone.put(loss.uid(), loss.location()) == null ? 1 : 0;
                all.put(loss.uid(), loss.location());
            }
        }
        all.keySet().removeAll(known);
        all.keySet().removeAll(acknowledged);
        gone.keySet().removeAll(known);
        gone.keySet().removeAll(acknowledged);
        if (recent > NODES && recent * 100 > (long) all.size() * PERCENT) {
            return Optional.of("%d of %d Nodes lost their VMs within ten minutes".formatted(recent, all.size()));
        }
        return 2 * gone.size() > all.size()
                ? Optional.of("%d of %d Nodes have lost their VMs".formatted(gone.size(), all.size()))
                : wholeGroup(all, gone);
    }

    private static Optional<String> wholeGroup(
            Map<String, TermRecord.Location> all, Map<String, TermRecord.Location> gone) {
        Map<String, Long> sizes = sizes(all);
        return sizes(gone).entrySet().stream()
                .filter(group -> group.getValue() > 1 && group.getValue().equals(sizes.get(group.getKey())))
                .map(group -> "all %d Nodes of %s have lost their VMs".formatted(group.getValue(), group.getKey()))
                .sorted()
                .findFirst();
    }

    private static Map<String, Long> sizes(Map<String, TermRecord.Location> locations) {
        return locations.values().stream()
                .flatMap(location -> Stream.of(
                                Optional.of("a vCenter"),
                                location.folder().map(folder -> "folder " + folder),
                                location.host().map(host -> "host " + host))
                        .flatMap(Optional::stream)
                        .map(group -> group + " of " + location.vcenter()))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /// Returns the uids of the Nodes that the incident on the Lease names.
    Set<String> membersOf(LeaderLease lease) {
        String[] parts = lease.texts().getOrDefault("incident", "").split(" ", 3);
        List<String> keys = parts.length == 3 ? List.of(parts[1].split(",")) : List.of();
        return world.cluster.uids().stream()
                .filter(uid -> keys.stream().anyMatch(key -> !key.isEmpty() && uid.startsWith(key)))
                .collect(Collectors.toSet());
    }

    // Actions that must be done by now

    /// Reports actions that are overdue, after all faults ended.
    ///
    /// @param quietSince when the last fault ended
    void expectAllDone(long quietSince) {
        for (NodeView node : world.cluster.nodes()) {
            if (world.isManaged(node) && node.health().ready() != Ready.TRUE) {
                deletionDue(node, quietSince)
                        .filter(due -> world.time.nanos() > due)
                        .ifPresent(_ -> reportOverdue(node.name() + " is still there, and its machine is gone"));
                expectTaint(node, quietSince);
            }
        }
    }

    /// Returns true if a Node is yet to be deleted.
    boolean awaitsDeletion() {
        return world.cluster.nodes().stream()
                .anyMatch(node -> world.isManaged(node) && deletionDue(node, 0).isPresent());
    }

    /// Returns when the Node must be deleted; empty if it need not be.
    private Optional<Long> deletionDue(NodeView node, long quietSince) {
        Optional<Machine> machine = machine(node).filter(it -> it.isDestroyed() || world.isLost(it));
        Optional<RecordedVm> vm = node.recordedVm();
        if (machine.isEmpty() || vm.isEmpty() || !isProvable(node, vm.get())) {
            return Optional.empty();
        }
        long since = LongStream.of(
                        quietSince,
                        absentSince.getOrDefault(machine.get(), 0L),
                        world.cluster.lostSince(node).orElse(Long.MAX_VALUE / 2))
                .max()
                .orElseThrow();
        return Optional.of(
                isProvablyDestroyed(vm.get())
                        ? since + IN_TIME.toNanos()
                        : Math.max(since, world.operator.lastAcknowledged())
                                + world.rules.disappearedAfter().plus(GRACE).toNanos());
    }

    /// Returns true if the process can prove the absence. It cannot if the last reference of the VM was not
    /// recorded with all details, or if that reference now names another VM.
    private boolean isProvable(NodeView node, RecordedVm vm) {
        boolean isReissued = world.vcenter(vm.ref().vcenter())
                .flatMap(vcenter -> vcenter.vm(vm.ref().moref()))
                .isPresent();
        return !world.hasTwoMachines(node)
                && !tampered.contains(node.meta().uid())
                && !isHindered(node, vm)
                && !isReissued
                && machine(node)
                        .filter(machine -> vm.ref().equals(lastRefs.get(machine)))
                        .isPresent()
                && vm.parents().isPresent()
                && vm.seenAt().isPresent()
                && !node.meta().annotations().containsKey(LifecyclePolicy.KEEP);
    }

    /// Returns true if a vCenter that hangs for long prevents the proof. It does not prevent the proof for VMs that
    /// another vCenter reports as destroyed.
    private boolean isHindered(NodeView node, RecordedVm vm) {
        boolean isHanging = world.hanging.isPresent();
        boolean isOwnerHanging = world.hanging
                .filter(site -> site.vcenter().instance().equals(vm.ref().vcenter()))
                .isPresent();
        return isOwnerHanging
                || (isHanging && !isProvablyDestroyed(vm))
                || machine(node).filter(world::hasCopy).isPresent();
    }

    private boolean isProvablyDestroyed(RecordedVm vm) {
        return world.vcenter(vm.ref().vcenter())
                .filter(vcenter -> !restored.contains(vcenter))
                .flatMap(vcenter -> vcenter.destruction(vm.ref().moref(), vm.seenAt()))
                .isPresent();
    }

    /// Returns true if the record names its VM. To record a VM that replaced another, the process needs the answers
    /// of all vCenters and the time until the other counts as disappeared.
    private boolean isRecorded(NodeView node, Machine machine) {
        return node.recordedVm()
                .filter(vm -> vm.ref().equals(lastRefs.get(machine))
                        && vm.instanceUuid().equals(lastInstanceUuids.get(machine)))
                .isPresent();
    }

    private void expectTaint(NodeView node, long quietSince) {
        Optional<Machine> machine = machine(node);
        Optional<Long> lost = world.cluster.lostSince(node);
        boolean isSeen = machine.flatMap(world::vcenterOf)
                        .filter(vcenter -> world.hanging
                                .filter(site -> site.vcenter() == vcenter)
                                .isEmpty())
                        .isPresent()
                && !tampered.contains(node.meta().uid())
                && (isRecorded(node, machine.get())
                        || (world.hanging.isEmpty() && node.recordedVm().isEmpty()))
                && !world.hasTwoMachines(node);
        if (!isSeen || machine.get().isDestroyed() || lost.isEmpty()) {
            return;
        }
        long since = LongStream.of(
                        quietSince,
                        lost.get(),
                        world.time.nanos() - machine.get().steadyFor(),
                        recordedAt.getOrDefault(node.meta().uid(), 0L))
                .max()
                .orElseThrow();
        boolean isDown = !machine.get().isRunning();
        if (world.time.nanos() > since + IN_TIME.toNanos()
                && isDown != node.health().shutdownTaint()) {
            reportOverdue(node.name()
                    + (isDown ? " is down and has no taint" : " runs and has the taint of a machine that is off"));
        }
    }

    /// Returns the machine that the Node was created for.
    Optional<Machine> machine(NodeView node) {
        return world.cluster.origin(node);
    }

    private void reportHarm(String what) {
        end(new Wrong(what, true));
    }

    private void reportOverdue(String what) {
        end(new Wrong(what, false));
    }

    private void end(Wrong first) {
        world.trace.say("WRONG: %s", first.what());
        if (wrong.isEmpty()) {
            wrong = Optional.of(first);
            world.time.end();
        }
    }
}

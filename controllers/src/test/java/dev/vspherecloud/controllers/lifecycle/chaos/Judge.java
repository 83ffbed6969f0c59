package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.identity.NodeClaim;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.domain.node.NodeHealth.Ready;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.vm.Connection;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import dev.vspherecloud.domain.vm.VmRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/// Knows the truth, and says of each write that arrives at the API server whether it is wrong.
///
/// A Node is deleted wrongly if
/// - it is not ours, or somebody forbade it,
/// - its VM is in the inventory of any vCenter that exists, whatever that vCenter says,
/// - its kubelet works and reaches the API server,
/// - its machine was not destroyed, and its VM has been away for less than `disappearedAfter`,
/// - its VM is missing because its vCenter was restored from a backup, and nobody acknowledged that,
/// - more than half of the cluster has disappeared, and nobody acknowledged it.
///
/// One thing is not wrong: a machine that runs, is in no inventory any more, and has been cut off from the API server
/// for all of `disappearedAfter`. Nothing in the world tells it from one that is gone; [#cutOffDeletions] counts them.
///
/// A taint is wrong on a machine that has been running for longer than evidence that counts may be old, and whenever
/// the process itself does not see an end of it.
final class Judge {
    /// What became otherwise a moment ago nobody can know: while all vCenters are asked, and the delete is on its way.
    private static final Duration RACE = Duration.ofSeconds(30);

    /// When all is well, a Node whose VM was destroyed is deleted in this time, and a taint is right …
    private static final Duration IN_TIME = Duration.ofSeconds(90);

    /// … and one whose VM disappeared so much later than `disappearedAfter`.
    private static final Duration GRACE = Duration.ofMinutes(2);

    /// How old evidence of a power state may be, and the way it takes.
    private static final Duration FRESH = Duration.ofSeconds(90);

    /// @param isHarm whether something was done; else it was not done in time
    record Wrong(String what, boolean isHarm) {}

    private final World world;
    private final Map<Machine, Long> presentSince = new HashMap<>();
    private final Map<Machine, Long> absentSince = new HashMap<>();
    private final Map<Machine, Long> unseenSince = new HashMap<>();
    private final Map<Machine, VmRef> lastRefs = new HashMap<>();
    private final Set<ModelVcenter> restored = new HashSet<>();
    private final Set<Machine> lostByRestore = new HashSet<>();
    private final Set<Machine> acknowledged = new HashSet<>();
    private Optional<Wrong> wrong = Optional.empty();
    private long rulesSince;
    private int deletions;
    private int cutOffDeletions;
    private int taints;

    Judge(World world) {
        this.world = world;
    }

    /// The first thing that was done wrong, or not done in time.
    Optional<Wrong> wrong() {
        return wrong;
    }

    int deletions() {
        return deletions;
    }

    int cutOffDeletions() {
        return cutOffDeletions;
    }

    int taints() {
        return taints;
    }

    /// The inventory of some vCenter changed.
    void look() {
        for (Machine machine : world.machines) {
            boolean isThere = world.vmsOf(machine).findAny().isPresent();
            note(presentSince, machine, isThere);
            note(absentSince, machine, !isThere);
            note(unseenSince, machine, !isThere || world.isDenied(machine));
            if (isThere) {
                acknowledged.remove(machine);
                lostByRestore.remove(machine);
                ModelVcenter home = world.homeOf(machine).orElseThrow();
                lastRefs.put(machine, home.vmOf(machine).orElseThrow().ref(home.instance()));
            }
        }
    }

    private void note(Map<Machine, Long> since, Machine machine, boolean isSo) {
        if (isSo) {
            since.putIfAbsent(machine, world.time.nanos());
        } else {
            since.remove(machine);
        }
    }

    /// @param lacking machines that it had before, and has not any more
    void restored(ModelVcenter vcenter, List<Machine> lacking) {
        restored.add(vcenter);
        lacking.stream().filter(machine -> absentSince.containsKey(machine)).forEach(lostByRestore::add);
    }

    void rulesChanged() {
        rulesSince = world.time.nanos();
    }

    /// A person has said that what is gone now may be.
    void acknowledged() {
        acknowledged.addAll(absentSince.keySet());
        lostByRestore.clear();
    }

    Optional<Duration> absentFor(Machine machine) {
        return Optional.ofNullable(absentSince.get(machine)).map(world.time::since);
    }

    void annotated(NodeView node) {
        if (!isOurs(node)) {
            blame(node.name() + " is not ours and was annotated");
        }
    }

    void tainted(NodeView node, VmLookup evidence, ModelProcess by) {
        taints++;
        world.trace.say("%s taints %s", by, node.name());
        if (!isOurs(node)) {
            blame(node.name() + " is not ours and was tainted");
        } else if (node.health().ready() == Ready.TRUE) {
            blame(node.name() + " is ready and was tainted");
        } else if (!showsTheEnd(evidence)) {
            blame(node.name() + " was tainted though all that is to be seen is " + evidence);
        } else if (machine(node)
                .filter(Machine::isRunning)
                .filter(Judge::hasLong)
                .isPresent()) {
            blame(node.name() + " was tainted, and its machine has been running for long");
        }
    }

    private static boolean showsTheEnd(VmLookup evidence) {
        return evidence instanceof VmLookup.Found(Vm vm, var _, var _)
                && vm.connection() == Connection.CONNECTED
                && (vm.power() == PowerState.OFF || vm.power() == PowerState.SUSPENDED);
    }

    void untainted(NodeView node, ModelProcess by) {
        world.trace.say("%s removes the taint of %s", by, node.name());
        boolean isDown = machine(node)
                .filter(machine -> !machine.isRunning())
                .filter(Judge::hasLong)
                .isPresent();
        if (isDown && node.health().ready() != Ready.TRUE) {
            blame(node.name() + " lost its taint, and its machine has not been running for long");
        }
    }

    private static boolean hasLong(Machine machine) {
        return machine.steadyFor() > FRESH.toNanos();
    }

    void deleted(NodeView node, ModelProcess by) {
        deletions++;
        world.trace.say("%s deletes %s", by, node.name());
        objection(node).ifPresent(why -> blame(node.name() + " was deleted, and " + why));
    }

    private Optional<String> objection(NodeView node) {
        if (!isOurs(node)) {
            return Optional.of("it is not ours");
        }
        if (node.meta().annotations().containsKey(LifecyclePolicy.KEEP)) {
            return Optional.of("somebody asked to keep it");
        }
        if (world.time.since(rulesSince).compareTo(RACE) > 0 && isForbidden(node)) {
            return Optional.of("the configuration forbids it");
        }
        Optional<ModelKubelet> kubelet = world.cluster.kubelet(node.name());
        if (kubelet.filter(ModelKubelet::reaches).filter(Judge::isNoRace).isPresent()) {
            return Optional.of("its kubelet reaches the API server");
        }
        return machine(node).map(this::objection).orElseGet(() -> Optional.of("nobody knows its machine"));
    }

    private boolean isForbidden(NodeView node) {
        boolean isPaused = node.recordedVm()
                .flatMap(vm -> world.siteOf(vm.ref().vcenter()))
                .filter(site -> world.rules.paused().contains(site.name()))
                .isPresent();
        return isPaused || !world.rules.deletes();
    }

    private static boolean isNoRace(ModelKubelet kubelet) {
        return kubelet.steadyFor() > RACE.toNanos();
    }

    private Optional<String> objection(Machine machine) {
        Duration unseen = Optional.ofNullable(unseenSince.get(machine))
                .map(world.time::since)
                .orElse(Duration.ZERO);
        boolean isLong = unseen.compareTo(world.rules.disappearedAfter()) >= 0;
        if (machine.isDestroyed()) {
            return Optional.empty();
        }
        Long present = presentSince.get(machine);
        if (present != null) {
            return world.time.since(present).compareTo(RACE) > 0
                    ? Optional.of("its VM is in " + world.homeOf(machine).orElseThrow())
                    : Optional.empty();
        }
        if (!isLong) {
            return Optional.of("its VM has been away for %d s only".formatted(unseen.toSeconds()));
        }
        if (lostByRestore.contains(machine)) {
            return Optional.of("its VM is only missing from a backup");
        }
        if (isMass()) {
            return Optional.of("more than half of the cluster has disappeared");
        }
        cutOffDeletions += machine.isRunning() ? 1 : 0;
        return Optional.empty();
    }

    /// Only what has been away for so long that everybody must have seen it counts.
    private boolean isMass() {
        long ours = world.cluster.nodes().stream().filter(Judge::isOurs).count();
        long away = world.cluster.nodes().stream()
                .filter(node -> isOurs(node)
                        && node.recordedVm().isPresent()
                        && !node.health().leaving())
                .flatMap(node -> machine(node).stream())
                .filter(machine -> !machine.isDestroyed() && !acknowledged.contains(machine))
                .filter(machine -> absentFor(machine)
                        .filter(time -> time.compareTo(Duration.ofMinutes(2)) > 0)
                        .isPresent())
                .count();
        return 2 * away > ours;
    }

    // What must be done by now.

    /// Looks for what is still to be done, when nothing has gone wrong any more for a while.
    ///
    /// @param quietSince when the last fault ended
    void expectAllDone(long quietSince) {
        for (NodeView node : world.cluster.nodes()) {
            if (isOurs(node) && node.health().ready() != Ready.TRUE) {
                dueEnd(node, quietSince)
                        .filter(due -> world.time.nanos() > due)
                        .ifPresent(_ -> demand(node.name() + " is still there, and its machine is gone"));
                expectTaint(node, quietSince);
            }
        }
    }

    /// Whether a Node is yet to be deleted.
    boolean awaitsEnd() {
        return world.cluster.nodes().stream()
                .anyMatch(node -> isOurs(node) && dueEnd(node, 0).isPresent());
    }

    /// By when the Node must be gone; empty when it need not go.
    private Optional<Long> dueEnd(NodeView node, long quietSince) {
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
                        : Math.max(since, world.person.lastWord())
                                + world.rules.disappearedAfter().plus(GRACE).toNanos());
    }

    /// Not if nobody had the time to record where it was in the end, with all that it takes; nor if its reference has
    /// come to name another VM.
    private boolean isProvable(NodeView node, RecordedVm vm) {
        boolean isReissued = world.vcenter(vm.ref().vcenter())
                .flatMap(vcenter -> vcenter.vm(vm.ref().moref()))
                .isPresent();
        boolean isOneMachine = node.claim() instanceof NodeClaim.OnVsphere(VmQuery query) && !query.namesTwoMachines();
        return isOneMachine
                && !isReissued
                && machine(node)
                        .filter(machine -> vm.ref().equals(lastRefs.get(machine)))
                        .isPresent()
                && vm.home().isPresent()
                && vm.seen().isPresent()
                && !node.meta().annotations().containsKey(LifecyclePolicy.KEEP);
    }

    private boolean isProvablyDestroyed(RecordedVm vm) {
        return world.vcenter(vm.ref().vcenter())
                .filter(vcenter -> !restored.contains(vcenter))
                .flatMap(vcenter -> vcenter.destruction(vm.ref().moref()))
                .isPresent();
    }

    private void expectTaint(NodeView node, long quietSince) {
        Optional<Machine> machine = machine(node);
        Optional<Long> lost = world.cluster.lostSince(node);
        boolean isSeen = machine.flatMap(world::homeOf).isPresent()
                && node.claim() instanceof NodeClaim.OnVsphere(VmQuery query)
                && !query.namesTwoMachines();
        if (!isSeen || machine.get().isDestroyed() || lost.isEmpty()) {
            return;
        }
        long since = Math.max(
                quietSince,
                Math.max(lost.get(), world.time.nanos() - machine.get().steadyFor()));
        boolean isDown = !machine.get().isRunning();
        if (world.time.nanos() > since + IN_TIME.toNanos()
                && isDown != node.health().shutdownTaint()) {
            demand(node.name()
                    + (isDown ? " is down and has no taint" : " runs and has the taint of a machine that is off"));
        }
    }

    /// The machine whose UUID is in its provider id.
    Optional<Machine> machine(NodeView node) {
        return ProviderId.parse(node.providerId()).flatMap(id -> world.machine(id.uuid()));
    }

    static boolean isOurs(NodeView node) {
        return node.claim() instanceof NodeClaim.OnVsphere;
    }

    private void blame(String what) {
        end(new Wrong(what, true));
    }

    private void demand(String what) {
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

package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.SeededRandom;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.ccm.domain.breaker.BreakerRules;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.PowerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// One chaos run: a small cluster with faults in an order that the seed decides, then a phase without faults. The
/// [InvariantChecker] checks every write in both phases.
///
/// At the end of the faults a simulated person acknowledges all open incidents. Then the run destroys or removes a
/// few more machines. Each of their Nodes must be deleted, whatever happened before.
final class ChaosRun {
    /// The result of a run.
    ///
    /// @param wrong     the first violation; empty if the run passes
    /// @param destroyed how many Nodes were deleted whose machines were destroyed
    /// @param cutOff    how many Nodes were deleted whose machines ran, unknown to all vCenters and cut off
    record Verdict(
            long seed, Optional<InvariantChecker.Wrong> wrong, int deletions, int destroyed, int cutOff, int taints) {
        static Verdict of(long seed, InvariantChecker invariantChecker) {
            return new Verdict(
                    seed,
                    invariantChecker.wrong(),
                    invariantChecker.deletions(),
                    invariantChecker.destroyedDeletions(),
                    invariantChecker.cutOffDeletions(),
                    invariantChecker.taints());
        }
    }

    private static final List<ChaosEvent> EVENTS = Stream.of(
                    VcenterChaosEvents.all(), MachineChaosEvents.all(), ClusterChaosEvents.all())
            .flatMap(List::stream)
            .toList();

    private static final Duration WARM = Duration.ofSeconds(40);
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration MAX_DURATION = Duration.ofMinutes(20);

    private static final Duration HANGS = Duration.ofMinutes(4);

    /// The least time that a run waits for correct taints. Ready becomes Unknown up to 50 seconds after a machine
    /// fails.
    private static final Duration SETTLED = Duration.ofSeconds(200);

    /// The controller repeats a lost check only after this time.
    private static final Duration LOST = Duration.ofMinutes(2);

    private final World world;
    private final SeededRandom seededRandom;
    private final List<ChaosEvent> events;
    private final List<Runnable> undos = new ArrayList<>();
    private long quietSince;

    private ChaosRun(World world, List<ChaosEvent> events) {
        this.world = world;
        this.seededRandom = world.seededRandom;
        this.events = events;
    }

    /// Runs one scene with few kinds of faults. With many kinds at once, the effect of one of them would rarely
    /// show.
    static Verdict of(long seed, DisabledSafeguard disabledSafeguard, Trace trace) {
        var world = new World(seed, trace, disabledSafeguard);
        var run = new ChaosRun(
                world,
                EVENTS.stream()
                        .filter(event -> event.isFrequent()
                                || disabledSafeguard.focus().names().contains(event.name())
                                || world.seededRandom.chance(12))
                        .toList());
        run.build();
        world.time.pass(WARM);
        run.injectScene(world.seededRandom.pick(scenes(disabledSafeguard)));
        run.injectFaults(
                world.rules.disappearedAfter().plus(world.seededRandom.seconds(90, 200)), List.of(20, 80, 300));
        run.recover();
        run.conclude();
        return Verdict.of(seed, world.invariantChecker);
    }

    private static List<ChaosEvent> scenes(DisabledSafeguard disabledSafeguard) {
        List<ChaosEvent> all = Scenes.all();
        List<ChaosEvent> fitting = all.stream()
                .filter(scene -> disabledSafeguard.focus().names().contains(scene.name()))
                .toList();
        return fitting.isEmpty() ? all : fitting;
    }

    /// Runs only faults of power and kubelets: machines stop and start, kubelets fail and recover, and no VM
    /// disappears.
    static Verdict ofPower(long seed, DisabledSafeguard disabledSafeguard, Trace trace) {
        var world = new World(seed, trace, disabledSafeguard);
        var run = new ChaosRun(world, PowerChaosEvents.all());
        run.buildSmall();
        world.time.pass(WARM);
        if (disabledSafeguard != DisabledSafeguard.NONE) {
            run.injectScene(world.seededRandom.pick(scenes(disabledSafeguard)));
        }
        run.injectFaults(world.seededRandom.seconds(60, 240), List.of(3, 10, 40));
        run.recover();
        run.settle();
        return Verdict.of(seed, world.invariantChecker);
    }

    private void build() {
        world.monitorPeriod = Duration.ofSeconds(seededRandom.pick(List.of(5, 20, 30, 30)));
        Duration disappearedAfter = Duration.ofMinutes(seededRandom.chance(90) ? 5 : 10);
        world.rules = new LifecycleRules(true, disappearedAfter, BreakerRules.DEFAULTS, Set.of());
        world.addSite("vc-a");
        if (seededRandom.chance(50)) {
            world.addSite("vc-b");
        }
        int count = size();
        int hosts = count > 12 ? 6 : 3;
        for (int n = 1; n <= count; n++) {
            ModelVcenter vcenter = seededRandom.pick(world.sites).vcenter();
            if (n == count || seededRandom.chance(20)) {
                world.backups.put(vcenter, vcenter.backup());
            }
            world.addMachine(
                    vcenter,
                    "w-" + n,
                    "group-v" + seededRandom.between(1, 3),
                    "host-" + seededRandom.between(1, hosts));
        }
        if (seededRandom.chance(15)) {
            world.addNodeOfOtherProvider();
        }
        if (seededRandom.chance(5)) {
            world.addNodeWithInvalidProviderId();
        }
        world.startProcesses(2);
    }

    /// Returns the number of machines: mostly few, since the time of a run grows with it. Large clusters test the
    /// percentage of missing VMs.
    private int size() {
        if (world.disabledSafeguard.focus().size() > 0) {
            return world.disabledSafeguard.focus().size();
        }
        int lot = seededRandom.below(100);
        return lot < 1 ? 60 : lot < 5 ? 20 : seededRandom.between(2, lot < 12 ? 12 : 5);
    }

    private void buildSmall() {
        world.monitorPeriod = Duration.ofSeconds(seededRandom.pick(List.of(5, 20)));
        ModelVcenter vcenter = world.addSite("vc-a").own();
        int count = seededRandom.between(1, 3);
        for (int n = 1; n <= count; n++) {
            world.addMachine(vcenter, "w-" + n, "group-v1", "host-" + seededRandom.between(1, 3));
        }
        world.startProcesses(2);
    }

    /// Injects faults for a time.
    ///
    /// @param paces one of them, in seconds, is the longest time between two faults
    private void injectFaults(Duration length, List<Integer> paces) {
        long end = world.time.nanos() + length.toNanos();
        world.time.at(end - LOST.toNanos(), () -> {
            world.answersAreLost = false;
            world.allAnswersArrive = true;
        });
        int pace = seededRandom.pick(paces);
        while (world.time.nanos() < end && !world.time.hasEnded()) {
            inject();
            world.time.pass(seededRandom.seconds(2, pace));
        }
    }

    private void injectScene(ChaosEvent scene) {
        scene.inject().apply(world).ifPresent(undo -> {
            world.trace.say("* scene: %s", scene.name());
            undos.add(once(scene, undo));
        });
    }

    private void inject() {
        int lot =
                seededRandom.below(events.stream().mapToInt(ChaosEvent::weight).sum());
        for (ChaosEvent event : events) {
            lot -= event.weight();
            if (lot < 0) {
                event.inject().apply(world).ifPresent(undo -> {
                    world.trace.say("* %s", event.name());
                    undoLater(event, undo);
                });
                return;
            }
        }
    }

    private void undoLater(ChaosEvent event, Runnable undo) {
        Runnable once = once(event, undo);
        undos.add(once);
        world.time.after(seededRandom.chance(50) ? seededRandom.seconds(5, 60) : seededRandom.seconds(60, 700), once);
    }

    private Runnable once(ChaosEvent event, Runnable undo) {
        return new Runnable() {
            private boolean isDone;

            @Override
            public void run() {
                if (!isDone) {
                    isDone = true;
                    world.trace.say("* over: %s", event.name());
                    undo.run();
                }
            }
        };
    }

    /// Ends all faults, and waits until two processes run.
    private void recover() {
        world.trace.say("* all faults end");
        undos.forEach(Runnable::run);
        world.recover();
        while (world.processes.size() < 2 && !world.time.hasEnded()) {
            world.time.pass(Duration.ofSeconds(1));
        }
    }

    private void conclude() {
        world.time.after(Duration.ofSeconds(15), world.operator::acknowledgeAll);
        world.time.after(seededRandom.seconds(20, 40), this::removeSomeMachines);
        if (world.sites.size() > 1 && seededRandom.chance(30)) {
            hang(seededRandom.pick(world.sites));
        }
        settle();
    }

    /// Lets one vCenter hang for a while longer. The Nodes of VMs that another vCenter destroyed must still be
    /// deleted in time.
    private void hang(Site site) {
        world.trace.say("* %s hangs on", site.name());
        world.hanging = Optional.of(site);
        site.fallSilent(VsphereReason.VCENTER_SILENT);
        world.time.after(HANGS, () -> {
            world.trace.say("* %s answers again", site.name());
            site.answerAgain();
            world.hanging = Optional.empty();
            quietSince = world.time.nanos();
        });
    }

    /// Waits until everything is done that must be done, each within its time limit.
    private void settle() {
        quietSince = world.time.nanos();
        while (!world.time.hasEnded() && isUnsettled(world.time.since(quietSince))) {
            world.time.pass(STEP);
            world.operator.acknowledgeAll();
            world.invariantChecker.expectAllDone(quietSince);
        }
    }

    private boolean isUnsettled(Duration quiet) {
        return quiet.compareTo(SETTLED) < 0
                || (quiet.compareTo(MAX_DURATION) < 0 && world.invariantChecker.awaitsDeletion());
    }

    private void removeSomeMachines() {
        for (Machine machine : List.copyOf(world.machines)) {
            boolean isThere = world.vmsOf(machine).findAny().isPresent();
            if (isThere && seededRandom.chance(12)) {
                world.destroy(machine);
            } else if (isThere && seededRandom.chance(5)) {
                world.lose(machine, seededRandom.chance(50));
            } else if (isThere && seededRandom.chance(10)) {
                machine.turn(seededRandom.chance(70) ? PowerState.OFF : PowerState.SUSPENDED);
            }
        }
    }
}

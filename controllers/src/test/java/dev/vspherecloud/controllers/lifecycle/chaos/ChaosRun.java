package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.breaker.BreakerRules;
import dev.vspherecloud.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.domain.vm.PowerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// One run: a small cluster, troubles in an order that the seed decides, then none; and all the while the [Judge]
/// watches.
///
/// In the end, when nothing goes wrong any more and a person has acknowledged what was asked, a few more machines are
/// destroyed or lost: a Node whose machine is dead must go, whatever was before.
final class ChaosRun {
    /// What came of a run.
    ///
    /// @param wrong what was done wrong; empty as it should be
    /// @param cutOff how many Nodes were deleted whose machines ran, unknown to all vCenters and cut off
    record Verdict(
            long seed,
            Optional<String> wrong,
            int deletions,
            int cutOff,
            int taints,
            List<String> trace,
            Duration length) {}

    /// What becomes of our processes while something else is wrong.
    enum Handover {
        NONE {
            @Override
            void befall(World world) {}
        },
        RESTARTED {
            @Override
            void befall(World world) {
                List.copyOf(world.processes).forEach(process -> world.restart(process, false));
            }
        },
        LEADER_CHANGED {
            @Override
            void befall(World world) {
                world.leader().ifPresent(leader -> world.restart(leader, false));
            }
        };

        abstract void befall(World world);
    }

    /// What may go wrong in a run.
    private static final List<Trouble> TROUBLES = Stream.of(
                    VcenterTroubles.all(), MachineTroubles.all(), ClusterTroubles.all())
            .flatMap(List::stream)
            .toList();

    /// What switches machines off and on, or hides that.
    private static final List<Trouble> POWER = Stream.concat(
                    MachineTroubles.all().stream(),
                    VcenterTroubles.all().stream().filter(trouble -> Set.of(
                                    "a host is disconnected",
                                    "connections are refused",
                                    "all calls are slow",
                                    "a VM moves to another host")
                            .contains(trouble.name())))
            .toList();

    private static final Duration WARM = Duration.ofSeconds(40);
    private static final Duration STEP = Duration.ofSeconds(5);

    /// A question that was lost is asked again only then.
    private static final Duration LOST = Duration.ofMinutes(2);

    private final World world;
    private final Dice dice;
    private final List<Trouble> troubles;
    private final List<Runnable> cures = new ArrayList<>();

    private ChaosRun(World world, List<Trouble> troubles) {
        this.world = world;
        this.dice = world.dice;
        this.troubles = troubles;
    }

    /// Whatever comes.
    static Verdict of(long seed, Sabotage sabotage, Trace trace) {
        var world = new World(seed, trace, sabotage);
        // Few kinds in each run: what many kinds at once would drown happens in some.
        var run = new ChaosRun(
                world,
                TROUBLES.stream()
                        .filter(trouble -> trouble.isFrequent() || world.dice.chance(12))
                        .toList());
        run.begin();
        run.suffer(world.rules.disappearedAfter().plus(world.dice.seconds(90, 200)));
        return run.end(seed);
    }

    /// One trouble for as long as a disappearance takes and longer, while all kubelets are cut off; then that is over,
    /// and dead machines must be told from others.
    ///
    /// @param handover what becomes of our processes in the middle of it
    static Verdict under(Trouble trouble, Handover handover, long seed, Trace trace) {
        var world = new World(seed, trace, Sabotage.NONE);
        var run = new ChaosRun(world, List.of());
        run.begin();
        MachineTroubles.allCutOff(world).ifPresent(run.cures::add);
        world.time.pass(world.dice.seconds(1, 90));
        trace.say("* %s", trouble.name());
        trouble.strike().apply(world).ifPresent(run.cures::add);
        world.time.pass(world.rules.disappearedAfter().dividedBy(2));
        handover.befall(world);
        world.time.pass(world.rules.disappearedAfter().multipliedBy(2));
        return run.end(seed);
    }

    /// Machines that are switched off and on, by all means and one after the other.
    static Verdict ofPower(long seed, Trace trace) {
        var world = new World(seed, trace, Sabotage.NONE);
        var run = new ChaosRun(world, POWER);
        run.begin();
        long end = world.time.nanos() + Duration.ofMinutes(4).toNanos();
        while (world.time.nanos() < end && !world.time.hasEnded()) {
            run.strike();
            world.time.pass(world.dice.seconds(1, 20));
        }
        return run.end(seed);
    }

    private void begin() {
        build();
        world.time.pass(WARM);
    }

    private Verdict end(long seed) {
        recover();
        conclude();
        return new Verdict(
                seed,
                world.judge.wrong(),
                world.judge.deletions(),
                world.judge.cutOffDeletions(),
                world.judge.taints(),
                world.trace.lines(),
                Duration.ofNanos(world.time.nanos()));
    }

    private void build() {
        world.monitorPeriod = Duration.ofSeconds(dice.pick(List.of(5, 20, 30, 30)));
        Duration disappearedAfter = Duration.ofMinutes(dice.chance(90) ? 5 : 10);
        world.rules = new LifecycleRules(true, disappearedAfter, BreakerRules.STANDARD, Set.of());
        world.addSite("vc-a");
        if (dice.chance(50)) {
            world.addSite("vc-b");
        }
        int count = dice.between(2, dice.chance(5) ? 12 : 5);
        for (int n = 1; n <= count; n++) {
            ModelVcenter vcenter = dice.pick(world.sites).vcenter();
            if (n == count || dice.chance(20)) {
                world.backups.put(vcenter, vcenter.backup());
            }
            world.addMachine(vcenter, "w-" + n, "group-v" + dice.between(1, 3), "host-" + dice.between(1, 3));
        }
        if (dice.chance(15)) {
            Machine foreign = world.newMachine("foreign");
            world.cluster.join(foreign, "aws:///eu-1/i-1", foreign.uuid().toString());
        }
        world.startProcesses(2);
    }

    private void suffer(Duration length) {
        long end = world.time.nanos() + length.toNanos();
        world.time.at(end - LOST.toNanos(), () -> world.answersAreLost = false);
        stage();
        int pace = dice.pick(List.of(20, 80, 300));
        while (world.time.nanos() < end && !world.time.hasEnded()) {
            strike();
            world.time.pass(dice.seconds(2, pace));
        }
    }

    private void stage() {
        Trouble scene = dice.pick(Scenes.all());
        scene.strike().apply(world).ifPresent(cure -> {
            world.trace.say("* scene: %s", scene.name());
            cures.add(once(scene, cure));
        });
    }

    private void strike() {
        int lot = dice.below(troubles.stream().mapToInt(Trouble::weight).sum());
        for (Trouble trouble : troubles) {
            lot -= trouble.weight();
            if (lot < 0) {
                trouble.strike().apply(world).ifPresent(cure -> {
                    world.trace.say("* %s", trouble.name());
                    cureLater(trouble, cure);
                });
                return;
            }
        }
    }

    private void cureLater(Trouble trouble, Runnable cure) {
        Runnable once = once(trouble, cure);
        cures.add(once);
        world.time.after(dice.chance(50) ? dice.seconds(5, 60) : dice.seconds(60, 700), once);
    }

    private Runnable once(Trouble trouble, Runnable cure) {
        return new Runnable() {
            private boolean isDone;

            @Override
            public void run() {
                if (!isDone) {
                    isDone = true;
                    world.trace.say("* over: %s", trouble.name());
                    cure.run();
                }
            }
        };
    }

    /// No fault lasts, and two processes are there again.
    private void recover() {
        world.trace.say("* all faults end");
        cures.forEach(Runnable::run);
        world.recover();
        while (world.processes.size() < 2 && !world.time.hasEnded()) {
            world.time.pass(Duration.ofSeconds(1));
        }
    }

    private void conclude() {
        long quietSince = world.time.nanos();
        long end = quietSince + Duration.ofMinutes(20).toNanos();
        world.time.after(Duration.ofSeconds(15), world.person::acknowledgeAll);
        world.time.after(dice.seconds(20, 40), this::strikeDown);
        long settled = quietSince + Duration.ofSeconds(200).toNanos();
        while (!world.time.hasEnded()
                && world.time.nanos() < end
                && (world.time.nanos() < settled || world.judge.awaitsEnd())) {
            world.time.pass(STEP);
            world.person.acknowledgeAll();
            world.judge.expectAllDone(quietSince);
        }
    }

    private void strikeDown() {
        for (Machine machine : List.copyOf(world.machines)) {
            boolean isThere = world.vmsOf(machine).findAny().isPresent();
            if (isThere && dice.chance(12)) {
                world.destroy(machine);
            } else if (isThere && dice.chance(5)) {
                world.lose(machine, dice.chance(50));
            } else if (isThere && dice.chance(10)) {
                machine.turn(dice.chance(70) ? PowerState.OFF : PowerState.SUSPENDED);
            }
        }
    }
}

package dev.vspherecloud.controllers.lifecycle.chaos;

import static dev.vspherecloud.controllers.lifecycle.chaos.Trouble.MENDS_ITSELF;
import static dev.vspherecloud.controllers.lifecycle.chaos.Trouble.NOT_NOW;

import dev.vspherecloud.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.domain.node.NodeView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What happens to the API server, to Nodes, to our processes and their clocks, and to the configuration.
final class ClusterTroubles {
    private ClusterTroubles() {}

    static List<Trouble> all() {
        return List.of(
                new Trouble("the API server refuses", 2, world -> manner(world, ModelCluster.Manner.REFUSING)),
                new Trouble("the API server hangs", 2, world -> manner(world, ModelCluster.Manner.HANGING)),
                new Trouble("the API server is shaky", 3, world -> manner(world, ModelCluster.Manner.SHAKY)),
                new Trouble("somebody touches a Node", 3, ClusterTroubles::touched),
                new Trouble("a Node is deleted and comes anew", 2, ClusterTroubles::recreated),
                new Trouble("a machine is rebuilt under its name", 1, ClusterTroubles::rebuilt),
                new Trouble("a Node is about to be removed", 1, ClusterTroubles::leaving),
                new Trouble("a Node is to be kept", 1, ClusterTroubles::kept),
                new Trouble("deletion is switched off", 1, ClusterTroubles::switchedOff),
                new Trouble("a vCenter is paused", 1, ClusterTroubles::paused),
                new Trouble("the leader is killed", 3, ClusterTroubles::killed),
                new Trouble("the leader is ended", 2, world -> leader(world, it -> world.restart(it, true))),
                new Trouble("the leader is paused", 3, world -> leader(world, it -> it.pause(pause(world), false))),
                new Trouble(
                        "the leader's machine is suspended",
                        3,
                        world -> leader(world, it -> it.pause(pause(world), true))),
                new Trouble(
                        "the leader is paused in mid-call",
                        3,
                        world -> leader(world, it -> it.pauseInNextCall(pause(world), false, () -> {}))),
                new Trouble(
                        "the leader's machine is suspended in mid-call",
                        4,
                        world -> leader(world, it -> it.pauseInNextCall(pause(world), true, () -> {}))),
                new Trouble("a clock jumps", 3, ClusterTroubles::jump),
                new Trouble("the leader is cut off", 3, ClusterTroubles::leaderCutOff),
                new Trouble(
                        "the leader's watch is silent",
                        3,
                        world -> leader(world, it -> it.deafen(world.dice.seconds(20, 200)))),
                new Trouble("answers of vCenters are lost", 2, ClusterTroubles::lostAnswers));
    }

    private static Duration pause(World world) {
        return world.dice.seconds(5, world.dice.chance(50) ? 40 : 400);
    }

    static Optional<Runnable> manner(World world, ModelCluster.Manner manner) {
        world.cluster.answer(manner);
        return Optional.of(() -> world.cluster.answer(ModelCluster.Manner.WELL));
    }

    static Optional<Runnable> killed(World world) {
        return leader(world, it -> world.restart(it, false));
    }

    static Optional<Runnable> touched(World world) {
        return with(
                world,
                node -> world.cluster.annotate(
                        node.name(), Map.of("example.net/touched", Integer.toString(world.dice.below(1000)))));
    }

    /// Its kubelet is restarted and registers, if its machine runs.
    static Optional<Runnable> recreated(World world) {
        return with(world, node -> {
            world.cluster.remove(node.name());
            world.cluster
                    .kubelet(node.name())
                    .map(ModelKubelet::machine)
                    .filter(Machine::isReaching)
                    .ifPresent(machine -> world.time.after(world.dice.seconds(1, 30), () -> world.join(machine)));
        });
    }

    static Optional<Runnable> rebuilt(World world) {
        return world.isDenied
                ? NOT_NOW
                : with(world, node -> world.judge.machine(node).ifPresent(machine -> {
                    world.destroy(machine);
                    world.time.after(world.dice.seconds(25, 120), () -> world.rebuild(machine));
                }));
    }

    static Optional<Runnable> leaving(World world) {
        List<NodeView> ours = ours(world);
        if (world.isDenied || ours.isEmpty()) {
            return NOT_NOW;
        }
        NodeView node = world.dice.pick(ours);
        world.cluster.change(node.name(), now -> ModelCluster.leaving(now, true));
        return Optional.of(() -> world.cluster.change(node.name(), now -> ModelCluster.leaving(now, false)));
    }

    static Optional<Runnable> kept(World world) {
        return with(world, node -> world.cluster.annotate(node.name(), Map.of(LifecyclePolicy.KEEP, "")));
    }

    static Optional<Runnable> switchedOff(World world) {
        LifecycleRules before = world.rules;
        world.rule(new LifecycleRules(false, before.disappearedAfter(), before.breaker(), Set.of()));
        return Optional.of(() -> world.rule(before));
    }

    static Optional<Runnable> paused(World world) {
        LifecycleRules before = world.rules;
        world.rule(new LifecycleRules(
                true,
                before.disappearedAfter(),
                before.breaker(),
                Set.of(world.dice.pick(world.sites).name())));
        return Optional.of(() -> world.rule(before));
    }

    static Optional<Runnable> jump(World world) {
        if (world.processes.isEmpty()) {
            return NOT_NOW;
        }
        int seconds = world.dice.between(1, world.dice.chance(50) ? 60 : 4000);
        world.dice.pick(world.processes).jump(Duration.ofSeconds(world.dice.chance(50) ? seconds : -seconds));
        return MENDS_ITSELF;
    }

    static Optional<Runnable> leaderCutOff(World world) {
        return world.leader().map(process -> {
            process.cutOff(true);
            return () -> process.cutOff(false);
        });
    }

    static Optional<Runnable> lostAnswers(World world) {
        world.answersAreLost = true;
        return Optional.of(() -> world.answersAreLost = false);
    }

    private static Optional<Runnable> leader(World world, Consumer<ModelProcess> blow) {
        return world.leader().map(process -> {
            blow.accept(process);
            return () -> {};
        });
    }

    private static Optional<Runnable> with(World world, Consumer<NodeView> blow) {
        List<NodeView> ours = ours(world);
        if (ours.isEmpty()) {
            return NOT_NOW;
        }
        blow.accept(world.dice.pick(ours));
        return MENDS_ITSELF;
    }

    private static List<NodeView> ours(World world) {
        return world.cluster.nodes().stream().filter(Judge::isOurs).toList();
    }
}

package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosEvent.NOT_NOW;
import static dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosEvent.NO_UNDO;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.RecordedVm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Faults of the API server, of Nodes, of the processes of the provider and their clocks, and changes of the
/// configuration.
final class ClusterChaosEvents {
    private ClusterChaosEvents() {}

    static List<ChaosEvent> all() {
        return List.of(
                new ChaosEvent("the API server refuses", 2, world -> manner(world, ModelCluster.Manner.REFUSING)),
                new ChaosEvent("the API server hangs", 2, world -> manner(world, ModelCluster.Manner.HANGING)),
                new ChaosEvent("the API server is shaky", 3, world -> manner(world, ModelCluster.Manner.SHAKY)),
                new ChaosEvent("a client touches a Node", 3, ClusterChaosEvents::touched),
                new ChaosEvent("a Node is deleted and registers again", 2, ClusterChaosEvents::recreated),
                new ChaosEvent("a machine is rebuilt under its name", 1, ClusterChaosEvents::rebuilt),
                new ChaosEvent("a Node is about to be removed", 1, ClusterChaosEvents::leaving),
                new ChaosEvent("a Node is to be kept", 1, ClusterChaosEvents::kept),
                new ChaosEvent("deletion is switched off", 1, ClusterChaosEvents::switchedOff),
                new ChaosEvent("a vCenter is paused", 1, ClusterChaosEvents::paused),
                new ChaosEvent("the leader is killed", 3, ClusterChaosEvents::killed),
                new ChaosEvent("the leader is ended", 2, world -> leader(world, it -> world.restart(it, true))),
                new ChaosEvent("the leader is paused", 3, world -> leader(world, it -> it.pause(pause(world), false))),
                new ChaosEvent(
                        "the leader's machine is suspended",
                        3,
                        world -> leader(world, it -> it.pause(pause(world), true))),
                new ChaosEvent(
                        "the leader is paused in mid-call",
                        3,
                        world -> leader(world, it -> it.pauseInNextCall(pause(world), false, () -> {}))),
                new ChaosEvent(
                        "the leader's machine is suspended in mid-call",
                        4,
                        world -> leader(world, it -> it.pauseInNextCall(pause(world), true, () -> {}))),
                new ChaosEvent("a clock jumps", 3, ClusterChaosEvents::jump),
                new ChaosEvent("the leader is cut off", 3, ClusterChaosEvents::leaderCutOff),
                new ChaosEvent(
                        "the leader's watch is silent",
                        3,
                        world -> leader(world, it -> it.stallWatch(world.seededRandom.seconds(20, 200)))),
                new ChaosEvent("deletes are long on their way", 3, ClusterChaosEvents::lingering),
                new ChaosEvent(
                        "a delete is on its way while another takes over", 2, ClusterChaosEvents::lingeringHandover),
                new ChaosEvent("a snapshot of etcd is taken", 2, ClusterChaosEvents::snapshot),
                new ChaosEvent("etcd is restored", 2, ClusterChaosEvents::etcdRestored),
                new ChaosEvent("a Node lies about its VM", 3, ClusterChaosEvents::tampered),
                new ChaosEvent("a person acknowledges what is true", 3, ClusterChaosEvents::acknowledged),
                new ChaosEvent("a person acknowledges something else", 2, ClusterChaosEvents::mistaken),
                new ChaosEvent("answers of vCenters are lost", 2, ClusterChaosEvents::lostAnswers));
    }

    private static Duration pause(World world) {
        return world.seededRandom.seconds(5, world.seededRandom.chance(50) ? 40 : 400);
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
                        node.name(), Map.of("example.net/touched", Integer.toString(world.seededRandom.below(1000)))));
    }

    /// Deletes a Node. If its machine runs, its kubelet registers again.
    static Optional<Runnable> recreated(World world) {
        return with(world, node -> {
            world.cluster.remove(node.name());
            world.cluster
                    .kubelet(node.name())
                    .map(ModelKubelet::machine)
                    .filter(Machine::isReaching)
                    .ifPresent(
                            machine -> world.time.after(world.seededRandom.seconds(1, 30), () -> world.join(machine)));
        });
    }

    static Optional<Runnable> rebuilt(World world) {
        return with(world, node -> world.invariantChecker.machine(node).ifPresent(machine -> {
            world.destroy(machine);
            world.time.after(world.seededRandom.seconds(25, 120), () -> world.rebuild(machine));
        }));
    }

    static Optional<Runnable> leaving(World world) {
        List<NodeView> managed = managed(world);
        if (world.isDenied || managed.isEmpty()) {
            return NOT_NOW;
        }
        NodeView node = world.seededRandom.pick(managed);
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
                Set.of(world.seededRandom.pick(world.sites).name())));
        return Optional.of(() -> world.rule(before));
    }

    static Optional<Runnable> jump(World world) {
        if (world.processes.isEmpty()) {
            return NOT_NOW;
        }
        int seconds = world.seededRandom.between(1, world.seededRandom.chance(50) ? 60 : 4000);
        world.seededRandom
                .pick(world.processes)
                .jump(Duration.ofSeconds(world.seededRandom.chance(50) ? seconds : -seconds));
        return NO_UNDO;
    }

    static Optional<Runnable> leaderCutOff(World world) {
        return world.leader().map(process -> {
            process.cutOff(true);
            return () -> process.cutOff(false);
        });
    }

    static Optional<Runnable> lingering(World world) {
        world.writesLinger = true;
        return Optional.of(() -> world.writesLinger = false);
    }

    static Optional<Runnable> lingeringHandover(World world) {
        world.writesLinger = true;
        world.duringFaults(world.seededRandom.seconds(20, 120), () -> killed(world));
        return Optional.of(() -> world.writesLinger = false);
    }

    static Optional<Runnable> snapshot(World world) {
        world.snapshots.add(world.cluster.snapshot());
        return NO_UNDO;
    }

    static Optional<Runnable> etcdRestored(World world) {
        if (world.snapshots.isEmpty() || !world.cluster.isUp()) {
            return NOT_NOW;
        }
        ModelCluster.Snapshot snapshot = world.seededRandom.pick(world.snapshots);
        world.cluster.restore(snapshot);
        world.invariantChecker.forget(snapshot.taken());
        return NO_UNDO;
    }

    /// Writes false values on a Node, as its kubelet or an attacker with the kubelet's credentials can.
    static Optional<Runnable> tampered(World world) {
        List<NodeView> managed = managed(world);
        if (managed.isEmpty()) {
            return NOT_NOW;
        }
        NodeView node = world.seededRandom.pick(managed);
        NodeView other = world.seededRandom.pick(managed);
        world.invariantChecker.tampered(node);
        world.cluster.annotate(node.name(), world.seededRandom.pick(falseValues(world, other)));
        return NO_UNDO;
    }

    private static List<Map<String, String>> falseValues(World world, NodeView other) {
        String vcenter = world.seededRandom.pick(world.vcenters).instance().toString();
        return List.of(
                Map.of(RecordedVm.VM, "vm-1￾", RecordedVm.VCENTER, vcenter),
                Map.of(RecordedVm.VM, "<vm>&", RecordedVm.HOME, "Folder:\0 ResourcePool:]]>"),
                Map.of(RecordedVm.SEEN, "5 +1000000000-12-31T23:59:59Z"),
                Map.of(RecordedVm.SEEN, Long.MAX_VALUE + " 2026-01-01T00:00:00Z"),
                Map.of(RecordedVm.SEEN, "900000 2026-01-02T00:00:00Z"),
                Map.of(RecordedVm.SEEN, "1 2025-06-01T00:00:00Z"),
                Map.of(RecordedVm.HOME, "x".repeat(5_000)),
                Map.of(RecordedVm.HOME, "Folder:group-v1 ResourcePool:resgroup-1 HostSystem:host-1"),
                Map.of(RecordedVm.VM, "vm-1", RecordedVm.INSTANCE_UUID, vcenter, RecordedVm.VCENTER, vcenter),
                Map.of(RecordedVm.VCENTER, "00000000-0000-4000-8000-000000000000"),
                other.recordedVm().map(RecordedVm::annotations).orElse(Map.of()));
    }

    static Optional<Runnable> acknowledged(World world) {
        world.operator.acknowledgeWhatIsTrue();
        return NO_UNDO;
    }

    static Optional<Runnable> mistaken(World world) {
        world.operator.acknowledgeMistakenly();
        return NO_UNDO;
    }

    static Optional<Runnable> lostAnswers(World world) {
        if (world.allAnswersArrive) {
            return NOT_NOW;
        }
        world.answersAreLost = true;
        return Optional.of(() -> world.answersAreLost = false);
    }

    private static Optional<Runnable> leader(World world, Consumer<ModelProcess> action) {
        return world.leader().map(process -> {
            action.accept(process);
            return () -> {};
        });
    }

    private static Optional<Runnable> with(World world, Consumer<NodeView> action) {
        List<NodeView> managed = managed(world);
        if (managed.isEmpty()) {
            return NOT_NOW;
        }
        action.accept(world.seededRandom.pick(managed));
        return NO_UNDO;
    }

    private static List<NodeView> managed(World world) {
        return world.cluster.nodes().stream().filter(world::isManaged).toList();
    }
}

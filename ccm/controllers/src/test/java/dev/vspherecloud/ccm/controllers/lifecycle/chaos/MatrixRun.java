package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.domain.identity.NodeName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One fault that lasts longer than `disappearedAfter`, while all machines run and all kubelets are cut off. Then
/// the fault ends, and one machine is destroyed.
final class MatrixRun {
    /// Number of machines in the first of two vCenters.
    static final int MACHINES = 12;

    private static final Duration WARM = Duration.ofMinutes(1);
    private static final Duration HALF = Duration.ofMinutes(8);
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final Duration SETTLED = Duration.ofMinutes(15);

    /// @param deletedMeanwhile how many Nodes were deleted while all machines ran
    /// @param left             the Nodes that remain at the end
    record Outcome(int deletedMeanwhile, List<NodeName> left, Optional<InvariantChecker.Wrong> wrong) {}

    private final World world;
    private final List<Machine> machines;

    private MatrixRun(World world) {
        this.world = world;
        world.addSite("vc-a");
        world.addSite("vc-b");
        for (int n = 1; n <= MACHINES; n++) {
            world.states.add(world.sites.getFirst().own().backup());
            world.addMachine(world.sites.getFirst().own(), "a-" + n, "group-v" + (1 + n % 2), "host-" + (1 + n % 3));
        }
        world.addMachine(world.sites.getLast().own(), "b-1", "group-v1", "host-1");
        world.addMachine(world.sites.getLast().own(), "b-2", "group-v1", "host-2");
        machines = List.copyOf(world.machines);
        world.startProcesses(2);
    }

    static Outcome of(Fault fault, Handover handover, Trace trace) {
        return new MatrixRun(new World(1, trace, DisabledSafeguard.NONE)).run(fault, handover);
    }

    private Outcome run(Fault fault, Handover handover) {
        world.time.pass(WARM);
        machines.forEach(machine -> machine.cutOff(true));
        world.time.pass(WARM);
        world.trace.say("* %s", fault);
        fault.inject(world);
        world.time.pass(HALF);
        world.trace.say("* %s", handover);
        handover.apply(world);
        world.time.pass(HALF);
        int deletedMeanwhile = world.invariantChecker.deletions();
        recover();
        world.destroy(machines.getFirst());
        settle();
        return new Outcome(
                deletedMeanwhile,
                world.cluster.nodes().stream().map(node -> node.name()).toList(),
                world.invariantChecker.wrong());
    }

    private void recover() {
        world.trace.say("* all faults end");
        machines.forEach(machine -> machine.cutOff(false));
        world.recover();
        world.time.pass(Duration.ofSeconds(30));
        world.operator.acknowledgeAll();
        world.time.pass(WARM);
    }

    private void settle() {
        long quietSince = world.time.nanos();
        boolean isThere = true;
        while (isThere && !world.time.hasEnded() && world.time.since(quietSince).compareTo(SETTLED) < 0) {
            world.time.pass(STEP);
            world.operator.acknowledgeAll();
            world.invariantChecker.expectAllDone(quietSince);
            isThere = world.cluster.node(machines.getFirst().node()).isPresent();
        }
    }
}

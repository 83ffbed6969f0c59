package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosEvent.NOT_NOW;
import static dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosEvent.NO_UNDO;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/// Faults of machines and their kubelets.
final class MachineChaosEvents {
    private MachineChaosEvents() {}

    static List<ChaosEvent> all() {
        return List.of(
                new ChaosEvent("a machine is cut off", 10, MachineChaosEvents::cutOff),
                new ChaosEvent("all machines are cut off", 3, MachineChaosEvents::allCutOff),
                new ChaosEvent("a kubelet is not well", 3, MachineChaosEvents::unwell),
                new ChaosEvent(
                        "a kubelet only renews its Lease, and is taken for lost", 5, MachineChaosEvents::mistaken),
                new ChaosEvent("power off", 4, world -> down(world, PowerState.OFF)),
                new ChaosEvent("suspend", 2, world -> down(world, PowerState.SUSPENDED)),
                new ChaosEvent("guest shutdown", 2, MachineChaosEvents::guestShutdown),
                new ChaosEvent("reset", 2, MachineChaosEvents::reset),
                new ChaosEvent("HA restart on another host", 2, MachineChaosEvents::restartedByHa));
    }

    static Optional<Runnable> cutOff(World world) {
        return with(world, (_, machine) -> {
            machine.cutOff(true);
            return Optional.of(() -> machine.cutOff(false));
        });
    }

    static Optional<Runnable> allCutOff(World world) {
        List<Machine> all = List.copyOf(world.machines);
        all.forEach(machine -> machine.cutOff(true));
        return Optional.of(() -> all.forEach(machine -> machine.cutOff(false)));
    }

    static Optional<Runnable> unwell(World world) {
        return with(world, (_, machine) -> {
            machine.well(false);
            return Optional.of(() -> machine.well(true));
        });
    }

    /// The kubelet's status loop hangs, and an overloaded kube-controller-manager has missed the renewals of its
    /// Lease.
    static Optional<Runnable> mistaken(World world) {
        return with(world, (_, machine) -> {
            machine.hang(true);
            world.cluster.lose(machine);
            return Optional.of(() -> machine.hang(false));
        });
    }

    static Optional<Runnable> down(World world, PowerState to) {
        return with(world, (_, machine) -> {
            machine.turn(to);
            return Optional.of(() -> up(world, machine));
        });
    }

    /// The kubelet stops before the power is off.
    static Optional<Runnable> guestShutdown(World world) {
        return with(world, (_, machine) -> {
            machine.halt();
            world.time.after(world.seededRandom.seconds(2, 90), () -> machine.turn(PowerState.OFF));
            return Optional.of(() -> up(world, machine));
        });
    }

    static Optional<Runnable> reset(World world) {
        return with(world, (_, machine) -> {
            machine.halt();
            world.time.after(world.seededRandom.seconds(15, 120), () -> world.boot(machine));
            return Optional.of(() -> up(world, machine));
        });
    }

    /// The host fails: vCenter shows the VM with its last state, then off on another host, then on.
    static Optional<Runnable> restartedByHa(World world) {
        return with(world, (vcenter, machine) -> {
            ModelVm vm = vcenter.vmOf(machine).orElseThrow();
            vcenter.change(vm, now -> now.with(ConnectionState.DISCONNECTED));
            machine.turn(PowerState.OFF);
            world.time.after(world.seededRandom.seconds(20, 90), () -> {
                vcenter.change(vm, now -> now.on("host-3").with(ConnectionState.CONNECTED));
                vcenter.refresh();
                world.time.after(world.seededRandom.seconds(1, 20), () -> up(world, machine));
            });
            return NO_UNDO;
        });
    }

    static void up(World world, Machine machine) {
        machine.turn(PowerState.ON);
        world.time.after(world.seededRandom.seconds(5, 60), () -> world.boot(machine));
    }

    static Optional<Runnable> with(World world, BiFunction<ModelVcenter, Machine, Optional<Runnable>> action) {
        List<Machine> there = world.machines.stream()
                .filter(machine ->
                        !machine.isDestroyed() && world.vcenterOf(machine).isPresent())
                .toList();
        if (there.isEmpty()) {
            return NOT_NOW;
        }
        Machine machine = world.seededRandom.pick(there);
        return action.apply(world.vcenterOf(machine).orElseThrow(), machine);
    }
}

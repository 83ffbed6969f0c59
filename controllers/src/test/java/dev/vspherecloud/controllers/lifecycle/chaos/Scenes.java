package dev.vspherecloud.controllers.lifecycle.chaos;

import static dev.vspherecloud.controllers.lifecycle.chaos.Trouble.NOT_NOW;

import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.Connection;
import dev.vspherecloud.domain.vm.PowerState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What the rest of a run is built around: several things at once, each harmless, that together leave one safeguard
/// alone between a machine that lives and the end of its Node; as long as the run suffers.
///
/// Chance alone comes to such places too rarely. What happens beside a scene, and when, is left to it.
final class Scenes {
    private Scenes() {}

    static List<Trouble> all() {
        return List.of(
                scene("a folder is denied, its machines are cut off", Scenes::deniedFolder),
                scene("all is denied for want of a right, machines are cut off", Scenes::deniedForWantOfARight),
                scene("a folder is hidden, its machines are cut off", Scenes::hiddenFolder),
                scene("a VM is hidden, its machine cut off", Scenes::hiddenVm),
                scene("an empty vCenter answers, machines are cut off", Scenes::swapped),
                scene("vCenter is restored, machines are cut off", Scenes::restored),
                scene("a VM moves to a vCenter that falls silent", Scenes::movedIntoSilence),
                scene("a VM is unregistered, its kubelet is hung", Scenes::unregisteredAlive),
                scene("all VMs are denied, machines are cut off", Scenes::deniedAll),
                scene("a host is removed, its machines are cut off", Scenes::hostRemoved),
                scene("a VM is denied now and then, its machine cut off", Scenes::deniedNowAndThen),
                scene("a VM comes back while the leader is suspended", Scenes::backBehindSuspension),
                scene("a machine is rebuilt behind a silent watch", Scenes::rebuiltBehindSilentWatch),
                scene("a VM is switched on while its host is disconnected", Scenes::onBehindDisconnect),
                scene("a VM is switched on while vCenter hangs", Scenes::onBehindHang),
                scene("machines are destroyed", Scenes::destroyed),
                scene("a VM is unregistered", Scenes::unregistered));
    }

    private static Trouble scene(String name, Function<World, Optional<Runnable>> strike) {
        return new Trouble(name, 1, strike);
    }

    static Optional<Runnable> deniedFolder(World world) {
        return all(cutOffMost(world), VcenterTroubles.hiddenFolder(world, true));
    }

    static Optional<Runnable> deniedForWantOfARight(World world) {
        return all(cutOffMost(world), VcenterTroubles.blind(world, true));
    }

    static Optional<Runnable> hiddenFolder(World world) {
        return all(cutOffMost(world), VcenterTroubles.hiddenFolder(world, false));
    }

    static Optional<Runnable> hiddenVm(World world) {
        return all(cutOffMost(world), VcenterTroubles.hiddenVm(world));
    }

    static Optional<Runnable> swapped(World world) {
        return all(cutOffMost(world), VcenterTroubles.swapped(world));
    }

    static Optional<Runnable> restored(World world) {
        return all(cutOffMost(world), VcenterTroubles.restored(world));
    }

    /// What the vCenter that had it says is true, and not enough.
    static Optional<Runnable> movedIntoSilence(World world) {
        Site to = world.dice.pick(world.sites);
        return withVm(world, (from, vm) -> {
            if (from == to.own()) {
                return NOT_NOW;
            }
            Runnable back = cutOff(vm.machine());
            to.own().register(vm.machine(), vm.instanceUuid(), vm.folder(), vm.host());
            from.remove(vm, "VirtualMachine.relocate", vm.moref(), Duration.ZERO);
            to.fallSilent(ReasonCode.VCENTER_SILENT);
            return Optional.of(both(back, to::speak));
        });
    }

    static Optional<Runnable> unregisteredAlive(World world) {
        return withVm(world, (vcenter, vm) -> {
            vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO);
            vm.machine().hang(true);
            world.cluster.lose(vm.machine());
            return Optional.of(both(world::repair, () -> vm.machine().hang(false)));
        });
    }

    static Optional<Runnable> deniedAll(World world) {
        return all(cutOffMost(world), VcenterTroubles.deniedAll(world));
    }

    static Optional<Runnable> hostRemoved(World world) {
        return all(cutOffMost(world), VcenterTroubles.hostRemoved(world));
    }

    /// Never for long enough; that pages lack it all along is another matter.
    static Optional<Runnable> deniedNowAndThen(World world) {
        return withVm(world, (vcenter, vm) -> {
            Runnable back = cutOff(vm.machine());
            vcenter.account().truncated.add(vm.moref());
            vcenter.account().everDenied.add(vm.moref());
            deny(world, vcenter, vm, 4);
            return Optional.of(back);
        });
    }

    private static void deny(World world, ModelVcenter vcenter, ModelVm vm, int times) {
        if (times > 0 && !world.isDenied) {
            vcenter.account().denied.add(vm.moref());
            vcenter.changed();
            world.inTrouble(world.dice.seconds(60, 150), () -> {
                vcenter.account().denied.remove(vm.moref());
                vcenter.changed();
                world.inTrouble(world.dice.seconds(60, 100), () -> deny(world, vcenter, vm, times - 1));
            });
        }
    }

    /// Just when the last look is due.
    static Optional<Runnable> backBehindSuspension(World world) {
        return withVm(world, (vcenter, vm) -> {
            Runnable back = cutOff(vm.machine());
            vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO);
            Duration moment = world.rules.disappearedAfter().plus(world.dice.seconds(0, 60));
            Duration suspension = world.dice.seconds(60, 300);
            world.inTrouble(moment, () -> world.leader()
                    .ifPresent(leader -> leader.pauseInNextCall(suspension, world.dice.chance(70), world::repair)));
            return Optional.of(both(back, world::repair));
        });
    }

    /// The new machine falls silent at once, so that its kubelet does not speak for its Node.
    static Optional<Runnable> rebuiltBehindSilentWatch(World world) {
        return withVm(world, (_, vm) -> {
            Machine old = vm.machine();
            world.destroy(old);
            whenLost(world, old, () -> {
                world.leader().ifPresent(leader -> leader.deafen(world.dice.seconds(60, 200)));
                world.cluster.remove(old.node());
                world.rebuild(old);
                world.inTrouble(Duration.ofSeconds(2), () -> world.cluster
                        .kubelet(old.node())
                        .ifPresent(kubelet -> kubelet.machine().cutOff(true)));
            });
            return Optional.of(() -> world.cluster.kubelet(old.node()).ifPresent(kubelet -> kubelet.machine()
                    .cutOff(false)));
        });
    }

    private static void whenLost(World world, Machine machine, Runnable then) {
        boolean isLost = world.cluster
                .node(machine.node())
                .flatMap(world.cluster::lostSince)
                .isPresent();
        world.inTrouble(Duration.ofSeconds(2), isLost ? then : () -> whenLost(world, machine, then));
    }

    /// What vCenter shows of it is from before.
    static Optional<Runnable> onBehindDisconnect(World world) {
        return withVm(world, (vcenter, vm) -> {
            Runnable back = cutOff(vm.machine());
            vm.machine().turn(PowerState.OFF);
            vcenter.change(vm, now -> now.with(Connection.DISCONNECTED));
            vm.machine().turn(PowerState.ON);
            world.inTrouble(world.dice.seconds(10, 60), () -> world.boot(vm.machine()));
            return Optional.of(both(back, () -> {
                vcenter.change(vm, now -> now.with(Connection.CONNECTED));
                vcenter.refresh();
            }));
        });
    }

    /// It is cut off so much later that what vCenter showed last is old by then.
    static Optional<Runnable> onBehindHang(World world) {
        return withVm(world, (vcenter, vm) -> world.siteOf(vcenter.instance()).map(site -> {
            Machine machine = vm.machine();
            machine.turn(PowerState.OFF);
            world.inTrouble(Duration.ofSeconds(5), () -> {
                site.slowDown(Duration.ofMinutes(10));
                machine.turn(PowerState.ON);
                world.boot(machine);
            });
            world.inTrouble(world.dice.seconds(60, 120), () -> machine.cutOff(true));
            return both(() -> machine.cutOff(false), () -> site.slowDown(Duration.ZERO));
        }));
    }

    static Optional<Runnable> destroyed(World world) {
        return all(VcenterTroubles.destroyed(world), VcenterTroubles.destroyed(world));
    }

    static Optional<Runnable> unregistered(World world) {
        return all(cutOffMost(world), VcenterTroubles.unregistered(world));
    }

    private static Optional<Runnable> cutOffMost(World world) {
        List<Machine> most =
                world.machines.stream().filter(_ -> world.dice.chance(85)).toList();
        most.forEach(machine -> machine.cutOff(true));
        return Optional.of(() -> most.forEach(machine -> machine.cutOff(false)));
    }

    private static Runnable cutOff(Machine machine) {
        machine.cutOff(true);
        return () -> machine.cutOff(false);
    }

    private static Runnable both(Runnable one, Runnable other) {
        return () -> {
            one.run();
            other.run();
        };
    }

    private static Optional<Runnable> all(Optional<Runnable> one, Optional<Runnable> other) {
        return one.map(first -> other.map(second -> both(first, second)).orElse(first))
                .or(() -> other);
    }

    private static Optional<Runnable> withVm(World world, VcenterTroubles.Blow blow) {
        return VcenterTroubles.withVm(world, blow);
    }
}

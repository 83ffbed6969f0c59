package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosEvent.NOT_NOW;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The scenes of chaos runs: each combines several events, each of which is harmless. During the faults, only one
/// safeguard then protects the Node of a running machine from deletion.
///
/// By chance alone, a run would reach such a state too rarely. Chance decides what else happens, and when.
final class Scenes {
    private Scenes() {}

    static List<ChaosEvent> all() {
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
                scene("many VMs are unregistered, machines are cut off", Scenes::manyUnregistered),
                scene("the VMs of a folder are unregistered, machines are cut off", Scenes::folderEmptied),
                scene("the VMs of a vCenter are unregistered, machines are cut off", Scenes::vcenterEmptied),
                scene("Nodes wait for their initialisation", Scenes::uninitialised),
                scene("a VM is destroyed as it is seen first", Scenes::destroyedAtFirstSight),
                scene("a person acknowledges, and more is lost", Scenes::acknowledgedBefore),
                scene("a Node of two machines loses one", Scenes::conflict),
                scene("most VMs are unregistered, and of no group all", Scenes::mostOfNoGroup),
                scene("a VM comes back while the API server takes its time", Scenes::backBehindSlowCall),
                scene("a Node is to be kept behind a silent watch", Scenes::keptBehindSilentWatch),
                scene("machines are destroyed", Scenes::destroyed),
                scene("a VM is unregistered", Scenes::unregistered));
    }

    private static ChaosEvent scene(String name, Function<World, Optional<Runnable>> inject) {
        return new ChaosEvent(name, 1, inject);
    }

    static Optional<Runnable> deniedFolder(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.hiddenFolder(world, true));
    }

    static Optional<Runnable> deniedForWantOfARight(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.blind(world, true));
    }

    static Optional<Runnable> hiddenFolder(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.hiddenFolder(world, false));
    }

    static Optional<Runnable> hiddenVm(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.hiddenVm(world));
    }

    static Optional<Runnable> swapped(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.swapped(world));
    }

    static Optional<Runnable> restored(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.restored(world));
    }

    /// The first vCenter says correctly that it does not have the VM any more. That is no proof of absence.
    static Optional<Runnable> movedIntoSilence(World world) {
        Site to = world.seededRandom.pick(world.sites);
        return withVm(world, (from, vm) -> {
            if (from == to.own()) {
                return NOT_NOW;
            }
            Runnable back = cutOff(vm.machine());
            to.own().register(vm.machine(), vm.instanceUuid(), vm.folder(), vm.host());
            from.remove(vm, "VirtualMachine.relocate", vm.moref(), Duration.ZERO);
            to.fallSilent(VsphereReason.VCENTER_SILENT);
            return Optional.of(both(back, to::answerAgain));
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
        return all(cutOffMost(world), VcenterChaosEvents.deniedAll(world));
    }

    static Optional<Runnable> hostRemoved(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.hostRemoved(world));
    }

    /// The VM is never denied for long enough. In addition, pages lack it all the time.
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
            world.duringFaults(world.seededRandom.seconds(60, 150), () -> {
                vcenter.account().denied.remove(vm.moref());
                vcenter.changed();
                world.duringFaults(world.seededRandom.seconds(60, 100), () -> deny(world, vcenter, vm, times - 1));
            });
        }
    }

    /// The VM comes back at the time of the last check.
    static Optional<Runnable> backBehindSuspension(World world) {
        return withVm(world, (vcenter, vm) -> {
            Runnable back = cutOff(vm.machine());
            vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO);
            Duration moment = world.rules.disappearedAfter().plus(world.seededRandom.seconds(0, 60));
            Duration suspension = world.seededRandom.seconds(60, 300);
            world.duringFaults(moment, () -> world.leader()
                    .ifPresent(leader ->
                            leader.pauseInNextCall(suspension, world.seededRandom.chance(70), world::repair)));
            return Optional.of(both(back, world::repair));
        });
    }

    /// The new machine is cut off at once, so its kubelet renews no Lease of its Node.
    static Optional<Runnable> rebuiltBehindSilentWatch(World world) {
        return withVm(world, (_, vm) -> {
            Machine old = vm.machine();
            world.destroy(old);
            whenLost(world, old, () -> {
                world.leader().ifPresent(leader -> leader.stallWatch(world.seededRandom.seconds(60, 200)));
                world.cluster.remove(old.node());
                world.rebuild(old);
                world.duringFaults(Duration.ofSeconds(2), () -> world.cluster
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
        world.duringFaults(Duration.ofSeconds(2), isLost ? then : () -> whenLost(world, machine, then));
    }

    /// vCenter shows an old state of the VM.
    static Optional<Runnable> onBehindDisconnect(World world) {
        return withVm(world, (vcenter, vm) -> {
            Runnable back = cutOff(vm.machine());
            vm.machine().turn(PowerState.OFF);
            vcenter.change(vm, now -> now.with(ConnectionState.DISCONNECTED));
            vm.machine().turn(PowerState.ON);
            world.duringFaults(world.seededRandom.seconds(10, 60), () -> world.boot(vm.machine()));
            return Optional.of(both(back, () -> {
                vcenter.change(vm, now -> now.with(ConnectionState.CONNECTED));
                vcenter.refresh();
            }));
        });
    }

    /// The machine is cut off so much later that the last state from vCenter is already old.
    static Optional<Runnable> onBehindHang(World world) {
        return withVm(world, (vcenter, vm) -> world.siteOf(vcenter.instance()).map(site -> {
            Machine machine = vm.machine();
            machine.turn(PowerState.OFF);
            world.duringFaults(Duration.ofSeconds(5), () -> {
                site.slowDown(Duration.ofMinutes(10));
                machine.turn(PowerState.ON);
                world.boot(machine);
            });
            world.duringFaults(world.seededRandom.seconds(60, 120), () -> machine.cutOff(true));
            return both(() -> machine.cutOff(false), () -> site.slowDown(Duration.ZERO));
        }));
    }

    static Optional<Runnable> manyUnregistered(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.manyUnregistered(world));
    }

    static Optional<Runnable> folderEmptied(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.folderEmptied(world));
    }

    static Optional<Runnable> vcenterEmptied(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.vcenterEmptied(world));
    }

    /// A new process, which has not seen the VMs before, may take over.
    static Optional<Runnable> uninitialised(World world) {
        Optional<Runnable> end = all(VcenterChaosEvents.restFails(world), VcenterChaosEvents.restFails(world));
        if (world.seededRandom.chance(50)) {
            world.duringFaults(world.seededRandom.seconds(10, 100), () -> ClusterChaosEvents.killed(world));
        }
        return end;
    }

    /// A new leader reads the page of VMs, and then the events. The VM is destroyed in between.
    static Optional<Runnable> destroyedAtFirstSight(World world) {
        world.leader().ifPresent(leader -> world.restart(leader, true));
        return withVm(world, (_, vm) -> {
            vm.machine().turn(PowerState.OFF);
            for (int second = 1; second < 20; second++) {
                world.duringFaults(world.seededRandom.seconds(0, 30), () -> destroyIfNew(world, vm.machine()));
            }
            return ChaosEvent.NO_UNDO;
        });
    }

    private static void destroyIfNew(World world, Machine machine) {
        if (world.leader().isPresent() && !machine.isDestroyed()) {
            world.destroy(machine);
        }
    }

    static Optional<Runnable> acknowledgedBefore(World world) {
        Optional<Runnable> first = all(cutOffMost(world), VcenterChaosEvents.folderEmptied(world));
        world.duringFaults(world.seededRandom.seconds(60, 120), world.operator::acknowledgeWhatIsTrue);
        world.duringFaults(world.seededRandom.seconds(70, 240), () -> VcenterChaosEvents.manyUnregistered(world));
        return first;
    }

    /// The Node's own machine is destroyed.
    static Optional<Runnable> conflict(World world) {
        return withVm(world, (vcenter, vm) -> {
            Machine own = world.addConflict(vcenter, vm.machine());
            world.duringFaults(world.seededRandom.seconds(10, 60), () -> {
                own.cutOff(true);
                world.destroy(own);
            });
            return Optional.of(() -> {});
        });
    }

    /// One VM of each host, folder and vCenter remains.
    static Optional<Runnable> mostOfNoGroup(World world) {
        Optional<Runnable> end = cutOffMost(world);
        var left = new HashMap<String, Integer>();
        List<ModelVm> vms = world.vcenters.stream()
                .flatMap(vcenter -> vcenter.vms().stream())
                .toList();
        vms.forEach(vm -> groups(world, vm).forEach(group -> left.merge(group, 1, Integer::sum)));
        int gone = 0;
        for (ModelVm vm : vms) {
            List<String> groups = groups(world, vm);
            if (2 * gone <= vms.size() && groups.stream().allMatch(group -> left.getOrDefault(group, 0) > 1)) {
                groups.forEach(group -> left.merge(group, -1, Integer::sum));
                world.vcenterOf(vm.machine())
                        .ifPresent(
                                vcenter -> vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO));
                gone++;
            }
        }
        return all(end, Optional.of(world::repair));
    }

    private static List<String> groups(World world, ModelVm vm) {
        String vcenter =
                world.vcenterOf(vm.machine()).map(ModelVcenter::toString).orElse("");
        return List.of(vcenter, vcenter + vm.folder(), vcenter + vm.host());
    }

    /// The VM comes back at the time of the last check.
    static Optional<Runnable> backBehindSlowCall(World world) {
        return withVm(world, (vcenter, vm) -> {
            Runnable back = cutOff(vm.machine());
            vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO);
            Duration moment = world.rules.disappearedAfter().plus(world.seededRandom.seconds(42, 62));
            world.duringFaults(moment, () -> world.leader()
                    .ifPresent(leader -> leader.delayNextCall(world.seededRandom.seconds(4, 8), world::repair)));
            return Optional.of(both(back, world::repair));
        });
    }

    static Optional<Runnable> keptBehindSilentWatch(World world) {
        return withVm(world, (_, vm) -> {
            Machine machine = vm.machine();
            world.destroy(machine);
            whenLost(world, machine, () -> {
                world.leader().ifPresent(leader -> leader.stallWatch(world.seededRandom.seconds(60, 200)));
                world.duringFaults(
                        Duration.ofSeconds(5),
                        () -> world.cluster.annotate(machine.node(), Map.of(LifecyclePolicy.KEEP, "")));
            });
            return ChaosEvent.NO_UNDO;
        });
    }

    static Optional<Runnable> destroyed(World world) {
        return all(VcenterChaosEvents.destroyed(world), VcenterChaosEvents.destroyed(world));
    }

    static Optional<Runnable> unregistered(World world) {
        return all(cutOffMost(world), VcenterChaosEvents.unregistered(world));
    }

    private static Optional<Runnable> cutOffMost(World world) {
        List<Machine> most = world.machines.stream()
                .filter(_ -> world.seededRandom.chance(85))
                .toList();
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

    private static Optional<Runnable> withVm(World world, VcenterChaosEvents.VmEvent action) {
        return VcenterChaosEvents.withVm(world, action);
    }
}

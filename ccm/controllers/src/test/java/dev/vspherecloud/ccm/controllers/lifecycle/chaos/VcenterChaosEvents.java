package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import static dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosEvent.NOT_NOW;
import static dev.vspherecloud.ccm.controllers.lifecycle.chaos.ChaosEvent.NO_UNDO;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Account;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelEvent;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.VmRole;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Faults of vCenters, and changes in their inventories.
final class VcenterChaosEvents {
    /// The maximum number of machines in a run.
    private static final int MAX_COUNT = 70;

    private VcenterChaosEvents() {}

    static List<ChaosEvent> all() {
        return List.of(
                new ChaosEvent("connections are refused", 3, world -> silent(world, VsphereReason.VCENTER_SILENT, 0)),
                new ChaosEvent(
                        "packets go into a black hole", 2, world -> silent(world, VsphereReason.VCENTER_SILENT, 15)),
                new ChaosEvent("no TLS handshake succeeds", 1, world -> silent(world, VsphereReason.VCENTER_SILENT, 1)),
                new ChaosEvent("the login is refused", 2, world -> silent(world, VsphereReason.LOGIN_REFUSED, 1)),
                new ChaosEvent("all calls are slow", 2, VcenterChaosEvents::slow),
                new ChaosEvent("REST fails, and Nodes come", 3, VcenterChaosEvents::restFails),
                new ChaosEvent("events expire", 2, VcenterChaosEvents::expired),
                new ChaosEvent("a VM is copied with its UUID", 3, world -> copied(world, VmRole.MACHINE)),
                new ChaosEvent("a VM becomes a template's twin", 1, world -> copied(world, VmRole.TEMPLATE)),
                new ChaosEvent("another site holds a place for a VM", 1, world -> copied(world, VmRole.PLACEHOLDER)),
                new ChaosEvent("a vCenter is taken from the configuration", 2, VcenterChaosEvents::unconfigured),
                new ChaosEvent("the datacenter is taken from the configuration", 1, VcenterChaosEvents::undatacentered),
                new ChaosEvent("a vCenter is added to the configuration", 1, VcenterChaosEvents::configured),
                new ChaosEvent("many VMs are unregistered", 2, VcenterChaosEvents::manyUnregistered),
                new ChaosEvent("all VMs of a folder are unregistered", 2, VcenterChaosEvents::folderEmptied),
                new ChaosEvent("all VMs of a vCenter are unregistered", 1, VcenterChaosEvents::vcenterEmptied),
                new ChaosEvent("events cannot be read", 2, VcenterChaosEvents::noHistory),
                new ChaosEvent(
                        "a folder cannot be read", 4, world -> hiddenFolder(world, world.seededRandom.chance(60))),
                new ChaosEvent("nothing can be read", 3, world -> blind(world, world.seededRandom.chance(60))),
                new ChaosEvent("a VM cannot be read", 3, VcenterChaosEvents::hiddenVm),
                new ChaosEvent("pages are truncated", 3, VcenterChaosEvents::truncated),
                new ChaosEvent("a VM is denied for a while", 4, VcenterChaosEvents::deniedForAWhile),
                new ChaosEvent("all VMs are denied", 3, VcenterChaosEvents::deniedAll),
                new ChaosEvent("another vCenter answers", 3, VcenterChaosEvents::swapped),
                new ChaosEvent("a backup is taken", 3, VcenterChaosEvents::backup),
                new ChaosEvent("vCenter is restored", 5, VcenterChaosEvents::restored),
                new ChaosEvent("a host is disconnected", 4, VcenterChaosEvents::disconnected),
                new ChaosEvent("a host is removed", 4, VcenterChaosEvents::hostRemoved),
                new ChaosEvent("a datastore is away", 3, VcenterChaosEvents::inaccessible),
                new ChaosEvent("a VM moves to another datacenter", 2, VcenterChaosEvents::unlisted),
                new ChaosEvent("a VM moves to another folder", 2, VcenterChaosEvents::refiled),
                new ChaosEvent("a VM moves to another host", 2, VcenterChaosEvents::migrated),
                new ChaosEvent("a VM moves to another vCenter", 3, VcenterChaosEvents::emigrated),
                new ChaosEvent("a VM is unregistered for a while", 6, VcenterChaosEvents::unregistered),
                new ChaosEvent("a VM is destroyed", 3, VcenterChaosEvents::destroyed));
    }

    /// Adds a machine, and may destroy it again, while Nodes cannot be initialised.
    static Optional<Runnable> restFails(World world) {
        world.areTagsUnreadable = true;
        if (world.machines.size() < MAX_COUNT) {
            ModelVcenter vcenter = world.seededRandom.pick(world.sites).own();
            Machine machine = world.addMachine(
                    vcenter, "late-" + world.machines.size(), "group-v" + world.seededRandom.between(1, 3), "host-1");
            if (world.seededRandom.chance(50) && !world.isDenied) {
                world.duringFaults(world.seededRandom.seconds(5, 200), () -> world.destroy(machine));
            }
        }
        return Optional.of(() -> world.areTagsUnreadable = false);
    }

    static Optional<Runnable> expired(World world) {
        world.seededRandom.pick(world.sites).own().forgetEventsBefore(world.seededRandom.seconds(0, 300));
        return NO_UNDO;
    }

    /// Adds a copy of a VM, which may run or not. The copy is destroyed at the end.
    static Optional<Runnable> copied(World world, VmRole role) {
        ModelVcenter to = world.seededRandom.pick(world.sites).own();
        return withVm(world, (_, vm) -> {
            Machine copy = world.copyOf(vm.machine());
            if (role != VmRole.MACHINE || world.seededRandom.chance(50)) {
                copy.turn(PowerState.OFF);
            }
            ModelVm entry = to.register(copy, world.seededRandom.uuid(), vm.folder(), vm.host(), role);
            return Optional.of(() -> {
                to.remove(to.vmOf(copy).orElse(entry), ModelEvent.DESTROY, entry.moref(), soon(world));
            });
        });
    }

    static Optional<Runnable> unconfigured(World world) {
        if (world.sites.size() < 2) {
            return NOT_NOW;
        }
        Site site = world.seededRandom.pick(world.sites);
        world.sites.remove(site);
        world.reload();
        return Optional.of(() -> {
            world.sites.add(site);
            world.reload();
        });
    }

    static Optional<Runnable> undatacentered(World world) {
        world.isDatacenterRemoved = true;
        world.reload();
        world.vcenters.forEach(ModelVcenter::changed);
        return Optional.of(() -> {
            world.isDatacenterRemoved = false;
            world.vcenters.forEach(ModelVcenter::changed);
        });
    }

    static Optional<Runnable> configured(World world) {
        if (world.sites.size() > 2) {
            return NOT_NOW;
        }
        world.addSite("vc-" + world.vcenters.size());
        world.reload();
        return NO_UNDO;
    }

    static Optional<Runnable> manyUnregistered(World world) {
        int percent = world.seededRandom.between(8, 60);
        return unregistered(world, (_, _) -> world.seededRandom.chance(percent));
    }

    static Optional<Runnable> folderEmptied(World world) {
        String folder = "group-v" + world.seededRandom.between(1, 3);
        ModelVcenter of = world.seededRandom.pick(world.sites).own();
        return unregistered(world, (vcenter, vm) -> vcenter == of && vm.folder().equals(folder));
    }

    static Optional<Runnable> vcenterEmptied(World world) {
        ModelVcenter of = world.seededRandom.pick(world.sites).own();
        return unregistered(world, (vcenter, _) -> vcenter == of);
    }

    private static Optional<Runnable> unregistered(World world, BiPredicate<ModelVcenter, ModelVm> which) {
        if (world.isDenied) {
            return NOT_NOW;
        }
        world.vcenters.forEach(vcenter -> vcenter.vms().stream()
                .filter(vm -> which.test(vcenter, vm))
                .forEach(vm -> vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), soon(world))));
        return Optional.of(world::repair);
    }

    static Optional<Runnable> silent(World world, VsphereReason why, int delay) {
        Site site = world.seededRandom.pick(world.sites);
        site.fallSilent(why);
        site.slowDown(Duration.ofSeconds(delay));
        return Optional.of(() -> {
            site.slowDown(Duration.ZERO);
            site.answerAgain();
        });
    }

    static Optional<Runnable> slow(World world) {
        Site site = world.seededRandom.pick(world.sites);
        site.slowDown(world.seededRandom.seconds(2, 12));
        return Optional.of(() -> site.slowDown(Duration.ZERO));
    }

    static Optional<Runnable> noHistory(World world) {
        ModelVcenter vcenter = anyVcenter(world);
        return account(vcenter, account -> {
            account.noHistory = true;
            return () -> account.noHistory = false;
        });
    }

    static Optional<Runnable> hiddenFolder(World world, boolean isDenied) {
        return withVm(
                world,
                (vcenter, vm) -> account(vcenter, account -> {
                    account.hiddenPlaces.add(vm.folder());
                    account.denies = isDenied;
                    return () -> account.hiddenPlaces.remove(vm.folder());
                }));
    }

    static Optional<Runnable> blind(World world, boolean isDenied) {
        ModelVcenter vcenter = anyVcenter(world);
        return account(vcenter, account -> {
            account.blind = true;
            account.denies = isDenied;
            return () -> account.blind = false;
        });
    }

    static Optional<Runnable> hiddenVm(World world) {
        return withVm(
                world,
                (vcenter, vm) -> account(vcenter, account -> {
                    account.hiddenVms.add(vm.moref());
                    return () -> account.hiddenVms.remove(vm.moref());
                }));
    }

    static Optional<Runnable> truncated(World world) {
        ModelVcenter vcenter = anyVcenter(world);
        Set<String> some = vcenter.vms().stream()
                .map(ModelVm::moref)
                .filter(_ -> world.seededRandom.chance(60))
                .collect(Collectors.toSet());
        return account(vcenter, account -> {
            account.truncated.addAll(some);
            return () -> account.truncated.removeAll(some);
        });
    }

    /// Denies a VM for less than `disappearedAfter`. If vCenter denied one VM for longer, that would be the same
    /// evidence as a real disappearance.
    static Optional<Runnable> deniedForAWhile(World world) {
        return withVm(world, (vcenter, vm) -> {
            if (world.isDenied || !vcenter.account().everDenied.add(vm.moref())) {
                return NOT_NOW;
            }
            return account(vcenter, account -> {
                account.denied.add(vm.moref());
                Runnable end = () -> {
                    account.denied.remove(vm.moref());
                    vcenter.changed();
                };
                world.time.after(world.seededRandom.seconds(10, 270), end);
                return end;
            });
        });
    }

    /// Denies all VMs of all vCenters for any time, which only the breaker can detect. If only one of two vCenters
    /// denied its VMs, that could be less than a whole folder.
    static Optional<Runnable> deniedAll(World world) {
        boolean isOneDenied = world.vcenters.stream()
                .anyMatch(vcenter -> !vcenter.account().denied.isEmpty());
        if (isOneDenied || !isWhole(world)) {
            return NOT_NOW;
        }
        world.isDenied = true;
        List<ModelVcenter> vcenters = List.copyOf(world.vcenters);
        vcenters.forEach(vcenter -> {
            vcenter.vms().forEach(vm -> vcenter.account().denied.add(vm.moref()));
            vcenter.changed();
        });
        return Optional.of(() -> {
            world.isDenied = false;
            vcenters.forEach(vcenter -> {
                vcenter.account().denied.clear();
                vcenter.changed();
            });
        });
    }

    /// Returns true if no Node is about to be removed and every Node's VM is there. The VMs of the vCenters are
    /// then all of the cluster.
    private static boolean isWhole(World world) {
        List<NodeView> managed =
                world.cluster.nodes().stream().filter(world::isManaged).toList();
        return managed.size() > 1
                && managed.stream()
                        .allMatch(node -> !node.health().isLeaving()
                                && world.invariantChecker
                                        .machine(node)
                                        .filter(machine ->
                                                world.vmsOf(machine).findAny().isPresent())
                                        .isPresent());
    }

    static Optional<Runnable> swapped(World world) {
        Site site = world.sites.stream()
                .min(Comparator.comparingInt(each -> each.own().vms().size()))
                .orElseThrow();
        site.swap(world.newVcenter());
        return Optional.of(() -> site.swap(site.own()));
    }

    static Optional<Runnable> backup(World world) {
        ModelVcenter vcenter = world.seededRandom.pick(world.sites).own();
        world.backups.put(vcenter, vcenter.backup());
        return NO_UNDO;
    }

    static Optional<Runnable> restored(World world) {
        if (world.backups.isEmpty()) {
            return NOT_NOW;
        }
        var choice = world.seededRandom.pick(List.copyOf(world.backups.entrySet()));
        world.restore(choice.getKey(), choice.getValue());
        return Optional.of(world::repair);
    }

    static Optional<Runnable> disconnected(World world) {
        return withVm(world, (vcenter, vm) -> {
            onHost(vcenter, vm.host(), ConnectionState.DISCONNECTED);
            return Optional.of(() -> {
                onHost(vcenter, vm.host(), ConnectionState.CONNECTED);
                vcenter.refresh();
            });
        });
    }

    static Optional<Runnable> inaccessible(World world) {
        return withVm(world, (vcenter, vm) -> {
            vcenter.change(vm, now -> now.with(ConnectionState.INACCESSIBLE));
            return Optional.of(() -> {
                vcenter.change(vm, now -> now.with(ConnectionState.CONNECTED));
                vcenter.refresh();
            });
        });
    }

    private static void onHost(ModelVcenter vcenter, String host, ConnectionState connection) {
        vcenter.vms().stream()
                .filter(vm -> vm.host().equals(host))
                .forEach(vm -> vcenter.change(vm, now -> now.with(connection)));
    }

    /// Removes a host with all its VMs, which continue to run.
    static Optional<Runnable> hostRemoved(World world) {
        return world.isDenied
                ? NOT_NOW
                : withVm(world, (vcenter, vm) -> {
                    vcenter.vms().stream()
                            .filter(other -> other.host().equals(vm.host()))
                            .forEach(other -> vcenter.remove(other, "HostSystem.destroy", vm.host(), soon(world)));
                    return Optional.of(world::repair);
                });
    }

    static Optional<Runnable> unlisted(World world) {
        return withVm(world, (vcenter, vm) -> {
            vcenter.change(vm, now -> now.in(ModelVm.UNLISTED, "group-v9"));
            return Optional.of(() -> vcenter.change(vm, now -> now.in(ModelVm.LISTED, vm.folder())));
        });
    }

    static Optional<Runnable> refiled(World world) {
        return withVm(world, (vcenter, vm) -> {
            vcenter.change(vm, now -> now.in(now.datacenter(), "group-v" + world.seededRandom.between(1, 3)));
            return NO_UNDO;
        });
    }

    static Optional<Runnable> migrated(World world) {
        return withVm(world, (vcenter, vm) -> {
            vcenter.change(vm, now -> now.on("host-" + world.seededRandom.between(1, 3)));
            return NO_UNDO;
        });
    }

    /// Moves a VM to another vCenter. For a moment it may be in both or in none.
    static Optional<Runnable> emigrated(World world) {
        if (world.isDenied) {
            return NOT_NOW;
        }
        ModelVcenter to = world.seededRandom.pick(world.sites).own();
        return withVm(world, (from, vm) -> {
            if (from == to) {
                return NOT_NOW;
            }
            Duration gap = world.seededRandom.millis(0, 3000);
            boolean comesFirst = world.seededRandom.chance(50);
            Runnable arrival = () -> {
                if (!vm.machine().isDestroyed()) {
                    to.register(vm.machine(), vm.instanceUuid(), vm.folder(), vm.host());
                }
            };
            Runnable departure = () -> from.remove(vm, "VirtualMachine.relocate", vm.moref(), soon(world));
            (comesFirst ? arrival : departure).run();
            world.time.after(gap, comesFirst ? departure : arrival);
            return NO_UNDO;
        });
    }

    static Optional<Runnable> unregistered(World world) {
        if (world.isDenied) {
            return NOT_NOW;
        }
        return withVm(world, (vcenter, vm) -> {
            vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), soon(world));
            return Optional.of(world::repair);
        });
    }

    static Optional<Runnable> destroyed(World world) {
        return withVm(world, (_, vm) -> {
            world.destroy(vm.machine());
            return NO_UNDO;
        });
    }

    private static Duration soon(World world) {
        return world.seededRandom.millis(0, 1500);
    }

    private static ModelVcenter anyVcenter(World world) {
        return world.seededRandom.pick(world.sites).vcenter();
    }

    private static Optional<Runnable> account(ModelVcenter vcenter, Function<Account, Runnable> inject) {
        Runnable undo = inject.apply(vcenter.account());
        vcenter.changed();
        return Optional.of(() -> {
            undo.run();
            vcenter.changed();
        });
    }

    /// A change to the VM of an existing machine.
    interface VmEvent {
        Optional<Runnable> inject(ModelVcenter vcenter, ModelVm vm);
    }

    static Optional<Runnable> withVm(World world, VmEvent action) {
        List<Machine> there = world.machines.stream()
                .filter(machine ->
                        !machine.isDestroyed() && world.vcenterOf(machine).isPresent())
                .toList();
        if (there.isEmpty()) {
            return NOT_NOW;
        }
        Machine machine = world.seededRandom.pick(there);
        ModelVcenter vcenter = world.vcenterOf(machine).orElseThrow();
        return action.inject(vcenter, vcenter.vmOf(machine).orElseThrow());
    }
}

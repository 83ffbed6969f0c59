package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.domain.vm.Connection;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/// All there is in one run: vCenters, machines, the cluster, our processes, a person, and a judge.
final class World {
    final VirtualTime time = new VirtualTime();
    final Dice dice;
    final Trace trace;
    final Sabotage sabotage;
    final ModelCluster cluster;
    final Judge judge;
    final Person person;

    /// By what the configuration names.
    final List<Site> sites = new ArrayList<>();

    /// Also those behind no site at the moment.
    final List<ModelVcenter> vcenters = new ArrayList<>();

    final List<Machine> machines = new ArrayList<>();
    final List<ModelProcess> processes = new ArrayList<>();

    LifecycleRules rules = LifecycleRules.STANDARD;
    Duration monitorPeriod = Duration.ofSeconds(5);

    /// Whether every other question to vCenters is never answered.
    boolean answersAreLost;

    /// The last backup of each vCenter that has one.
    final Map<ModelVcenter, ModelVcenter.Backup> backups = new LinkedHashMap<>();

    /// Of the first vCenter, before each of its machines was registered: for restores that must lack so many VMs.
    final List<ModelVcenter.Backup> states = new ArrayList<>();

    /// Whether all vCenters deny all they have at the moment.
    boolean isDenied;

    /// Machines that nobody will bring back.
    private final Set<Machine> lost = new HashSet<>();

    /// Whether no more faults begin.
    private boolean isQuiet;

    private int generation;

    World(long seed, Trace trace, Sabotage sabotage) {
        this.dice = new Dice(seed);
        this.trace = trace;
        this.sabotage = sabotage;
        trace.follow(time);
        cluster = new ModelCluster(time, dice, trace);
        judge = new Judge(this);
        person = new Person(this);
    }

    Site addSite(String name) {
        var site = new Site(name, newVcenter());
        sites.add(site);
        return site;
    }

    ModelVcenter newVcenter() {
        var vcenter =
                new ModelVcenter(dice.uuid(), time, dice.seconds(0, 120).minusSeconds(60), dice.between(100, 9000));
        vcenters.add(vcenter);
        vcenter.onChange(judge::look);
        time.every(dice.seconds(10, 30), vcenter::note);
        return vcenter;
    }

    /// A machine in a vCenter, with a Node.
    Machine addMachine(ModelVcenter vcenter, String node, String folder, String host) {
        Machine machine = newMachine(node);
        vcenter.register(machine, dice.uuid(), folder, host);
        cluster.join(machine, "vsphere://" + machine.uuid(), reported(machine));
        return machine;
    }

    Machine newMachine(String node) {
        Machine machine = machine(node);
        machines.add(machine);
        return machine;
    }

    /// A Node of another provider, whose machine no vCenter knows and that is not ready.
    void addForeigner() {
        Machine machine = machine("foreign");
        cluster.join(machine, "aws:///eu-1/i-1", machine.uuid().toString());
        machine.cutOff(true);
    }

    private Machine machine(String node) {
        var name = new NodeName(node);
        return new Machine(name, new SystemUuid(dice.uuid()), time, () -> changed(name));
    }

    /// Some kubelets show the UUID in the other byte order.
    String reported(Machine machine) {
        return (dice.chance(20) ? machine.uuid().swapped() : machine.uuid()).toString();
    }

    private void changed(NodeName name) {
        cluster.look(name);
        vcenters.forEach(ModelVcenter::refresh);
    }

    /// It boots, and its kubelet registers if there is no Node of its name.
    void boot(Machine machine) {
        boolean wasDown = machine.isRunning() && !machine.isReaching();
        machine.boot();
        if (wasDown) {
            join(machine);
        }
    }

    /// Its kubelet registers, if there is no Node of its name.
    void join(Machine machine) {
        if (machine.isReaching()
                && cluster.isUp()
                && cluster.node(machine.node()).isEmpty()) {
            cluster.join(machine, "vsphere://" + machine.uuid(), reported(machine));
        }
    }

    /// It is switched off and its files are deleted, by way of the vCenter that has it.
    void destroy(Machine machine) {
        machine.turn(PowerState.OFF);
        time.after(dice.seconds(0, 10), () -> homeOf(machine)
                .filter(_ -> !machine.isDestroyed() && !machine.isRunning())
                .ifPresent(vcenter -> {
                    ModelVm vm = vcenter.vmOf(machine).orElseThrow();
                    trace.say("%s is destroyed as %s of %s", machine, vm.moref(), vcenter);
                    machine.destroy();
                    vcenter.remove(vm, ModelEvent.DESTROY, vm.moref(), dice.millis(0, 1500));
                }));
    }

    /// A new machine takes the name of one that was destroyed, and its Node if that is still there.
    void rebuild(Machine old) {
        if (old.isDestroyed() && cluster.isUp()) {
            Machine machine = newMachine(old.node().value());
            dice.pick(sites).own().register(machine, dice.uuid(), "group-v1", "host-1");
            cluster.join(machine, "vsphere://" + machine.uuid(), reported(machine));
        }
    }

    /// It leaves every inventory without being destroyed, and nobody will bring it back.
    ///
    /// @param runs whether it runs on all the same, cut off from the API server
    void lose(Machine machine, boolean runs) {
        lost.add(machine);
        if (runs) {
            machine.cutOff(true);
        } else {
            machine.turn(PowerState.OFF);
        }
        vcenters.forEach(vcenter -> vcenter.vmOf(machine).ifPresent(vm -> {
            trace.say("%s is lost as %s of %s", machine, vm.moref(), vcenter);
            vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), dice.millis(0, 1500));
        }));
    }

    boolean isLost(Machine machine) {
        return lost.contains(machine);
    }

    /// What another vCenter has by now, or nobody has any more, is an orphan in a backup.
    void restore(ModelVcenter vcenter, ModelVcenter.Backup backup) {
        List<Machine> elsewhere = machines.stream()
                .filter(machine -> vmsOf(machine).findAny().isPresent()
                        && vcenter.vmOf(machine).isEmpty())
                .toList();
        List<Machine> before = vcenter.vms().stream().map(ModelVm::machine).toList();
        vcenter.restore(backup);
        vcenter.vms().stream()
                .filter(vm -> elsewhere.contains(vm.machine()) || isLost(vm.machine()))
                .forEach(vm -> vcenter.change(vm, now -> now.with(Connection.ORPHANED)));
        judge.restored(vcenter, before);
    }

    /// Orphans and second entries are removed, and machines that are in no inventory are registered again, under new
    /// references.
    void repair() {
        machines.forEach(machine -> vcenters.stream()
                .filter(vcenter -> vcenter.vmOf(machine).isPresent())
                .skip(1)
                .forEach(vcenter -> vcenter.remove(
                        vcenter.vmOf(machine).orElseThrow(), "VirtualMachine.unregister", "", Duration.ZERO)));
        vcenters.forEach(vcenter -> vcenter.vms().stream()
                .filter(vm -> vm.connection() == Connection.ORPHANED)
                .forEach(vm -> vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO)));
        machines.stream()
                .filter(machine -> !machine.isDestroyed() && !isLost(machine))
                .filter(machine -> vmsOf(machine).findAny().isEmpty())
                .forEach(machine -> {
                    trace.say("%s is registered again", machine);
                    dice.pick(sites).own().register(machine, dice.uuid(), "group-v1", "host-1");
                });
    }

    /// Unless all faults have ended by then.
    void inTrouble(Duration delay, Runnable what) {
        time.after(delay, () -> {
            if (!isQuiet) {
                what.run();
            }
        });
    }

    /// What no cure of a single trouble undoes.
    void recover() {
        isQuiet = true;
        rule(new LifecycleRules(true, rules.disappearedAfter(), rules.breaker(), Set.of()));
        sites.forEach(Site::recover);
        vcenters.forEach(ModelVcenter::recover);
        cluster.answer(ModelCluster.Manner.WELL);
        processes.forEach(ModelProcess::recover);
        repair();
        machines.stream().filter(Machine::isRunning).forEach(this::boot);
        machines.forEach(this::join);
    }

    void rule(LifecycleRules now) {
        rules = now;
        judge.rulesChanged();
    }

    void startProcesses(int count) {
        for (int i = 0; i < count; i++) {
            startProcess();
        }
    }

    private void startProcess() {
        var process = new ModelProcess(this, "process-" + ++generation);
        processes.add(process);
        process.start();
    }

    /// @param release whether it gives the Lease back first
    void restart(ModelProcess process, boolean release) {
        trace.say("%s ends", process);
        process.end(release);
        processes.remove(process);
        time.after(dice.seconds(1, 20), this::startProcess);
    }

    Optional<ModelProcess> leader() {
        return processes.stream().filter(ModelProcess::leads).findFirst();
    }

    // The truth.

    /// Where a machine is registered, in any vCenter there is.
    Stream<ModelVm> vmsOf(Machine machine) {
        return vcenters.stream().flatMap(vcenter -> vcenter.vmOf(machine).stream());
    }

    /// Whether every vCenter that has it says that it does not.
    boolean isDenied(Machine machine) {
        return vcenters.stream().allMatch(vcenter -> vcenter.vmOf(machine)
                .filter(vm -> !vcenter.account().denied.contains(vm.moref()))
                .isEmpty());
    }

    Optional<ModelVcenter> homeOf(Machine machine) {
        return vcenters.stream()
                .filter(vcenter -> vcenter.vmOf(machine).isPresent())
                .findFirst();
    }

    Optional<Machine> machine(SystemUuid uuid) {
        return machines.stream()
                .filter(machine -> machine.uuid().isSameMachineAs(uuid))
                .findFirst();
    }

    /// Where a vCenter is reached, if it is.
    Optional<Site> siteOf(UUID instance) {
        return sites.stream()
                .filter(site -> site.vcenter().instance().equals(instance))
                .findFirst();
    }

    Optional<ModelVcenter> vcenter(UUID instance) {
        return vcenters.stream()
                .filter(vcenter -> vcenter.instance().equals(instance))
                .findFirst();
    }
}

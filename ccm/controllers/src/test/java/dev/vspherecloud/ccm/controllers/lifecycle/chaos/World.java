package dev.vspherecloud.ccm.controllers.lifecycle.chaos;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.SeededRandom;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.Trace;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Machine;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelEvent;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVcenter;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.ModelVm;
import dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter.Site;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.vm.ConnectionState;
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
    final SeededRandom seededRandom;
    final Trace trace;
    final DisabledSafeguard sabotage;
    final ModelCluster cluster;
    final InvariantChecker invariantChecker;
    final SimulatedOperator person;

    /// By what the configuration names.
    final List<Site> sites = new ArrayList<>();

    /// Also those behind no site at the moment.
    final List<ModelVcenter> vcenters = new ArrayList<>();

    final List<Machine> machines = new ArrayList<>();
    final List<ModelProcess> processes = new ArrayList<>();

    LifecycleRules rules = LifecycleRules.DEFAULTS;
    Duration monitorPeriod = Duration.ofSeconds(5);

    /// Whether tags can't be read, so that a new Node is not initialised.
    boolean areTagsUnreadable;

    /// Whether the configuration does not name the datacenter that it should.
    boolean isDatacenterRemoved;

    /// A vCenter that hangs though all faults have ended.
    Optional<Site> hanging = Optional.empty();

    /// Snapshots of etcd.
    final List<ModelCluster.Snapshot> snapshots = new ArrayList<>();

    /// Whether deletes may be on their way for long.
    boolean writesLinger;

    /// Whether every other question to vCenters is never answered.
    boolean answersAreLost;

    /// Whether no answer is lost any more: what is asked again after one that was lost takes its time.
    boolean allAnswersArrive;

    /// The last backup of each vCenter that has one.
    final Map<ModelVcenter, ModelVcenter.Backup> backups = new LinkedHashMap<>();

    /// Of the first vCenter, before each of its machines was registered: for restores that must lack so many VMs.
    final List<ModelVcenter.Backup> states = new ArrayList<>();

    /// Whether all vCenters deny all they have at the moment.
    boolean isDenied;

    /// Names of Nodes that are none of ours.
    private final Set<NodeName> strangers = new HashSet<>();

    private final Set<Machine> copies = new HashSet<>();

    /// Machines that nobody will bring back.
    private final Set<Machine> lost = new HashSet<>();

    /// Whether no more faults begin.
    private boolean isQuiet;

    private int generation;

    World(long seed, Trace trace, DisabledSafeguard sabotage) {
        this.seededRandom = new SeededRandom(seed);
        this.trace = trace;
        this.sabotage = sabotage;
        trace.follow(time);
        cluster = new ModelCluster(time, seededRandom, trace);
        invariantChecker = new InvariantChecker(this);
        person = new SimulatedOperator(this);
        cluster.onLease(person::read);
    }

    Site addSite(String name) {
        var site = new Site(name, newVcenter());
        sites.add(site);
        return site;
    }

    ModelVcenter newVcenter() {
        var vcenter = new ModelVcenter(
                seededRandom.uuid(),
                time,
                seededRandom.seconds(0, 120).minusSeconds(60),
                seededRandom.between(100, 9000));
        vcenters.add(vcenter);
        vcenter.onChange(invariantChecker::look);
        time.every(seededRandom.seconds(10, 30), vcenter::note);
        return vcenter;
    }

    /// A machine in a vCenter, with a Node.
    Machine addMachine(ModelVcenter vcenter, String node, String folder, String host) {
        Machine machine = newMachine(node);
        vcenter.register(machine, seededRandom.uuid(), folder, host);
        cluster.join(machine, providerId(machine), reported(machine));
        return machine;
    }

    /// A Node whose kubelet reports the UUID of another machine.
    Machine addConflict(ModelVcenter vcenter, Machine other) {
        Machine machine = newMachine("conflict");
        vcenter.register(machine, seededRandom.uuid(), "group-v1", "host-1");
        cluster.join(machine, "vsphere://" + machine.uuid(), reported(other), other);
        return machine;
    }

    /// None as long as nobody initialises it.
    private String providerId(Machine machine) {
        return areTagsUnreadable ? "" : "vsphere://" + machine.uuid();
    }

    /// A copy of a machine with its UUID, which is no Node's.
    Machine copyOf(Machine machine) {
        var copy = new Machine(machine.node(), machine.uuid(), time, () -> {});
        copies.add(copy);
        return copy;
    }

    /// The configuration names other vCenters.
    void reload() {
        processes.forEach(ModelProcess::reload);
    }

    /// Whoever put it there takes it away, configured or not.
    private void removeCopies() {
        vcenters.forEach(vcenter -> vcenter.vms().stream()
                .filter(vm -> copies.contains(vm.machine()))
                .forEach(vm -> vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO)));
    }

    /// Whether a copy of it is in some inventory.
    boolean hasCopy(Machine machine) {
        return copies.stream()
                .anyMatch(copy -> copy.uuid().equals(machine.uuid())
                        && vcenters.stream()
                                .anyMatch(vcenter -> vcenter.vmOf(copy).isPresent()));
    }

    Machine newMachine(String node) {
        Machine machine = machine(node);
        machines.add(machine);
        return machine;
    }

    /// A Node of another provider, whose machine no vCenter knows and that is not ready.
    void addForeigner() {
        addStranger("foreign", "aws:///eu-1/i-1");
    }

    /// A Node whose provider id begins as ours do, and names no VM.
    void addMalformed() {
        addStranger("malformed", "vsphere://datacenter-1/vm/w-1");
    }

    private void addStranger(String name, String providerId) {
        Machine machine = machine(name);
        strangers.add(machine.node());
        cluster.join(machine, providerId, machine.uuid().toString());
        machine.cutOff(true);
    }

    /// Whether the model made it one of ours.
    boolean isOurs(NodeView node) {
        return !strangers.contains(node.name());
    }

    /// Whether its kubelet runs on another machine than it was made for.
    boolean hasTwoMachines(NodeView node) {
        return !cluster.origin(node).equals(cluster.reported(node));
    }

    private Machine machine(String node) {
        var name = new NodeName(node);
        return new Machine(name, new SystemUuid(seededRandom.uuid()), time, () -> changed(name));
    }

    /// Some kubelets show the UUID in the other byte order.
    String reported(Machine machine) {
        return (seededRandom.chance(20) ? machine.uuid().byteSwapped() : machine.uuid()).toString();
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
            cluster.join(machine, providerId(machine), reported(machine));
        }
    }

    /// It is switched off and its files are deleted, by way of the vCenter that has it.
    void destroy(Machine machine) {
        machine.turn(PowerState.OFF);
        time.after(seededRandom.seconds(0, 10), () -> homeOf(machine)
                .filter(_ -> !machine.isDestroyed() && !machine.isRunning())
                .ifPresent(vcenter -> {
                    ModelVm vm = vcenter.vmOf(machine).orElseThrow();
                    trace.say("%s is destroyed as %s of %s", machine, vm.moref(), vcenter);
                    machine.destroy();
                    vcenter.remove(vm, ModelEvent.DESTROY, vm.moref(), seededRandom.millis(0, 1500));
                }));
    }

    /// A new machine takes the name of one that was destroyed, and its Node if that is still there.
    void rebuild(Machine old) {
        if (old.isDestroyed() && cluster.isUp()) {
            Machine machine = newMachine(old.node().value());
            seededRandom.pick(sites).own().register(machine, seededRandom.uuid(), "group-v1", "host-1");
            cluster.join(machine, providerId(machine), reported(machine));
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
            vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), seededRandom.millis(0, 1500));
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
                .forEach(vm -> vcenter.change(vm, now -> now.with(ConnectionState.ORPHANED)));
        invariantChecker.restored(vcenter, before);
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
                .filter(vm -> vm.connection() == ConnectionState.ORPHANED)
                .forEach(vm -> vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO)));
        machines.stream()
                .filter(machine -> !machine.isDestroyed() && !isLost(machine))
                .filter(machine -> vmsOf(machine).findAny().isEmpty())
                .forEach(machine -> {
                    trace.say("%s is registered again", machine);
                    seededRandom.pick(sites).own().register(machine, seededRandom.uuid(), "group-v1", "host-1");
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
        areTagsUnreadable = false;
        isDatacenterRemoved = false;
        writesLinger = false;
        cluster.answer(ModelCluster.Manner.WELL);
        processes.forEach(ModelProcess::recover);
        removeCopies();
        repair();
        machines.stream().filter(Machine::isRunning).forEach(this::boot);
        machines.forEach(this::join);
    }

    void rule(LifecycleRules now) {
        rules = now;
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
        time.after(seededRandom.seconds(1, 20), this::startProcess);
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

    /// Whether the machine of this Node is in no inventory at all.
    boolean isNowhere(String uid) {
        return cluster.origin(uid)
                .filter(machine -> vmsOf(machine).findAny().isEmpty())
                .isPresent();
    }

    Optional<ModelVcenter> homeOf(Machine machine) {
        return vcenters.stream()
                .filter(vcenter -> vcenter.vmOf(machine).isPresent())
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

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

/// The whole model of one run: vCenters, machines, the cluster, the processes of the provider, a person, and the
/// checker.
final class World {
    final VirtualTime time = new VirtualTime();
    final SeededRandom seededRandom;
    final Trace trace;
    final DisabledSafeguard disabledSafeguard;
    final ModelCluster cluster;
    final InvariantChecker invariantChecker;
    final SimulatedOperator operator;

    /// The vCenters that the configuration names.
    final List<Site> sites = new ArrayList<>();

    /// All vCenters, also those that no site leads to at the moment.
    final List<ModelVcenter> vcenters = new ArrayList<>();

    final List<Machine> machines = new ArrayList<>();
    final List<ModelProcess> processes = new ArrayList<>();

    LifecycleRules rules = LifecycleRules.DEFAULTS;
    Duration monitorPeriod = Duration.ofSeconds(5);

    /// True while tags cannot be read, so that no new Node is initialised.
    boolean areTagsUnreadable;

    /// True while the configuration lacks the datacenter of the VMs.
    boolean isDatacenterRemoved;

    /// A vCenter that hangs although all other faults have ended.
    Optional<Site> hanging = Optional.empty();

    /// Snapshots of etcd.
    final List<ModelCluster.Snapshot> snapshots = new ArrayList<>();

    /// True while deletes may arrive late.
    boolean writesLinger;

    /// True while about half of the checks are never answered.
    boolean answersAreLost;

    /// True if no answer is lost any more. The repetition after a lost answer takes time, so the run sets this
    /// before its end.
    boolean allAnswersArrive;

    /// The last backup of each vCenter that has one.
    final Map<ModelVcenter, ModelVcenter.Backup> backups = new LinkedHashMap<>();

    /// Backups of the first vCenter, one before the registration of each of its machines: for restores that lack a
    /// certain number of VMs.
    final List<ModelVcenter.Backup> states = new ArrayList<>();

    /// True while all vCenters deny all their VMs.
    boolean isDenied;

    /// Names of Nodes that this provider does not manage.
    private final Set<NodeName> unmanaged = new HashSet<>();

    private final Set<Machine> copies = new HashSet<>();

    /// Machines that are not registered again.
    private final Set<Machine> lost = new HashSet<>();

    /// True after the end of the faults.
    private boolean isQuiet;

    private int generation;

    World(long seed, Trace trace, DisabledSafeguard disabledSafeguard) {
        this.seededRandom = new SeededRandom(seed);
        this.trace = trace;
        this.disabledSafeguard = disabledSafeguard;
        trace.follow(time);
        cluster = new ModelCluster(time, seededRandom, trace);
        invariantChecker = new InvariantChecker(this);
        operator = new SimulatedOperator(this);
        cluster.onLease(operator::read);
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
        vcenter.onChange(invariantChecker::onInventoryChanged);
        time.every(seededRandom.seconds(10, 30), vcenter::note);
        return vcenter;
    }

    /// Adds a machine to a vCenter, with a Node.
    Machine addMachine(ModelVcenter vcenter, String node, String folder, String host) {
        Machine machine = newMachine(node);
        vcenter.register(machine, seededRandom.uuid(), folder, host);
        cluster.join(machine, providerId(machine), reported(machine));
        return machine;
    }

    /// Adds a Node whose kubelet reports the UUID of another machine.
    Machine addConflict(ModelVcenter vcenter, Machine other) {
        Machine machine = newMachine("conflict");
        vcenter.register(machine, seededRandom.uuid(), "group-v1", "host-1");
        cluster.join(machine, "vsphere://" + machine.uuid(), reported(other), other);
        return machine;
    }

    /// Returns the provider ID of a new Node; empty while Nodes cannot be initialised.
    private String providerId(Machine machine) {
        return areTagsUnreadable ? "" : "vsphere://" + machine.uuid();
    }

    /// Creates a copy of a machine with its UUID and without a Node.
    Machine copyOf(Machine machine) {
        var copy = new Machine(machine.node(), machine.uuid(), time, () -> {});
        copies.add(copy);
        return copy;
    }

    /// Applies a configuration that names other vCenters.
    void reload() {
        processes.forEach(ModelProcess::reload);
    }

    /// Removes all copies from the vCenters, whether the configuration names these or not.
    private void removeCopies() {
        vcenters.forEach(vcenter -> vcenter.vms().stream()
                .filter(vm -> copies.contains(vm.machine()))
                .forEach(vm -> vcenter.remove(vm, "VirtualMachine.unregister", vm.moref(), Duration.ZERO)));
    }

    /// Returns true if a copy of the machine is in some inventory.
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

    /// Adds a Node of another provider. It is not ready, and no vCenter knows its machine.
    void addNodeOfOtherProvider() {
        addUnmanagedNode("foreign", "aws:///eu-1/i-1");
    }

    /// Adds a Node whose provider ID has the prefix of this provider, and names no VM.
    void addNodeWithInvalidProviderId() {
        addUnmanagedNode("malformed", "vsphere://datacenter-1/vm/w-1");
    }

    private void addUnmanagedNode(String name, String providerId) {
        Machine machine = machine(name);
        unmanaged.add(machine.node());
        cluster.join(machine, providerId, machine.uuid().toString());
        machine.cutOff(true);
    }

    /// Returns true if this provider manages the Node.
    boolean isManaged(NodeView node) {
        return !unmanaged.contains(node.name());
    }

    /// Returns true if its kubelet runs on another machine than the Node was created for.
    boolean hasTwoMachines(NodeView node) {
        return !cluster.origin(node).equals(cluster.reported(node));
    }

    private Machine machine(String node) {
        var name = new NodeName(node);
        return new Machine(name, new SystemUuid(seededRandom.uuid()), time, () -> changed(name));
    }

    /// Returns the UUID that the kubelet reports. Some kubelets show it in the other byte order.
    String reported(Machine machine) {
        return (seededRandom.chance(20) ? machine.uuid().byteSwapped() : machine.uuid()).toString();
    }

    private void changed(NodeName name) {
        cluster.update(name);
        vcenters.forEach(ModelVcenter::refresh);
    }

    /// Boots a machine. Its kubelet registers if there is no Node of its name.
    void boot(Machine machine) {
        boolean wasDown = machine.isRunning() && !machine.isReaching();
        machine.boot();
        if (wasDown) {
            join(machine);
        }
    }

    /// Registers the kubelet of a machine, if there is no Node of its name.
    void join(Machine machine) {
        if (machine.isReaching()
                && cluster.isUp()
                && cluster.node(machine.node()).isEmpty()) {
            cluster.join(machine, providerId(machine), reported(machine));
        }
    }

    /// Switches a machine off and deletes its files, in the vCenter that has it.
    void destroy(Machine machine) {
        machine.turn(PowerState.OFF);
        time.after(seededRandom.seconds(0, 10), () -> vcenterOf(machine)
                .filter(_ -> !machine.isDestroyed() && !machine.isRunning())
                .ifPresent(vcenter -> {
                    ModelVm vm = vcenter.vmOf(machine).orElseThrow();
                    trace.say("%s is destroyed as %s of %s", machine, vm.moref(), vcenter);
                    machine.destroy();
                    vcenter.remove(vm, ModelEvent.DESTROY, vm.moref(), seededRandom.millis(0, 1500));
                }));
    }

    /// Creates a machine with the name of a destroyed one. It takes over the Node if that still exists.
    void rebuild(Machine old) {
        if (old.isDestroyed() && cluster.isUp()) {
            Machine machine = newMachine(old.node().value());
            seededRandom.pick(sites).own().register(machine, seededRandom.uuid(), "group-v1", "host-1");
            cluster.join(machine, providerId(machine), reported(machine));
        }
    }

    /// Removes a machine from every inventory without destroying it. It is not registered again.
    ///
    /// @param runs true if the machine continues to run, cut off from the API server
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

    /// Restores a vCenter from a backup. A VM that another vCenter has by now, or that was lost, is an orphan.
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

    /// Removes orphans and second entries, and registers machines that are in no inventory again, under new
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

    /// Does this after the delay, unless all faults have ended by then.
    void duringFaults(Duration delay, Runnable what) {
        time.after(delay, () -> {
            if (!isQuiet) {
                what.run();
            }
        });
    }

    /// Ends what the end of each single fault does not undo.
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

    /// @param release true if it releases the Lease first
    void restart(ModelProcess process, boolean release) {
        trace.say("%s ends", process);
        process.end(release);
        processes.remove(process);
        time.after(seededRandom.seconds(1, 20), this::startProcess);
    }

    Optional<ModelProcess> leader() {
        return processes.stream().filter(ModelProcess::leads).findFirst();
    }

    // The true state

    /// Returns the entries of a machine in the inventories of all vCenters.
    Stream<ModelVm> vmsOf(Machine machine) {
        return vcenters.stream().flatMap(vcenter -> vcenter.vmOf(machine).stream());
    }

    /// Returns true if every vCenter that has the machine denies it.
    boolean isDenied(Machine machine) {
        return vcenters.stream().allMatch(vcenter -> vcenter.vmOf(machine)
                .filter(vm -> !vcenter.account().denied.contains(vm.moref()))
                .isEmpty());
    }

    /// Returns true if the machine of this Node is in no inventory at all.
    boolean isNowhere(String uid) {
        return cluster.origin(uid)
                .filter(machine -> vmsOf(machine).findAny().isEmpty())
                .isPresent();
    }

    Optional<ModelVcenter> vcenterOf(Machine machine) {
        return vcenters.stream()
                .filter(vcenter -> vcenter.vmOf(machine).isPresent())
                .findFirst();
    }

    /// Returns the site that leads to a vCenter, if there is one.
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

package dev.vspherecloud.controllers.lifecycle.chaos;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.domain.vm.SystemUuid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /// How many of a hundred questions to vCenters are never answered.
    int lostAnswers;

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
        var vcenter = new ModelVcenter(
                dice.uuid(), time, dice.seconds(0, 120).minusSeconds(60), dice.between(100, 9000));
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
        var name = new NodeName(node);
        var machine = new Machine(name, new SystemUuid(dice.uuid()), time, () -> changed(name));
        machines.add(machine);
        return machine;
    }

    /// Some kubelets show the UUID in the other byte order.
    private String reported(Machine machine) {
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
        if (wasDown && cluster.node(machine.node()).isEmpty()) {
            cluster.join(machine, "vsphere://" + machine.uuid(), reported(machine));
        }
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

    Optional<ModelVcenter> vcenter(UUID instance) {
        return vcenters.stream()
                .filter(vcenter -> vcenter.instance().equals(instance))
                .findFirst();
    }
}

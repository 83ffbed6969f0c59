package dev.vspherecloud.ccm.controllers.lifecycle.chaos.vcenter;

import dev.vspherecloud.ccm.controllers.lifecycle.chaos.time.VirtualTime;
import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.VmRole;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/// A model of one vCenter: its inventory, its events, and its false answers.
///
/// References and event keys increase. A restore from a backup resets both, so they are issued again: a reference
/// may then name another VM, and an event key another event.
public final class ModelVcenter {
    /// The content of a backup.
    public record Backup(Map<String, ModelVm> vms, List<ModelEvent> events, long lastKey, int lastMoref) {}

    private final UUID instance;
    private final VirtualTime time;

    /// How far its clock is ahead.
    private final Duration skew;

    private final Map<String, ModelVm> vms = new LinkedHashMap<>();
    private final List<ModelEvent> events = new ArrayList<>();
    private final Account account = new Account();
    private final List<Runnable> listeners = new ArrayList<>();
    private long lastKey;
    private int lastMoref = 10;

    public ModelVcenter(UUID instance, VirtualTime time, Duration skew, long lastKey) {
        this.instance = instance;
        this.time = time;
        this.skew = skew;
        this.lastKey = lastKey;
        note();
    }

    public UUID instance() {
        return instance;
    }

    public Account account() {
        return account;
    }

    public List<ModelVm> vms() {
        return List.copyOf(vms.values());
    }

    public Optional<ModelVm> vmOf(Machine machine) {
        return vms.values().stream().filter(vm -> vm.machine() == machine).findFirst();
    }

    public Optional<ModelVm> vm(String moref) {
        return Optional.ofNullable(vms.get(moref));
    }

    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /// Notifies the callers that wait for updates: VMs changed, or the rights to read them.
    public void changed() {
        listeners.forEach(Runnable::run);
    }

    // Changes

    public ModelVm register(Machine machine, UUID instanceUuid, String folder, String host) {
        return register(machine, instanceUuid, folder, host, VmRole.MACHINE);
    }

    public ModelVm register(Machine machine, UUID instanceUuid, String folder, String host, VmRole role) {
        var vm = new ModelVm(
                "vm-" + ++lastMoref,
                machine,
                instanceUuid,
                ModelVm.LISTED,
                folder,
                "resgroup-1",
                host,
                ConnectionState.CONNECTED,
                machine.power(),
                role);
        vms.put(vm.moref(), vm);
        note();
        changed();
        return vm;
    }

    public void change(ModelVm vm, UnaryOperator<ModelVm> how) {
        if (vms.computeIfPresent(vm.moref(), (_, now) -> how.apply(now)) != null) {
            note();
            changed();
        }
    }

    /// Updates the VMs from the state of their machines, as the hosts report it.
    public void refresh() {
        vms.replaceAll((_, vm) -> vm.refreshed());
        changed();
    }

    /// Removes a VM. The event comes after the delay.
    ///
    /// @param target of the task: the VM, or its host
    public void remove(ModelVm vm, String method, String target, Duration delay) {
        if (vms.remove(vm.moref()) != null) {
            time.after(delay, () -> events.add(new ModelEvent(nextMark(), vm.moref(), method, target)));
            changed();
        }
    }

    /// Adds an event that has nothing to do with the VMs of the cluster.
    public void note() {
        events.add(new ModelEvent(nextMark(), "", "", ""));
    }

    private EventPosition nextMark() {
        return new EventPosition(++lastKey, clock());
    }

    private Instant clock() {
        return time.instant().plus(skew);
    }

    public Backup backup() {
        return new Backup(new LinkedHashMap<>(vms), List.copyOf(events), lastKey, lastMoref);
    }

    /// Restores a backup. VMs that were registered since then are missing from the inventory, and may run. VMs that
    /// were destroyed since then are in the inventory again, without files.
    public void restore(Backup backup) {
        vms.clear();
        backup.vms()
                .forEach((moref, vm) -> vms.put(
                        moref, (vm.machine().isDestroyed() ? vm.with(ConnectionState.ORPHANED) : vm).refreshed()));
        events.clear();
        events.addAll(backup.events());
        lastKey = backup.lastKey();
        lastMoref = backup.lastMoref();
        note();
        changed();
    }

    /// Removes the events that are older than this, except the newest.
    public void forgetEventsBefore(Duration age) {
        Instant oldest = clock().minus(age);
        events.removeIf(event -> !event.mark().time().isAfter(oldest) && !event.equals(events.getLast()));
    }

    /// Makes everything readable, and reconnects all hosts and datastores.
    public void recover() {
        account.recover();
        vms.replaceAll((_, vm) -> vm.isAdmitted() ? vm : vm.in(ModelVm.LISTED, "group-v1"));
        vms.replaceAll(
                (_, vm) -> vm.connection() == ConnectionState.ORPHANED ? vm : vm.with(ConnectionState.CONNECTED));
        refresh();
    }

    // Answers

    /// Returns the VMs that a page of all VMs contains.
    public List<ModelVm> page() {
        return vms.values().stream()
                .filter(vm -> account.sees(vm) && !account.truncated.contains(vm.moref()))
                .toList();
    }

    /// Returns the VMs with one of these UUIDs, in any datacenter.
    public List<ModelVm> search(SystemUuid bios, UUID instanceUuid) {
        return vms.values().stream()
                .filter(account::sees)
                .filter(ModelVm::hasReadableFiles)
                .filter(vm -> vm.machine().uuid().isSameMachineAs(bios)
                        || vm.instanceUuid().equals(instanceUuid))
                .toList();
    }

    /// The result of a read by reference.
    public enum Reading {
        THERE,
        NO_SUCH_OBJECT,
        NO_PERMISSION
    }

    public Reading read(String moref) {
        ModelVm vm = vms.get(moref);
        if (vm == null) {
            return Reading.NO_SUCH_OBJECT;
        }
        if (account.sees(vm)) {
            return Reading.THERE;
        }
        return account.denies(vm) ? Reading.NO_SUCH_OBJECT : Reading.NO_PERMISSION;
    }

    public Optional<EventPosition> newest() {
        return account.noHistory || account.blind
                ? Optional.empty()
                : Optional.of(events.getLast().mark());
    }

    public EventLookup trace(EventPosition mark) {
        if (account.noHistory || account.blind) {
            return EventLookup.UNREADABLE;
        }
        if (events.stream().anyMatch(event -> event.mark().equals(mark))) {
            return EventLookup.THERE;
        }
        return events.stream().anyMatch(event -> !event.mark().time().isAfter(mark.time()))
                ? EventLookup.LOST
                : EventLookup.FORGOTTEN;
    }

    /// Returns the destruction of the VM of this reference after an event. An earlier destruction is that of
    /// another VM.
    public Optional<Destruction> destruction(String moref, Optional<EventPosition> after) {
        long key = after.map(EventPosition::key).orElse(Long.MIN_VALUE);
        return account.noHistory || account.blind
                ? Optional.empty()
                : events.stream()
                        .filter(event -> event.mark().key() > key)
                        .flatMap(event -> event.destructionOf(moref).stream())
                        .findFirst();
    }

    @Override
    public String toString() {
        return "vCenter " + instance.toString().substring(0, 8);
    }
}

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

/// One vCenter: its inventory, its history, and its lies.
///
/// References and event keys are given out in rising order. A restore from a backup takes both back, so that they are
/// given out again: a reference may come to name another VM, and an event key another event.
public final class ModelVcenter {
    /// What an old backup holds.
    public record Backup(Map<String, ModelVm> vms, List<ModelEvent> events, long lastKey, int lastMoref) {}

    private final UUID instance;
    private final VirtualTime time;

    /// By how much its clock is ahead.
    private final Duration skew;

    private final Map<String, ModelVm> vms = new LinkedHashMap<>();
    private final List<ModelEvent> events = new ArrayList<>();
    private final Account account = new Account();
    private final List<Runnable> onlookers = new ArrayList<>();
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

    public void onChange(Runnable onlooker) {
        onlookers.add(onlooker);
    }

    /// Whoever waits for updates gets some: VMs changed, or what may be seen of them.
    public void changed() {
        onlookers.forEach(Runnable::run);
    }

    // What happens in it.

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

    /// The hosts report what became of their machines.
    public void refresh() {
        vms.replaceAll((_, vm) -> vm.refreshed());
        changed();
    }

    /// Its event comes a moment later.
    ///
    /// @param target of the task: the VM, or the host it was on
    public void remove(ModelVm vm, String method, String target, Duration delay) {
        if (vms.remove(vm.moref()) != null) {
            time.after(delay, () -> events.add(new ModelEvent(nextMark(), vm.moref(), method, target)));
            changed();
        }
    }

    /// Something happens that is none of our business.
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

    /// What was registered since then is not in its inventory any more, and may run; what was destroyed since then is,
    /// and nothing is behind it.
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

    /// Forgets the events that are that old; the newest stays.
    public void forgetEventsBefore(Duration age) {
        Instant oldest = clock().minus(age);
        events.removeIf(event -> !event.mark().time().isAfter(oldest) && !event.equals(events.getLast()));
    }

    /// All can be seen, and all hosts and datastores are there again.
    public void recover() {
        account.recover();
        vms.replaceAll((_, vm) -> vm.isAdmitted() ? vm : vm.in(ModelVm.LISTED, "group-v1"));
        vms.replaceAll(
                (_, vm) -> vm.connection() == ConnectionState.ORPHANED ? vm : vm.with(ConnectionState.CONNECTED));
        refresh();
    }

    // What it says.

    /// The VMs that a page of all VMs shows.
    public List<ModelVm> page() {
        return vms.values().stream()
                .filter(vm -> account.sees(vm) && !account.truncated.contains(vm.moref()))
                .toList();
    }

    /// The VMs with one of these UUIDs, in any datacenter.
    public List<ModelVm> search(SystemUuid bios, UUID instanceUuid) {
        return vms.values().stream()
                .filter(account::sees)
                .filter(ModelVm::hasReadableFiles)
                .filter(vm -> vm.machine().uuid().isSameMachineAs(bios)
                        || vm.instanceUuid().equals(instanceUuid))
                .toList();
    }

    /// How reading something by its reference ends.
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

    /// That of the VM of this reference after an event: one from before is another's.
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

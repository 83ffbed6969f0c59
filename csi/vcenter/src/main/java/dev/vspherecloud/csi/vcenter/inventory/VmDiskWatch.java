package dev.vspherecloud.csi.vcenter.inventory;

import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.PropertyValue;
import dev.vspherecloud.vsphere.inventory.VcenterWatcher;
import dev.vspherecloud.vsphere.inventory.object.ObjectChange;
import dev.vspherecloud.vsphere.inventory.object.ObjectInterest;
import dev.vspherecloud.vsphere.inventory.object.ObjectSubscription;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Follows the disks of some VMs of one vCenter, in the long poll of its inventory.
///
/// The last known disks of a VM stay known while it is not connected, and after vCenter ceased to show it: a VM that
/// is hidden still has its disks.
///
/// Threads: changes arrive on the watcher's thread; any thread reads; one thread calls [#follow].
final class VmDiskWatch implements AutoCloseable {
    private static final String VIRTUAL_MACHINE = "VirtualMachine";
    private static final String DEVICES = "config.hardware.device";

    private final VcenterWatcher watcher;
    private final Consumer<String> listener;
    private final ObjectSubscription subscription;
    private final Map<String, Seen> vms = new ConcurrentHashMap<>();

    /// The VMs that vCenter has not delivered again since it began to deliver all. Only the watcher's thread uses them.
    private final Set<String> unseen = new HashSet<>();

    private volatile Optional<String> refusal = Optional.empty();

    /// The last known state of a VM.
    ///
    /// @param disks   the last known disks; empty before vCenter has reported them
    /// @param isShown   true if vCenter shows the VM now
    /// @param isRemoved true if the VM is not in the view, because vCenter does not show it
    record Seen(Optional<List<VmDisk>> disks, boolean isShown, boolean isRemoved) {}

    /// Begins to follow; no VM yet.
    ///
    /// @param listener receives the reference of each VM whose disks have changed; must not block
    VmDiskWatch(VcenterWatcher watcher, Consumer<String> listener) {
        this.watcher = watcher;
        this.listener = listener;
        this.subscription = watcher.subscribe(ObjectInterest.inSome(VIRTUAL_MACHINE, DEVICES), this::onChange);
    }

    VcenterWatcher watcher() {
        return watcher;
    }

    /// Follows these VMs, and no others. A VM that vCenter ceased to show leaves the view, and is added again with a
    /// later call: vCenter does not put it back by itself.
    ///
    /// @param shown the references of VMs that vCenter shows
    /// @param kept  the references of VMs whose last known disks are still needed
    void follow(Set<String> shown, Set<String> kept) {
        var added = new HashSet<MoRef>();
        var removed = new HashSet<MoRef>();
        shown.forEach(moref -> added.add(ref(moref)));
        for (Map.Entry<String, Seen> each : vms.entrySet()) {
            String moref = each.getKey();
            Seen seen = each.getValue();
            if (!shown.contains(moref)) {
                removed.add(ref(moref));
            } else if (!seen.isShown() && !seen.isRemoved()) {
                added.remove(ref(moref));
                removed.add(ref(moref));
                listener.accept(moref);
            }
            if (!seen.isShown()) {
                boolean isRemoved = removed.contains(ref(moref));
                vms.computeIfPresent(moref, (_, now) -> new Seen(now.disks(), now.isShown(), isRemoved));
            }
        }
        subscription.remove(removed);
        vms.keySet().removeIf(moref -> !shown.contains(moref) && !kept.contains(moref));
        subscription.add(added);
    }

    private static MoRef ref(String moref) {
        return new MoRef(VIRTUAL_MACHINE, moref);
    }

    private void onChange(ObjectChange change) {
        switch (change) {
            case ObjectChange.Restarted() -> {
                refusal = Optional.empty();
                unseen.addAll(vms.keySet());
            }
            case ObjectChange.Entered(MoRef vm, Map<String, PropertyValue> values) -> onValues(vm, values);
            case ObjectChange.Changed(MoRef vm, Map<String, PropertyValue> values) -> onValues(vm, values);
            case ObjectChange.Unreadable(MoRef vm) -> onUnreadable(vm.value());
            case ObjectChange.Gone(MoRef vm) -> onGone(vm.value());
            case ObjectChange.Complete() -> {
                Set.copyOf(unseen).forEach(this::onGone);
                unseen.clear();
            }
            case ObjectChange.Refused(String why) -> refusal = Optional.of(why);
        }
    }

    private void onValues(MoRef vm, Map<String, PropertyValue> values) {
        String moref = vm.value();
        unseen.remove(moref);
        // A VM whose configuration cannot be read keeps the disks that it had.
        Optional<List<VmDisk>> disks = Optional.ofNullable(values.get(DEVICES)).flatMap(VmDevices::disks);
        vms.compute(
                moref,
                (_, before) ->
                        new Seen(disks.or(() -> before == null ? Optional.empty() : before.disks()), true, false));
        listener.accept(moref);
    }

    /// No change of this VM arrives any more, so the disks that it had say nothing about those that it has.
    private void onUnreadable(String moref) {
        unseen.remove(moref);
        vms.put(moref, new Seen(Optional.empty(), true, false));
        listener.accept(moref);
    }

    private void onGone(String moref) {
        unseen.remove(moref);
        vms.computeIfPresent(moref, (_, before) -> new Seen(before.disks(), false, before.isRemoved()));
        listener.accept(moref);
    }

    /// Takes over what a task of this process has changed, before vCenter reports it.
    ///
    /// @param change returns the disks after the task
    void changeDisks(String moref, UnaryOperator<List<VmDisk>> change) {
        vms.computeIfPresent(
                moref, (_, before) -> new Seen(before.disks().map(change), before.isShown(), before.isRemoved()));
    }

    /// Returns what is known of a VM; empty if vCenter has not delivered it.
    Optional<Seen> find(String moref) {
        return Optional.ofNullable(vms.get(moref));
    }

    /// Returns why vCenter does not deliver disks; empty if it does.
    Optional<String> refusal() {
        return refusal;
    }

    @Override
    public void close() {
        subscription.close();
    }
}

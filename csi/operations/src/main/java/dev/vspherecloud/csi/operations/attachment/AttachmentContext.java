package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.DetachPolicy;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.csi.operations.OperationClock;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What all calls to attach and detach share: their adapters, and what each must know of the others.
///
/// Threads: any.
final class AttachmentContext {
    private static final Duration POLL = Duration.ofMillis(250);

    private final AttachmentInventory inventory;
    private final AttachmentJournal journal;
    private final Function<String, Optional<AttachmentStore>> stores;
    private final OperationClock clock;
    private final VmTasks tasks;

    /// The volumes that are being attached, by VM, in the order in which their calls began.
    private final Map<String, List<String>> attaching = new HashMap<>();

    private final LostDetaches lostDetaches = new LostDetaches();

    AttachmentContext(
            AttachmentInventory inventory,
            AttachmentJournal journal,
            Function<String, Optional<AttachmentStore>> stores,
            OperationClock clock,
            VmTasks tasks) {
        this.inventory = inventory;
        this.journal = journal;
        this.stores = stores;
        this.clock = clock;
        this.tasks = tasks;
    }

    AttachmentInventory inventory() {
        return inventory;
    }

    AttachmentJournal journal() {
        return journal;
    }

    VmTasks tasks() {
        return tasks;
    }

    /// Returns the time for deadlines and waits.
    Instant now() {
        return clock.now();
    }

    /// Returns the time of the day, for records.
    Instant wallTime() {
        return clock.wallTime();
    }

    /// Returns the attachments of a vCenter; empty if it is not in use.
    Optional<AttachmentStore> store(String vcenter) {
        return stores.apply(vcenter);
    }

    /// Waits for a change of the inventory, but not for long.
    void awaitChange() throws InterruptedException {
        boolean _ = clock.signal().await(clock.now().plus(POLL));
    }

    /// Counts a volume among those that are being attached to a VM, until [#endAttaching].
    void beginAttaching(VolumeToAttach volume, Vm vm) {
        synchronized (attaching) {
            attaching
                    .computeIfAbsent(vm.identity().ref().toString(), _ -> new ArrayList<>())
                    .add(volume.volumeId());
        }
    }

    void endAttaching(VolumeToAttach volume, Vm vm) {
        synchronized (attaching) {
            attaching.computeIfPresent(vm.identity().ref().toString(), (_, volumes) -> {
                volumes.remove(volume.volumeId());
                return volumes.isEmpty() ? null : volumes;
            });
        }
    }

    /// Returns how many calls that began earlier attach volumes to the VM that it does not show yet.
    int pendingBefore(VolumeToAttach volume, FollowedVm machine, Vm vm) {
        synchronized (attaching) {
            List<String> all = attaching.getOrDefault(vm.identity().ref().toString(), List.of());
            int own = all.indexOf(volume.volumeId());
            return (int) all.subList(0, Math.max(own, 0)).stream()
                    .filter(other -> machine.holders(other).findAny().isEmpty())
                    .count();
        }
    }

    /// Keeps in mind that a call to detach may still reach vCenter.
    void addLostDetach(VolumeToAttach volume, Vm vm) {
        lostDetaches.add(volume.volumeId(), vm.identity().ref().toString(), clock.now());
    }

    /// Returns true if a call to detach may still take the volume from the VM.
    boolean hasLostDetach(VolumeToAttach volume, Vm vm) {
        return lostDetaches.contains(volume.volumeId(), vm.identity().ref().toString(), clock.now());
    }

    /// Returns the attempts to attach the volume that may still run, by key of the machine.
    Map<String, AttachAttempt> openAttempts(List<ClusterAttachment> attachments, FollowedVms machines) {
        var open = new HashMap<String, AttachAttempt>();
        for (ClusterAttachment attachment : attachments) {
            AttachAttempt.openOf(attachment)
                    .filter(attempt -> clock.wallTime().isBefore(attempt.at().plus(DetachPolicy.ACCEPT_WINDOW)))
                    .ifPresent(attempt -> machinesOf(attachment, machines)
                            .forEach(machine -> open.put(machine.key().value(), attempt)));
        }
        return open;
    }

    /// Returns the machines that the VolumeAttachment is about.
    static Stream<FollowedVm> machinesOf(ClusterAttachment attachment, FollowedVms machines) {
        return machines.named(attachment.nodeId().isEmpty() ? attachment.nodeName() : attachment.nodeId())
                .filter(machine -> isOf(attachment, machine));
    }

    /// Returns true if the VolumeAttachment is about this machine. It names the id that the Node had, and another
    /// machine may have the name of the Node by now.
    static boolean isOf(ClusterAttachment attachment, FollowedVm machine) {
        return attachment.nodeId().isEmpty()
                ? machine.isNamed(attachment.nodeName())
                : machine.nodeIds().contains(attachment.nodeId());
    }

    /// Records that no attempt is open. If that fails, a later detach waits.
    void endAttempt(VolumeToAttach volume, String nodeName, Vm vm) {
        if (journal.find(volume.handle(), nodeName)
                instanceof AttachmentJournal.FindResult.Found(ClusterAttachment attachment)) {
            Optional<String> _ = journal.record(
                    attachment, attachment.recorded().orElseGet(() -> RecordedVm.of(vm)), Optional.empty());
        }
    }

    /// Reads the disks of a VM in vCenter, and puts them under its reference.
    ///
    /// @return why they are not known
    Optional<AttachFailure> read(Vm vm, Map<String, List<VmDisk>> reads, Instant deadline) {
        DisksResult result = stores.apply(vm.vcenter())
                .map(store -> store.disks(vm.identity().ref().moref(), readBudget(deadline)))
                .orElseGet(() -> new DisksResult.Unread("it is not in the configuration"));
        return switch (result) {
            case DisksResult.Read(List<VmDisk> disks) -> {
                reads.put(vm.identity().ref().toString(), disks);
                yield Optional.empty();
            }
            case DisksResult.Unread(String why) ->
                Optional.of(new AttachFailure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "vCenter %s does not report the disks of VM %s: %s".formatted(vm.vcenter(), vm, why)));
        };
    }

    /// Returns how long a read may take: the time that is left, within bounds.
    Duration readBudget(Instant deadline) {
        return clock.budget(deadline);
    }

    static AttachFailure unconfigured(Vm vm) {
        return new AttachFailure(
                OperationCode.UNAVAILABLE,
                AttachReason.VCENTER_SILENT,
                "vCenter %s is not in use; add it to the configuration again".formatted(vm.vcenter()));
    }

    static AttachOutcome failed(OperationCode code, AttachReason reason, String message) {
        return new AttachOutcome.NotDone(new AttachFailure(code, reason, message));
    }
}

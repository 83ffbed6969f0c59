package dev.vspherecloud.csi.volumes.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.csi.domain.attachment.AttachFacts;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachPolicy;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.AttachStep;
import dev.vspherecloud.csi.domain.attachment.DetachFacts;
import dev.vspherecloud.csi.domain.attachment.DetachPolicy;
import dev.vspherecloud.csi.domain.attachment.DetachStep;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.csi.volumes.OperationClock;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Attaches volumes to the VMs of Nodes and detaches them, so that no volume is on two VMs, whichever process carries
/// out a request and however often it is repeated.
///
/// A call blocks its thread until the volume is attached or detached, or until the deadline. At most one call works on
/// a volume at the same time; a second one gets ABORTED at once.
///
/// Threads: any. Each call needs only the thread of its caller, which may be virtual. If that thread is interrupted,
/// the call ends with UNAVAILABLE, and the thread stays interrupted.
public final class AttachmentExecutor {
    /// The usual limit of tasks in one vCenter at the same time.
    public static final int MAX_TASKS = 16;

    /// How long a call waits for a VM that is being looked up.
    private static final Duration LOOK_LIMIT = Duration.ofSeconds(5);

    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration LONGEST_READ = Duration.ofSeconds(10);
    private static final Duration SHORTEST_READ = Duration.ofSeconds(2);

    /// How many steps a detach takes at most. It only ends a detach that a mistake would repeat for ever.
    private static final int MAX_STEPS = 100;

    private final AttachmentInventory inventory;
    private final AttachmentJournal journal;
    private final Function<String, Optional<AttachmentStore>> stores;
    private final OperationClock clock;
    private final VmTasks tasks;

    /// The ids of the volumes on which calls work.
    private final Set<String> busy = ConcurrentHashMap.newKeySet();

    /// The volumes that are being attached, by VM, in the order in which their calls began.
    private final Map<String, List<String>> attaching = new HashMap<>();

    /// The calls to detach whose answers were lost, with the time at which they were sent, by volume and VM. They may
    /// still reach vCenter, and then they would take the disk from a VM that got it again.
    private final Map<String, Instant> lostDetaches = new ConcurrentHashMap<>();

    /// Creates an executor.
    ///
    /// @param stores returns the attachments of the vCenter with this name; empty if it is not in use
    /// @param maxTasks how many tasks may run in one vCenter at the same time; normally [#MAX_TASKS]
    public AttachmentExecutor(
            AttachmentInventory inventory,
            AttachmentJournal journal,
            Function<String, Optional<AttachmentStore>> stores,
            OperationClock clock,
            int maxTasks) {
        this.inventory = inventory;
        this.journal = journal;
        this.stores = stores;
        this.clock = clock;
        this.tasks = new VmTasks(clock, maxTasks);
    }

    /// Attaches a volume to the VM of a Node.
    ///
    /// @param node the id of the Node, lower case, or its name
    public AttachOutcome attach(VolumeToAttach volume, String node, Instant deadline) {
        return exclusively(volume, () -> attachAlone(volume, node, deadline));
    }

    /// Detaches a volume from the VM of a Node.
    ///
    /// @param node the id of the Node, lower case, or its name; empty for all VMs that have the volume
    public AttachOutcome detach(VolumeToAttach volume, String node, Instant deadline) {
        return exclusively(volume, () -> detachAlone(volume, node, deadline));
    }

    @FunctionalInterface
    private interface Call {
        AttachOutcome run() throws InterruptedException;
    }

    private AttachOutcome exclusively(VolumeToAttach volume, Call call) {
        if (!busy.add(volume.volumeId())) {
            return failed(
                    OperationCode.ABORTED,
                    AttachReason.ATTEMPT_OPEN,
                    "another call works on volume %s; the call is repeated".formatted(volume.volumeId()));
        }
        try {
            return call.run();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return failed(
                    OperationCode.UNAVAILABLE,
                    AttachReason.REFUSED_BY_VCENTER,
                    "volume %s: the driver stops; the call is repeated".formatted(volume.volumeId()));
        } finally {
            busy.remove(volume.volumeId());
        }
    }

    // Attach

    private AttachOutcome attachAlone(VolumeToAttach volume, String node, Instant deadline)
            throws InterruptedException {
        Instant lookEnd = earlier(deadline, clock.now().plus(LOOK_LIMIT));
        while (true) {
            AttachStep step = AttachPolicy.evaluate(attachFacts(volume, node, 0));
            switch (step) {
                case AttachStep.AlreadyAttached(Vm vm, String diskUuid) -> {
                    // What vCenter reported may be some seconds old, and another process may have detached the volume.
                    var reads = new HashMap<String, List<VmDisk>>();
                    Optional<AttachFailure> unread = read(vm, reads, deadline);
                    if (unread.isPresent()) {
                        return new AttachOutcome.NotDone(unread.get());
                    }
                    if (reads.values().stream().anyMatch(disks -> has(disks, volume.volumeId()))) {
                        return new AttachOutcome.Attached(vm, diskUuid);
                    }
                    inventory.onDetached(vm, volume.volumeId());
                    if (!clock.now().isBefore(lookEnd)) {
                        return failed(
                                OperationCode.UNAVAILABLE,
                                AttachReason.INVENTORY_UNKNOWN,
                                "the disks of VM %s have changed; the call is repeated".formatted(vm));
                    }
                    boolean _ = clock.signal().await(clock.now().plus(POLL));
                }
                case AttachStep.Fail(AttachFailure failure) -> {
                    return new AttachOutcome.NotDone(failure);
                }
                case AttachStep.Wait(AttachFailure otherwise) -> {
                    if (!clock.now().isBefore(lookEnd)) {
                        return new AttachOutcome.NotDone(otherwise);
                    }
                    boolean _ = clock.signal().await(clock.now().plus(POLL));
                }
                case AttachStep.Send(FollowedVm machine, Vm vm) -> {
                    return attachTo(volume, node, machine, vm, deadline);
                }
            }
        }
    }

    private AttachFacts attachFacts(VolumeToAttach volume, String node, int pending) {
        List<FollowedVm> machines = inventory.machines();
        Map<String, AbsenceState> absences = inventory.absences();
        Set<String> gone = absences.entrySet().stream()
                .filter(each -> each.getValue() instanceof AbsenceState.Proven)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        List<String> open = openAttempts(journal.ofVolume(volume.handle()), machines).keySet().stream()
                .filter(key -> !gone.contains(key))
                .flatMap(key -> machines.stream()
                        .filter(machine -> machine.key().value().equals(key)))
                .filter(machine -> !machine.isNamed(node))
                .map(FollowedVm::text)
                .toList();
        return new AttachFacts(
                volume,
                node,
                machines,
                gone,
                inventory.unknownReason(),
                inventory.untrustedReason(),
                inventory.silentVcenters(),
                open,
                pending);
    }

    /// Returns the attempts to attach the volume that may still run, by key of the machine.
    private Map<String, AttachAttempt> openAttempts(List<ClusterAttachment> attachments, List<FollowedVm> machines) {
        var open = new HashMap<String, AttachAttempt>();
        for (ClusterAttachment attachment : attachments) {
            AttachAttempt.openOf(attachment)
                    .filter(attempt -> clock.now().isBefore(attempt.at().plus(DetachPolicy.ACCEPT_WINDOW)))
                    .ifPresent(attempt -> machines.stream()
                            .filter(machine -> isOf(attachment, machine))
                            .forEach(machine -> open.put(machine.key().value(), attempt)));
        }
        return open;
    }

    /// Returns true if the VolumeAttachment is about this machine. It names the id that the Node had, and another
    /// machine may have the name of the Node by now.
    private static boolean isOf(ClusterAttachment attachment, FollowedVm machine) {
        return attachment.nodeId().isEmpty()
                ? machine.isNamed(attachment.nodeName())
                : machine.nodeIds().contains(attachment.nodeId());
    }

    private AttachOutcome attachTo(VolumeToAttach volume, String node, FollowedVm machine, Vm vm, Instant deadline)
            throws InterruptedException {
        Optional<AttachmentStore> store = stores.apply(vm.vcenter());
        if (store.isEmpty()) {
            return unconfigured(vm);
        }
        var attempt = new AttachRun(volume, node, machine, vm);
        String ref = vm.identity().ref().toString();
        synchronized (attaching) {
            attaching.computeIfAbsent(ref, _ -> new ArrayList<>()).add(volume.volumeId());
        }
        try {
            VmTasks.Result result = tasks.run(
                    new VmTasks.LaneKey(vm.vcenter(), vm.identity().ref().moref(), VmTasks.Kind.ATTACH),
                    volume.volumeId(),
                    store.get(),
                    attempt::prepare,
                    deadline);
            return attempt.outcome(result, store.get(), deadline);
        } finally {
            synchronized (attaching) {
                attaching.computeIfPresent(ref, (_, volumes) -> {
                    volumes.remove(volume.volumeId());
                    return volumes.isEmpty() ? null : volumes;
                });
            }
        }
    }

    /// Returns how many calls that began earlier attach volumes to the VM that it does not show yet.
    private int pendingBefore(VolumeToAttach volume, FollowedVm machine, Vm vm) {
        synchronized (attaching) {
            List<String> all = attaching.getOrDefault(vm.identity().ref().toString(), List.of());
            int own = all.indexOf(volume.volumeId());
            return (int) all.subList(0, Math.max(own, 0)).stream()
                    .filter(other -> machine.holders(other).findAny().isEmpty())
                    .count();
        }
    }

    /// One attempt to attach.
    private final class AttachRun {
        private final VolumeToAttach volume;
        private final String node;
        private final FollowedVm machine;
        private final Vm vm;
        private boolean isRecorded;

        AttachRun(VolumeToAttach volume, String node, FollowedVm machine, Vm vm) {
            this.volume = volume;
            this.node = node;
            this.machine = machine;
            this.vm = vm;
        }

        /// Decides again, because the call may have waited, and records the attempt.
        Optional<AttachFailure> prepare() {
            lostDetaches.values().removeIf(at -> !clock.now().isBefore(at.plus(DetachPolicy.ACCEPT_WINDOW)));
            if (lostDetaches.containsKey(volume.volumeId() + " " + vm.identity().ref())) {
                return Optional.of(new AttachFailure(
                        OperationCode.ABORTED,
                        AttachReason.ATTEMPT_OPEN,
                        "a call to detach volume %s from VM %s got lost and may still arrive; the call is repeated"
                                .formatted(volume.volumeId(), vm)));
            }
            FollowedVm current = inventory.machines().stream()
                    .filter(each -> each.key().equals(machine.key()))
                    .findFirst()
                    .orElse(machine);
            AttachStep step = AttachPolicy.evaluate(attachFacts(volume, node, pendingBefore(volume, current, vm)));
            return switch (step) {
                case AttachStep.Fail(AttachFailure failure) -> Optional.of(failure);
                case AttachStep.Wait(AttachFailure failure) -> Optional.of(failure);
                case AttachStep.AlreadyAttached _ -> Optional.of(changed());
                case AttachStep.Send(var _, Vm now) ->
                    now.identity().equals(vm.identity()) ? record() : Optional.of(changed());
            };
        }

        private AttachFailure changed() {
            return new AttachFailure(
                    OperationCode.ABORTED,
                    AttachReason.INVENTORY_UNKNOWN,
                    "the VM of %s has changed; the call is repeated".formatted(machine.text()));
        }

        private Optional<AttachFailure> record() {
            String nodeName = machine.node().map(NodeName::value).orElse("");
            return switch (journal.find(volume.handle(), nodeName)) {
                case AttachmentJournal.FindResult.None() -> Optional.empty();
                case AttachmentJournal.FindResult.Unanswered(String why) -> Optional.of(unrecorded(why));
                case AttachmentJournal.FindResult.Found(ClusterAttachment attachment) -> {
                    if (attachment.isDeleting()) {
                        yield Optional.of(new AttachFailure(
                                OperationCode.ABORTED,
                                AttachReason.ATTEMPT_OPEN,
                                "the VolumeAttachment %s is being deleted; the call is repeated"
                                        .formatted(attachment.name())));
                    }
                    RecordedVm now = RecordedVm.of(vm);
                    var begun = new AttachAttempt(clock.now().truncatedTo(ChronoUnit.MILLIS), attachment.isAttached());
                    Optional<String> problem = journal.record(
                            attachment,
                            attachment.recorded().map(now::completedBy).orElse(now),
                            Optional.of(begun));
                    isRecorded = problem.isEmpty();
                    yield problem.map(this::unrecorded);
                }
            };
        }

        private AttachFailure unrecorded(String why) {
            return new AttachFailure(
                    OperationCode.UNAVAILABLE,
                    AttachReason.INVENTORY_UNKNOWN,
                    "the attempt to attach volume %s cannot be recorded: %s".formatted(volume.volumeId(), why));
        }

        AttachOutcome outcome(VmTasks.Result result, AttachmentStore store, Instant deadline) {
            return switch (result) {
                case VmTasks.Result.NotSent(AttachFailure failure) -> {
                    endRecord();
                    yield new AttachOutcome.NotDone(failure);
                }
                case VmTasks.Result.Lost() ->
                    byDisks(
                            store,
                            deadline,
                            () -> new AttachFailure(
                                    OperationCode.UNAVAILABLE,
                                    AttachReason.ATTEMPT_OPEN,
                                    "vCenter %s did not answer the call to attach volume %s to VM %s; the call is repeated"
                                            .formatted(vm.vcenter(), volume.volumeId(), vm)));
                case VmTasks.Result.Ended(AttachTaskResult ended) -> ended(ended, store, deadline);
            };
        }

        private AttachOutcome ended(AttachTaskResult ended, AttachmentStore store, Instant deadline) {
            return switch (ended) {
                case AttachTaskResult.Done(Optional<String> uuid) ->
                    uuid.map(this::attached).orElseGet(() -> byDisks(store, deadline, this::unreported));
                case AttachTaskResult.Running() ->
                    byDisks(
                            store,
                            deadline,
                            () -> new AttachFailure(
                                    OperationCode.DEADLINE_EXCEEDED,
                                    AttachReason.ATTEMPT_OPEN,
                                    "vCenter %s still attaches volume %s to VM %s; the call is repeated"
                                            .formatted(vm.vcenter(), volume.volumeId(), vm)));
                case AttachTaskResult.Unknown(String why) ->
                    byDisks(
                            store,
                            deadline,
                            () -> new AttachFailure(
                                    OperationCode.UNAVAILABLE,
                                    AttachReason.ATTEMPT_OPEN,
                                    "it is not known whether vCenter %s attached volume %s to VM %s (%s); the call is repeated"
                                            .formatted(vm.vcenter(), volume.volumeId(), vm, why)));
                case AttachTaskResult.Refused(AttachTaskResult.Fault fault, OperationCode code, String message) -> {
                    AttachOutcome outcome = byDisks(
                            store,
                            deadline,
                            () -> fault == AttachTaskResult.Fault.IN_USE
                                    ? inUse(store, deadline, message)
                                    : new AttachFailure(
                                            code,
                                            AttachReason.REFUSED_BY_VCENTER,
                                            "volume %s is not attached to VM %s of %s: %s"
                                                    .formatted(volume.volumeId(), vm, machine.text(), message)));
                    if (outcome instanceof AttachOutcome.NotDone) {
                        endRecord();
                    }
                    yield outcome;
                }
            };
        }

        private AttachFailure unreported() {
            return new AttachFailure(
                    OperationCode.UNAVAILABLE,
                    AttachReason.INVENTORY_UNKNOWN,
                    "vCenter %s attached volume %s to VM %s, and does not report the UUID of the disk; the call is repeated"
                            .formatted(vm.vcenter(), volume.volumeId(), vm));
        }

        /// Records that the attempt has ended, so that a detach need not wait for it. If that fails, a detach waits.
        private void endRecord() {
            if (isRecorded) {
                endAttempt(volume, machine.node().map(NodeName::value).orElse(""), vm);
            }
        }

        private AttachOutcome attached(String diskUuid) {
            inventory.onAttached(vm, new VmDisk(Optional.of(volume.volumeId()), Optional.of(diskUuid), 0));
            return new AttachOutcome.Attached(vm, diskUuid);
        }

        /// Reads the disks of the VM. If the volume is among them, it is attached, whatever the task said.
        private AttachOutcome byDisks(AttachmentStore store, Instant deadline, Supplier<AttachFailure> otherwise) {
            return store.disks(vm.identity().ref().moref(), readBudget(deadline)) instanceof DisksResult.Read(var disks)
                    ? disks.stream()
                            .filter(disk -> disk.volumeId().equals(Optional.of(volume.volumeId())))
                            .flatMap(disk -> disk.diskUuid().stream())
                            .findFirst()
                            .map(this::attached)
                            .orElseGet(() -> new AttachOutcome.NotDone(otherwise.get()))
                    : new AttachOutcome.NotDone(otherwise.get());
        }

        private AttachFailure inUse(AttachmentStore store, Instant deadline, String message) {
            return switch (store.consumers(volume.volumeId(), readBudget(deadline))) {
                case ConsumersResult.Read(List<String> consumers) ->
                    new AttachFailure(
                            consumers.isEmpty() ? OperationCode.UNAVAILABLE : OperationCode.FAILED_PRECONDITION,
                            AttachReason.ATTACHED_ELSEWHERE,
                            consumers.isEmpty()
                                    ? "vCenter %s says that volume %s is in use, and names no VM: %s; the call is repeated"
                                            .formatted(vm.vcenter(), volume.volumeId(), message)
                                    : "volume %s is attached to VM %s of vCenter %s, which is not the VM of a Node of this cluster, expected it to be free; detach the disk there"
                                            .formatted(
                                                    volume.volumeId(),
                                                    consumers.stream()
                                                            .map(id -> store.vmText(id, readBudget(deadline)))
                                                            .collect(Collectors.joining(", ")),
                                                    vm.vcenter()));
                case ConsumersResult.NoVolume() ->
                    new AttachFailure(
                            OperationCode.NOT_FOUND,
                            AttachReason.REFUSED_BY_VCENTER,
                            "volume %s does not exist in CNS; check the volume handle".formatted(volume.volumeId()));
                case ConsumersResult.Unread(String why) ->
                    new AttachFailure(
                            OperationCode.UNAVAILABLE,
                            AttachReason.ATTACHED_ELSEWHERE,
                            "volume %s is in use, and vCenter %s does not say by which VM: %s"
                                    .formatted(volume.volumeId(), vm.vcenter(), why));
            };
        }
    }

    /// Records that no attempt is open. If that fails, a later detach waits.
    private void endAttempt(VolumeToAttach volume, String nodeName, Vm vm) {
        if (journal.find(volume.handle(), nodeName)
                instanceof AttachmentJournal.FindResult.Found(ClusterAttachment attachment)) {
            Optional<String> _ = journal.record(
                    attachment, attachment.recorded().orElseGet(() -> RecordedVm.of(vm)), Optional.empty());
        }
    }

    private Duration readBudget(Instant deadline) {
        Duration left = Duration.between(clock.now(), deadline);
        if (left.compareTo(LONGEST_READ) > 0) {
            return LONGEST_READ;
        }
        return left.compareTo(SHORTEST_READ) < 0 ? SHORTEST_READ : left;
    }

    // Detach

    private AttachOutcome detachAlone(VolumeToAttach volume, String node, Instant deadline)
            throws InterruptedException {
        var reads = new HashMap<String, List<VmDisk>>();
        var detached = new HashSet<String>();
        var sent = new HashSet<String>();
        var vms = new ArrayList<Vm>();
        Optional<List<String>> consumers = Optional.empty();
        // The watch may be late, and an attempt to attach that it does not show yet would not be waited for.
        AttachmentJournal.ReadResult own = journal.read(volume.handle(), nodeNames(volume, node));
        if (own instanceof AttachmentJournal.ReadResult.Unanswered(String why)) {
            return failed(
                    OperationCode.UNAVAILABLE,
                    AttachReason.INVENTORY_UNKNOWN,
                    "the VolumeAttachment of volume %s cannot be read: %s".formatted(volume.volumeId(), why));
        }
        List<ClusterAttachment> attachments = ((AttachmentJournal.ReadResult.Read) own).attachments();
        for (int step = 0; step < MAX_STEPS; step++) {
            List<FollowedVm> machines = inventory.machines();
            var facts = new DetachFacts(
                    volume,
                    node,
                    machines,
                    targets(volume, node, machines, attachments),
                    inventory.absences(),
                    inventory.unknownReason(),
                    inventory.untrustedReason(),
                    inventory.silentVcenters(),
                    openAttempts(attachments, machines),
                    reads,
                    detached,
                    sent,
                    consumers,
                    clock.now());
            switch (DetachPolicy.evaluate(facts)) {
                case DetachStep.Detached(String evidence) -> {
                    return new AttachOutcome.Detached(vms, evidence);
                }
                case DetachStep.Fail(AttachFailure failure) -> {
                    return new AttachOutcome.NotDone(failure);
                }
                case DetachStep.ReadDisks(Vm vm) -> {
                    Optional<AttachFailure> unread = read(vm, reads, deadline);
                    if (unread.isPresent()) {
                        return new AttachOutcome.NotDone(unread.get());
                    }
                }
                case DetachStep.ReadConsumers() -> {
                    ConsumersResult result = stores.apply(volume.vcenter())
                            .map(store -> store.consumers(volume.volumeId(), readBudget(deadline)))
                            .orElseGet(() -> new ConsumersResult.Unread("it is not in the configuration"));
                    switch (result) {
                        case ConsumersResult.Read(List<String> found) -> consumers = Optional.of(found);
                        case ConsumersResult.NoVolume() -> consumers = Optional.of(List.of());
                        case ConsumersResult.Unread(String why) -> {
                            return failed(
                                    OperationCode.UNAVAILABLE,
                                    AttachReason.VCENTER_SILENT,
                                    "vCenter %s does not say which VM has volume %s: %s"
                                            .formatted(volume.vcenter(), volume.volumeId(), why));
                        }
                    }
                }
                case DetachStep.Send(FollowedVm machine, Vm vm) -> {
                    String ref = vm.identity().ref().toString();
                    VmTasks.Result result = send(volume, attachments, machine, vm, deadline);
                    if (result instanceof VmTasks.Result.NotSent(AttachFailure failure)) {
                        return new AttachOutcome.NotDone(failure);
                    }
                    vms.add(vm);
                    if (result instanceof VmTasks.Result.Lost) {
                        lostDetaches.put(volume.volumeId() + " " + ref, clock.now());
                    }
                    if (result instanceof VmTasks.Result.Ended(AttachTaskResult.Done _)) {
                        inventory.onDetached(vm, volume.volumeId());
                        detached.add(ref);
                        attachments.stream()
                                .filter(each -> isOf(each, machine)
                                        && AttachAttempt.openOf(each).isPresent())
                                .forEach(each -> endAttempt(volume, each.nodeName(), vm));
                    } else {
                        sent.add(ref);
                        Optional<AttachFailure> unread = read(vm, reads, deadline);
                        Optional<AttachFailure> failure = unread.or(() -> stillThere(volume, machine, vm, result)
                                .filter(_ -> has(reads.getOrDefault(ref, List.of()), volume.volumeId())));
                        if (failure.isPresent()) {
                            return new AttachOutcome.NotDone(failure.get());
                        }
                        inventory.onDetached(vm, volume.volumeId());
                    }
                }
            }
        }
        throw new IllegalStateException("the detach of volume " + volume.volumeId() + " does not end");
    }

    /// Returns the names of the Nodes whose VolumeAttachments a request to detach may mean.
    private Set<String> nodeNames(VolumeToAttach volume, String node) {
        return Stream.concat(
                        journal.ofVolume(volume.handle()).stream().map(ClusterAttachment::nodeName),
                        inventory.machines().stream()
                                .filter(machine -> machine.isNamed(node))
                                .flatMap(machine -> machine.node().stream().map(NodeName::value)))
                .collect(Collectors.toSet());
    }

    /// Returns the keys of the machines that a request to detach means.
    private static Set<String> targets(
            VolumeToAttach volume, String node, List<FollowedVm> machines, List<ClusterAttachment> attachments) {
        if (node.isEmpty()) {
            return machines.stream()
                    .filter(machine ->
                            machine.holders(volume.volumeId()).findAny().isPresent())
                    .map(machine -> machine.key().value())
                    .collect(Collectors.toSet());
        }
        List<FollowedVm> named =
                machines.stream().filter(machine -> machine.isNamed(node)).toList();
        // csi-attacher sends the id that the Node has now. The VolumeAttachment may be about an earlier machine of
        // that name.
        Set<String> names = Stream.concat(Stream.of(node), named.stream().flatMap(machine -> machine.node().stream()
                        .map(NodeName::value)))
                .collect(Collectors.toSet());
        Stream<FollowedVm> former = attachments.stream()
                .filter(attachment -> names.contains(attachment.nodeName()))
                .flatMap(attachment -> machines.stream().filter(machine -> isOf(attachment, machine)));
        return Stream.concat(named.stream(), former)
                .map(machine -> machine.key().value())
                .collect(Collectors.toSet());
    }

    private static boolean has(List<VmDisk> disks, String volumeId) {
        return disks.stream().anyMatch(disk -> disk.volumeId().equals(Optional.of(volumeId)));
    }

    private Optional<AttachFailure> read(Vm vm, Map<String, List<VmDisk>> reads, Instant deadline) {
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

    private VmTasks.Result send(
            VolumeToAttach volume, List<ClusterAttachment> attachments, FollowedVm machine, Vm vm, Instant deadline)
            throws InterruptedException {
        Optional<AttachmentStore> store = stores.apply(vm.vcenter());
        if (store.isEmpty()) {
            return new VmTasks.Result.NotSent(((AttachOutcome.NotDone) unconfigured(vm)).failure());
        }
        return tasks.run(
                new VmTasks.LaneKey(vm.vcenter(), vm.identity().ref().moref(), VmTasks.Kind.DETACH),
                volume.volumeId(),
                store.get(),
                () -> recordDetach(volume, attachments, machine, vm),
                deadline);
    }

    /// Writes the VolumeAttachment, so that an earlier process that is about to attach the volume fails to record its
    /// attempt. If the VolumeAttachment is being deleted, that has changed its version already.
    private Optional<AttachFailure> recordDetach(
            VolumeToAttach volume, List<ClusterAttachment> attachments, FollowedVm machine, Vm vm) {
        List<ClusterAttachment> own = attachments.stream()
                .filter(attachment -> isOf(attachment, machine) && !attachment.isDeleting())
                .toList();
        for (ClusterAttachment attachment : own) {
            Optional<String> problem = journal.record(
                    attachment,
                    attachment.recorded().orElseGet(() -> RecordedVm.of(vm)),
                    AttachAttempt.parse(attachment.attempt()));
            if (problem.isPresent()) {
                return Optional.of(new AttachFailure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "the detach of volume %s cannot be recorded: %s".formatted(volume.volumeId(), problem.get())));
            }
        }
        return Optional.empty();
    }

    /// Returns what is reported if the VM has the volume after a detach.
    private static Optional<AttachFailure> stillThere(
            VolumeToAttach volume, FollowedVm machine, Vm vm, VmTasks.Result result) {
        return Optional.of(
                switch (result) {
                    case VmTasks.Result.Ended(AttachTaskResult.Refused(var _, OperationCode code, String message)) ->
                        new AttachFailure(
                                // A volume or VM that vCenter does not find while the VM has the disk is no success.
                                code == OperationCode.NOT_FOUND ? OperationCode.INTERNAL : code,
                                AttachReason.REFUSED_BY_VCENTER,
                                "volume %s is not detached from VM %s of %s: %s"
                                        .formatted(volume.volumeId(), vm, machine.text(), message));
                    case VmTasks.Result.Ended(AttachTaskResult.Running()) ->
                        new AttachFailure(
                                OperationCode.DEADLINE_EXCEEDED,
                                AttachReason.ATTEMPT_OPEN,
                                "vCenter %s still detaches volume %s from VM %s; the call is repeated"
                                        .formatted(vm.vcenter(), volume.volumeId(), vm));
                    default ->
                        new AttachFailure(
                                OperationCode.UNAVAILABLE,
                                AttachReason.ATTEMPT_OPEN,
                                "it is not known whether vCenter %s detached volume %s from VM %s; the call is repeated"
                                        .formatted(vm.vcenter(), volume.volumeId(), vm));
                });
    }

    private static AttachOutcome unconfigured(Vm vm) {
        return failed(
                OperationCode.UNAVAILABLE,
                AttachReason.VCENTER_SILENT,
                "vCenter %s is not in use; add it to the configuration again".formatted(vm.vcenter()));
    }

    private static AttachOutcome failed(OperationCode code, AttachReason reason, String message) {
        return new AttachOutcome.NotDone(new AttachFailure(code, reason, message));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}

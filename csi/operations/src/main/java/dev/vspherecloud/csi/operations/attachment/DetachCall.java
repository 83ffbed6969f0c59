package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.DetachFacts;
import dev.vspherecloud.csi.domain.attachment.DetachPolicy;
import dev.vspherecloud.csi.domain.attachment.DetachStep;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One call to detach a volume from the VM of a Node.
///
/// Threads: one.
final class DetachCall {
    /// How many steps a detach takes at most. It only ends a detach that a mistake would repeat for ever.
    private static final int MAX_STEPS = 100;

    private final AttachmentContext context;
    private final VolumeToAttach volume;
    private final String node;
    private final Instant deadline;

    /// The VMs whose VolumeAttachments this call has written.
    private final Set<String> recorded = new HashSet<>();

    /// @param node the id of the Node, lower case, or its name; empty for all VMs that have the volume
    DetachCall(AttachmentContext context, VolumeToAttach volume, String node, Instant deadline) {
        this.context = context;
        this.volume = volume;
        this.node = node;
        this.deadline = deadline;
    }

    AttachOutcome run() throws InterruptedException {
        var reads = new HashMap<String, List<VmDisk>>();
        var detached = new HashSet<String>();
        var sent = new HashSet<String>();
        var vms = new ArrayList<Vm>();
        Optional<List<String>> consumers = Optional.empty();
        // The watch may be late, and an attempt to attach that it does not show yet would not be waited for.
        AttachmentJournal.ReadResult own = context.journal().read(volume.handle(), nodeNames());
        if (own instanceof AttachmentJournal.ReadResult.Unanswered(String why)) {
            return AttachmentContext.failed(
                    OperationCode.UNAVAILABLE,
                    AttachReason.INVENTORY_UNKNOWN,
                    "the VolumeAttachment of volume %s cannot be read: %s".formatted(volume.volumeId(), why));
        }
        List<ClusterAttachment> attachments = ((AttachmentJournal.ReadResult.Read) own).attachments();
        for (int step = 0; step < MAX_STEPS; step++) {
            FollowedVms machines = context.inventory().machines();
            var facts = new DetachFacts(
                    volume,
                    node,
                    machines,
                    targets(machines, attachments),
                    context.inventory().absences(),
                    context.inventory().unknownReason(),
                    context.inventory().untrustedReason(),
                    context.inventory().silentVcenters(),
                    context.openAttempts(attachments, machines),
                    reads,
                    detached,
                    sent,
                    consumers,
                    context.wallTime());
            switch (DetachPolicy.evaluate(facts)) {
                case DetachStep.Detached(String evidence) -> {
                    return new AttachOutcome.Detached(vms, evidence);
                }
                case DetachStep.Fail(AttachFailure failure) -> {
                    return new AttachOutcome.NotDone(failure);
                }
                case DetachStep.ReadDisks(Vm vm) -> {
                    Optional<AttachFailure> unread = context.read(vm, reads, deadline);
                    if (unread.isPresent()) {
                        return new AttachOutcome.NotDone(unread.get());
                    }
                }
                case DetachStep.ReadConsumers() -> {
                    ConsumersResult result = context.store(volume.vcenter())
                            .map(store -> store.consumers(volume.volumeId(), context.readBudget(deadline)))
                            .orElseGet(() -> new ConsumersResult.Unread("it is not in the configuration"));
                    switch (result) {
                        case ConsumersResult.Read(List<String> found) -> consumers = Optional.of(found);
                        case ConsumersResult.NoVolume() -> consumers = Optional.of(List.of());
                        case ConsumersResult.Unread(String why) -> {
                            return AttachmentContext.failed(
                                    OperationCode.UNAVAILABLE,
                                    AttachReason.VCENTER_SILENT,
                                    "vCenter %s does not say which VM has volume %s: %s"
                                            .formatted(volume.vcenter(), volume.volumeId(), why));
                        }
                    }
                }
                case DetachStep.Send(FollowedVm machine, Vm vm) -> {
                    String ref = vm.identity().ref().toString();
                    VmTasks.Result result = send(attachments, machine, vm);
                    if (result instanceof VmTasks.Result.NotSent(AttachFailure failure)) {
                        return new AttachOutcome.NotDone(
                                new AttachFailure(whileAttached(failure.code()), failure.reason(), failure.message()));
                    }
                    vms.add(vm);
                    if (result instanceof VmTasks.Result.Lost) {
                        context.addLostDetach(volume, vm);
                    }
                    if (result instanceof VmTasks.Result.Ended(AttachTaskResult.Done _)) {
                        context.inventory().onDetached(vm, volume.volumeId());
                        detached.add(ref);
                        attachments.stream()
                                .filter(each -> AttachmentContext.isOf(each, machine)
                                        && AttachAttempt.openOf(each).isPresent())
                                .forEach(each -> context.endAttempt(volume, each.nodeName(), vm));
                    } else {
                        sent.add(ref);
                        Optional<AttachFailure> unread = context.read(vm, reads, deadline);
                        Optional<AttachFailure> failure = unread.or(() -> stillThere(machine, vm, result)
                                .filter(_ -> volume.isAmong(reads.getOrDefault(ref, List.of()))));
                        if (failure.isPresent()) {
                            return new AttachOutcome.NotDone(failure.get());
                        }
                        context.inventory().onDetached(vm, volume.volumeId());
                    }
                }
            }
        }
        throw new IllegalStateException("the detach of volume " + volume.volumeId() + " does not end");
    }

    /// Returns the names of the Nodes whose VolumeAttachments a request to detach may mean.
    private Set<String> nodeNames() {
        return Stream.concat(
                        context.journal().ofVolume(volume.handle()).stream().map(ClusterAttachment::nodeName),
                        context.inventory().machines().named(node).flatMap(machine -> machine.node().stream()
                                .map(NodeName::value)))
                .collect(Collectors.toSet());
    }

    /// Returns the keys of the machines that a request to detach means.
    private Set<String> targets(FollowedVms machines, List<ClusterAttachment> attachments) {
        if (node.isEmpty()) {
            return machines.all().stream()
                    .filter(machine -> machine.vms().stream()
                            .anyMatch(vm -> volume.isAmong(vm.disks().orElse(List.of()))))
                    .map(machine -> machine.key().value())
                    .collect(Collectors.toSet());
        }
        List<FollowedVm> named = machines.named(node).toList();
        // csi-attacher sends the id that the Node has now. The VolumeAttachment may be about an earlier machine of
        // that name.
        Set<String> names = Stream.concat(Stream.of(node), named.stream().flatMap(machine -> machine.node().stream()
                        .map(NodeName::value)))
                .collect(Collectors.toSet());
        // If the Node is gone by now, no machine has that id. Then any VolumeAttachment that is being deleted may be
        // the one that csi-attacher means.
        Stream<FollowedVm> former = attachments.stream()
                .filter(attachment ->
                        names.contains(attachment.nodeName()) || (named.isEmpty() && attachment.isDeleting()))
                .flatMap(attachment -> AttachmentContext.machinesOf(attachment, machines));
        return Stream.concat(named.stream(), former)
                .map(machine -> machine.key().value())
                .collect(Collectors.toSet());
    }

    private VmTasks.Result send(List<ClusterAttachment> attachments, FollowedVm machine, Vm vm)
            throws InterruptedException {
        Optional<AttachmentStore> store = context.store(vm.vcenter());
        if (store.isEmpty()) {
            return new VmTasks.Result.NotSent(AttachmentContext.unconfigured(vm));
        }
        return context.tasks()
                .run(
                        new VmTasks.LaneKey(vm.vcenter(), vm.identity().ref().moref(), VmTasks.Kind.DETACH),
                        volume.volumeId(),
                        store.get(),
                        () -> recordDetach(attachments, machine, vm),
                        deadline);
    }

    /// Writes the VolumeAttachment, so that an earlier process that is about to attach the volume fails to record its
    /// attempt. If the VolumeAttachment is being deleted, that has changed its version already.
    private Optional<AttachFailure> recordDetach(List<ClusterAttachment> attachments, FollowedVm machine, Vm vm) {
        if (recorded.contains(vm.identity().ref().toString())) {
            return Optional.empty();
        }
        List<ClusterAttachment> own = attachments.stream()
                .filter(attachment -> AttachmentContext.isOf(attachment, machine) && !attachment.isDeleting())
                .toList();
        for (ClusterAttachment attachment : own) {
            Optional<String> problem = context.journal()
                    .record(
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
        recorded.add(vm.identity().ref().toString());
        return Optional.empty();
    }

    /// Returns what is reported if the VM has the volume after a detach.
    private Optional<AttachFailure> stillThere(FollowedVm machine, Vm vm, VmTasks.Result result) {
        return Optional.of(
                switch (result) {
                    case VmTasks.Result.Ended(AttachTaskResult.Refused refused) ->
                        new AttachFailure(
                                whileAttached(refused.code()),
                                AttachReason.REFUSED_BY_VCENTER,
                                "volume %s is not detached from VM %s of %s: %s"
                                        .formatted(volume.volumeId(), vm, machine.text(), cause(vm, refused)));
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

    /// A volume or VM that vCenter does not find while the VM has the disk is no success.
    private static OperationCode whileAttached(OperationCode code) {
        return code == OperationCode.NOT_FOUND ? OperationCode.INTERNAL : code;
    }

    /// Returns why vCenter refused. If it names the state of the VM, a snapshot may be the cause, which the fault does
    /// not say.
    private String cause(Vm vm, AttachTaskResult.Refused refused) {
        boolean mayBeState =
                switch (refused.code()) {
                    case FAILED_PRECONDITION, INTERNAL, INVALID_ARGUMENT -> true;
                    case ABORTED,
                            ALREADY_EXISTS,
                            DEADLINE_EXCEEDED,
                            NOT_FOUND,
                            OUT_OF_RANGE,
                            PERMISSION_DENIED,
                            RESOURCE_EXHAUSTED,
                            UNAVAILABLE -> false;
                };
        Optional<String> obstacle = mayBeState
                ? context.store(vm.vcenter()).flatMap(store -> store.detachObstacle(vm, context.readBudget(deadline)))
                : Optional.empty();
        return refused.because(obstacle);
    }
}

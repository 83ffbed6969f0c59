package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AttachFacts;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachPolicy;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.AttachStep;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// One attempt to attach a volume to a VM.
///
/// Threads: one.
final class VmAttach {
    private final AttachmentContext context;
    private final IntFunction<AttachFacts> facts;
    private final VolumeToAttach volume;
    private final FollowedVm machine;
    private final Vm vm;
    private final AttachmentStore store;
    private final Instant deadline;
    private boolean isRecorded;

    /// @param facts returns what is known now; it receives how many other volumes are being attached to the VM that it
    ///     does not show yet
    VmAttach(
            AttachmentContext context,
            IntFunction<AttachFacts> facts,
            VolumeToAttach volume,
            FollowedVm machine,
            Vm vm,
            AttachmentStore store,
            Instant deadline) {
        this.context = context;
        this.facts = facts;
        this.volume = volume;
        this.machine = machine;
        this.vm = vm;
        this.store = store;
        this.deadline = deadline;
    }

    /// Decides again, because the call may have waited, and records the attempt.
    Optional<AttachFailure> prepare() {
        if (context.hasLostDetach(volume, vm)) {
            return Optional.of(new AttachFailure(
                    OperationCode.ABORTED,
                    AttachReason.ATTEMPT_OPEN,
                    "a call to detach volume %s from VM %s got lost and may still arrive; the call is repeated"
                            .formatted(volume.volumeId(), vm)));
        }
        FollowedVm current =
                context.inventory().machines().find(machine.key().value()).orElse(machine);
        AttachStep step = AttachPolicy.evaluate(facts.apply(context.pendingBefore(volume, current, vm)));
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
        return switch (context.journal().find(volume.handle(), nodeName)) {
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
                var begun =
                        new AttachAttempt(context.wallTime().truncatedTo(ChronoUnit.MILLIS), attachment.isAttached());
                Optional<String> problem = context.journal()
                        .record(
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

    /// Says how the attempt ended, by the task and by the disks of the VM.
    AttachOutcome outcome(VmTasks.Result result) {
        return switch (result) {
            case VmTasks.Result.NotSent(AttachFailure failure) -> {
                endRecord();
                yield new AttachOutcome.NotDone(failure);
            }
            case VmTasks.Result.Lost() ->
                byDisks(() -> new AttachFailure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.ATTEMPT_OPEN,
                        "vCenter %s did not answer the call to attach volume %s to VM %s; the call is repeated"
                                .formatted(vm.vcenter(), volume.volumeId(), vm)));
            case VmTasks.Result.Ended(AttachTaskResult ended) -> ended(ended);
        };
    }

    private AttachOutcome ended(AttachTaskResult ended) {
        return switch (ended) {
            case AttachTaskResult.Done(Optional<String> uuid) ->
                uuid.map(this::attached).orElseGet(() -> byDisks(this::unreported));
            case AttachTaskResult.Running() ->
                byDisks(() -> new AttachFailure(
                        OperationCode.DEADLINE_EXCEEDED,
                        AttachReason.ATTEMPT_OPEN,
                        "vCenter %s still attaches volume %s to VM %s; the call is repeated"
                                .formatted(vm.vcenter(), volume.volumeId(), vm)));
            case AttachTaskResult.Unknown(String why) ->
                byDisks(() -> new AttachFailure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.ATTEMPT_OPEN,
                        "it is not known whether vCenter %s attached volume %s to VM %s (%s); the call is repeated"
                                .formatted(vm.vcenter(), volume.volumeId(), vm, why)));
            case AttachTaskResult.Refused refused -> {
                AttachOutcome outcome = byDisks(() -> refused.fault() == AttachTaskResult.Fault.IN_USE
                        ? inUse(refused.message())
                        : new AttachFailure(
                                refused.code(),
                                AttachReason.REFUSED_BY_VCENTER,
                                "volume %s is not attached to VM %s of %s: %s"
                                        .formatted(volume.volumeId(), vm, machine.text(), cause(refused))));
                if (outcome instanceof AttachOutcome.NotDone) {
                    endRecord();
                }
                yield outcome;
            }
        };
    }

    /// Returns why vCenter refused. If the host of the VM does not mount the datastore, several faults may report
    /// that, and none names the hosts that do.
    private String cause(AttachTaskResult.Refused refused) {
        boolean mayBeMount =
                switch (refused.code()) {
                    case FAILED_PRECONDITION, INTERNAL, INVALID_ARGUMENT, NOT_FOUND, UNAVAILABLE -> true;
                    case ABORTED,
                            ALREADY_EXISTS,
                            DEADLINE_EXCEEDED,
                            OUT_OF_RANGE,
                            PERMISSION_DENIED,
                            RESOURCE_EXHAUSTED -> false;
                };
        return refused.because(
                mayBeMount
                        ? store.attachObstacle(vm, volume.volumeId(), context.readBudget(deadline))
                        : Optional.empty());
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
            context.endAttempt(volume, machine.node().map(NodeName::value).orElse(""), vm);
        }
    }

    private AttachOutcome attached(String diskUuid) {
        context.inventory().onAttached(vm, new VmDisk(Optional.of(volume.volumeId()), Optional.of(diskUuid), 0));
        return new AttachOutcome.Attached(vm, diskUuid);
    }

    /// Reads the disks of the VM. If the volume is among them, it is attached, whatever the task said.
    private AttachOutcome byDisks(Supplier<AttachFailure> otherwise) {
        return store.disks(vm.identity().ref().moref(), context.readBudget(deadline))
                        instanceof DisksResult.Read(var disks)
                ? disks.stream()
                        .filter(disk -> disk.volumeId().equals(Optional.of(volume.volumeId())))
                        .flatMap(disk -> disk.diskUuid().stream())
                        .findFirst()
                        .map(this::attached)
                        .orElseGet(() -> new AttachOutcome.NotDone(otherwise.get()))
                : new AttachOutcome.NotDone(otherwise.get());
    }

    private AttachFailure inUse(String message) {
        return switch (store.consumers(volume.volumeId(), context.readBudget(deadline))) {
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
                                                        .map(id -> store.vmText(id, context.readBudget(deadline)))
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

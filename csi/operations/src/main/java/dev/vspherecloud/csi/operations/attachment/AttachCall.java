package dev.vspherecloud.csi.operations.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.AbsenceState;
import dev.vspherecloud.csi.domain.attachment.AttachFacts;
import dev.vspherecloud.csi.domain.attachment.AttachFailure;
import dev.vspherecloud.csi.domain.attachment.AttachPolicy;
import dev.vspherecloud.csi.domain.attachment.AttachReason;
import dev.vspherecloud.csi.domain.attachment.AttachStep;
import dev.vspherecloud.csi.domain.attachment.FollowedVm;
import dev.vspherecloud.csi.domain.attachment.FollowedVms;
import dev.vspherecloud.csi.domain.attachment.VolumeToAttach;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.ClusterAttachment;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// One call to attach a volume to the VM of a Node.
///
/// Threads: one.
final class AttachCall {
    /// How long a call waits for a VM that is being looked up.
    private static final Duration LOOK_LIMIT = Duration.ofSeconds(5);

    private final AttachmentContext context;
    private final VolumeToAttach volume;
    private final String node;
    private final Instant deadline;

    /// @param node the id of the Node, lower case, or its name
    AttachCall(AttachmentContext context, VolumeToAttach volume, String node, Instant deadline) {
        this.context = context;
        this.volume = volume;
        this.node = node;
        this.deadline = deadline;
    }

    AttachOutcome run() throws InterruptedException {
        Instant lookEnd = earlier(deadline, context.now().plus(LOOK_LIMIT));
        while (true) {
            AttachStep step = AttachPolicy.evaluate(facts(0));
            switch (step) {
                case AttachStep.AlreadyAttached(Vm vm, String diskUuid) -> {
                    // What vCenter reported may be some seconds old, and another process may have detached the volume.
                    var reads = new HashMap<String, List<VmDisk>>();
                    Optional<AttachFailure> unread = context.read(vm, reads, deadline);
                    if (unread.isPresent()) {
                        return new AttachOutcome.NotDone(unread.get());
                    }
                    if (reads.values().stream().anyMatch(volume::isAmong)) {
                        return new AttachOutcome.Attached(vm, diskUuid);
                    }
                    context.inventory().onDetached(vm, volume.volumeId());
                    if (!context.now().isBefore(lookEnd)) {
                        return AttachmentContext.failed(
                                OperationCode.UNAVAILABLE,
                                AttachReason.INVENTORY_UNKNOWN,
                                "the disks of VM %s have changed; the call is repeated".formatted(vm));
                    }
                    context.awaitChange();
                }
                case AttachStep.Fail(AttachFailure failure) -> {
                    return new AttachOutcome.NotDone(failure);
                }
                case AttachStep.Wait(AttachFailure otherwise) -> {
                    if (!context.now().isBefore(lookEnd)) {
                        return new AttachOutcome.NotDone(otherwise);
                    }
                    context.awaitChange();
                }
                case AttachStep.Send(FollowedVm machine, Vm vm) -> {
                    return attachTo(machine, vm);
                }
            }
        }
    }

    /// @param pending how many other volumes are being attached to the VM that it does not show yet
    private AttachFacts facts(int pending) {
        FollowedVms machines = context.inventory().machines();
        Map<String, AbsenceState> absences = context.inventory().absences();
        Set<String> gone = absences.entrySet().stream()
                .filter(each -> each.getValue() instanceof AbsenceState.Proven)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        List<ClusterAttachment> begun = context.journal()
                .ofVolume(volume.handle(), attachment -> AttachAttempt.openOf(attachment)
                        .isPresent());
        List<String> open = context.openAttempts(begun, machines).keySet().stream()
                .filter(key -> !gone.contains(key))
                .flatMap(key -> machines.find(key).stream())
                .filter(machine -> !machine.isNamed(node))
                .map(FollowedVm::text)
                .toList();
        return new AttachFacts(
                volume,
                node,
                machines,
                gone,
                context.inventory().unknownReason(),
                context.inventory().untrustedReason(),
                context.inventory().silentVcenters(),
                open,
                pending);
    }

    private AttachOutcome attachTo(FollowedVm machine, Vm vm) throws InterruptedException {
        Optional<AttachmentStore> store = context.store(vm.vcenter());
        if (store.isEmpty()) {
            return new AttachOutcome.NotDone(AttachmentContext.unconfigured(vm));
        }
        var attempt = new VmAttach(context, this::facts, volume, machine, vm, store.get(), deadline);
        context.beginAttaching(volume, vm);
        try {
            return attempt.outcome(context.tasks()
                    .run(
                            new VmTasks.LaneKey(
                                    vm.vcenter(), vm.identity().ref().moref(), VmTasks.Kind.ATTACH),
                            volume.volumeId(),
                            store.get(),
                            attempt::prepare,
                            deadline));
        } finally {
            context.endAttaching(volume, vm);
        }
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}

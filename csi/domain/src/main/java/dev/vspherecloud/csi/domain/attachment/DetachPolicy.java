package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.CallTimes;
import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.csi.domain.node.AttachAttempt;
import dev.vspherecloud.csi.domain.node.VmDisk;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides the next step of a request to detach a volume. Pure.
///
/// A volume counts as detached only if that is proven: its VM is connected and does not have the disk, as read for
/// this request; or the VM is proven to be gone. A VM that is only missing proves nothing.
///
/// An attempt to attach whose end nothing records may still be on its way to vCenter. Then a detach is sent even if
/// the VM does not have the disk, because vCenter carries out the tasks of a volume one after the other. If it finds
/// nothing to detach, the attempt counts as ended only [#ACCEPT_WINDOW] after it was recorded.
public final class DetachPolicy {
    /// How long after its record a call to attach can reach vCenter. The record has the time of another host.
    public static final Duration ACCEPT_WINDOW =
            CallTimes.untilReceived(CallTimes.ATTACH_SEND_WINDOW).plus(CallTimes.CLOCK_DIFFERENCE);

    private DetachPolicy() {}

    public static DetachStep evaluate(DetachFacts facts) {
        if (facts.unknown().isPresent()) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.INVENTORY_UNKNOWN,
                    facts.unknown().get());
        }
        if (facts.untrusted().isPresent()) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.INVENTORY_UNTRUSTED,
                    facts.untrusted().get());
        }
        List<FollowedVm> targets = facts.targets().stream()
                .sorted()
                .flatMap(key -> facts.machines().find(key).stream())
                .toList();
        if (targets.isEmpty()) {
            return byConsumers(facts);
        }
        return targets.stream()
                .map(machine -> forMachine(facts, machine))
                .filter(step -> !(step instanceof DetachStep.Detached))
                .findFirst()
                .orElseGet(() -> new DetachStep.Detached(targets.stream()
                        .map(machine -> ((DetachStep.Detached) forMachine(facts, machine)).evidence())
                        .collect(Collectors.joining("; "))));
    }

    /// Decides for a Node that neither the cluster nor a VolumeAttachment knows. Its VM cannot be looked up, so only
    /// the disk can prove that no VM has it, or that a VM of another Node has it.
    private static DetachStep byConsumers(DetachFacts facts) {
        if (!facts.volume().isListed()) {
            return byFollowedDisks(facts);
        }
        if (facts.consumers().isEmpty()) {
            return new DetachStep.ReadConsumers();
        }
        // A request without a Node means all VMs.
        Set<String> others = (facts.node().isEmpty() ? FollowedVms.none() : facts.machines())
                .all().stream()
                        .flatMap(machine -> machine.vms().stream())
                        .flatMap(vm -> consumerIds(vm.vm()))
                        .collect(Collectors.toSet());
        List<String> foreign = facts.consumers().get().stream()
                .filter(consumer -> !others.contains(consumer))
                .toList();
        return foreign.isEmpty()
                ? new DetachStep.Detached("no VM has the disk, or only one of another Node")
                : fail(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.NODE_UNKNOWN,
                        "no Node has the id \"%s\", and the VM %s has volume %s; detach the disk in vCenter"
                                .formatted(
                                        facts.node(),
                                        String.join(", ", foreign),
                                        facts.volume().volumeId()));
    }

    /// Decides about a volume that no CNS lists, for a Node that is not known: CNS cannot say which VM has the disk, so
    /// the followed disks of all vCenters do. If a VM has the disk, its Node may be the one of the request under
    /// another id, so the volume does not count as detached.
    private static DetachStep byFollowedDisks(DetachFacts facts) {
        if (!facts.silentVcenters().isEmpty()) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.VCENTER_SILENT,
                    "no vCenter lists volume %s, and these do not report the disks of VMs: %s; the call is repeated"
                            .formatted(
                                    facts.volume().volumeId(),
                                    facts.silentVcenters().stream().sorted().collect(Collectors.joining(", "))));
        }
        Set<String> gone = facts.absences().entrySet().stream()
                .filter(each -> each.getValue() instanceof AbsenceState.Proven)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return switch (DiskHolders.of(facts.volume()::isAmong, facts.machines(), gone)) {
            case DiskHolders.Known(List<String> vms) ->
                vms.isEmpty()
                        ? new DetachStep.Detached("no CNS lists the volume, and no VM of a Node has the disk")
                        : held(facts.volume(), String.join(", ", vms));
            case DiskHolders.Unknown(String why) ->
                fail(
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "no vCenter lists volume %s, and it is not known which VM has its disk: %s; the call is repeated"
                                .formatted(facts.volume().volumeId(), why));
        };
    }

    /// Returns the failure for a disk that this driver cannot detach.
    private static DetachStep held(VolumeToAttach volume, String holder) {
        return fail(
                OperationCode.UNAVAILABLE,
                AttachReason.REFUSED_BY_VCENTER,
                volume.isRegistered()
                        ? "no vCenter lists volume %s, no Node has the id of the request, and %s has the disk; detach the disk in vCenter without deleting it"
                                .formatted(volume.volumeId(), holder)
                        : "no CnsVSphereVolumeMigration names the disk %s, so it was never registered in CNS and cannot be detached there, and %s has it; register it with vsphere-csi-driver (Go), or detach the disk in vCenter without deleting it"
                                .formatted(volume.volumeId(), holder));
    }

    /// Returns the texts by which a First Class Disk may name its VM.
    static Stream<String> consumerIds(Vm vm) {
        return Stream.of(
                vm.identity().ref().moref(),
                vm.identity().instanceUuid().toString(),
                vm.identity().biosUuid().toString());
    }

    private static DetachStep forMachine(DetachFacts facts, FollowedVm machine) {
        Optional<VmWithDisks> chosen = chosen(machine);
        if (chosen.isPresent()) {
            return forVm(facts, machine, chosen.get());
        }
        AbsenceState absence = facts.absences().get(machine.key().value());
        if (absence instanceof AbsenceState.Proven(String evidence)) {
            return new DetachStep.Detached(evidence);
        }
        AttachFailure problem = MachineProblems.of(machine)
                .orElseGet(() -> new AttachFailure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "the VM of %s is being looked up; the call is repeated".formatted(machine.text())));
        if (problem.reason() != AttachReason.VM_MISSING) {
            return new DetachStep.Fail(problem);
        }
        if (absence instanceof AbsenceState.Unrecorded) {
            return unrecorded(facts, machine);
        }
        String why = absence instanceof AbsenceState.Unproven(String text)
                ? text
                : "the driver checks whether the VM was destroyed; the call is repeated";
        return fail(
                OperationCode.UNAVAILABLE,
                AttachReason.ABSENCE_UNPROVEN,
                "no vCenter shows the VM of %s, which had volume %s: %s"
                        .formatted(machine.text(), facts.volume().volumeId(), why));
    }

    /// Decides about a VM that is missing and that nothing recorded: another driver attached the volume, or none did.
    private static DetachStep unrecorded(DetachFacts facts, FollowedVm machine) {
        if (!facts.volume().isListed()) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.ABSENCE_UNPROVEN,
                    "no vCenter shows the VM of %s, and none lists volume %s, so nothing tells whether that VM has its disk; give the account the role Read-only on that VM, or delete the Node"
                            .formatted(machine.text(), facts.volume().volumeId()));
        }
        if (facts.consumers().isEmpty()) {
            return new DetachStep.ReadConsumers();
        }
        return facts.consumers().get().isEmpty()
                ? new DetachStep.Detached("CNS names no VM that has the disk, and the VM of %s was never recorded"
                        .formatted(machine.text()))
                : fail(
                        OperationCode.UNAVAILABLE,
                        AttachReason.ABSENCE_UNPROVEN,
                        "no vCenter shows the VM of %s, and the VM %s has volume %s; give the account the role Read-only on that VM, or detach the disk in vCenter"
                                .formatted(
                                        machine.text(),
                                        String.join(", ", facts.consumers().get()),
                                        facts.volume().volumeId()));
    }

    /// Returns the VM that the machine means: the one that was found, or among several the recorded one.
    private static Optional<VmWithDisks> chosen(FollowedVm machine) {
        Optional<VmWithDisks> found = machine.found();
        if (found.isPresent()) {
            return found;
        }
        Optional<RecordedVm> recorded = machine.recorded();
        return machine.vms().stream()
                .filter(VmWithDisks::isShown)
                .filter(vm ->
                        recorded.filter(record -> record.refersTo(vm.vm())).isPresent())
                .findFirst();
    }

    private static DetachStep forVm(DetachFacts facts, FollowedVm machine, VmWithDisks target) {
        Vm vm = target.vm();
        String volume = facts.volume().volumeId();
        String moref = vm.identity().ref().toString();
        if (facts.silentVcenters().contains(vm.vcenter())) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.VCENTER_SILENT,
                    "vCenter %s does not answer, so the disks of VM %s are not known; the call is repeated"
                            .formatted(vm.vcenter(), vm));
        }
        if (facts.detached().contains(moref)) {
            return new DetachStep.Detached("vCenter detached it from VM %s".formatted(vm));
        }
        boolean wasSent = facts.sent().contains(moref);
        Optional<List<VmDisk>> read = Optional.ofNullable(facts.reads().get(moref));
        boolean hasDisk =
                facts.volume().isAmong(read.orElseGet(() -> target.disks().orElse(List.of())));
        if (hasDisk && wasSent) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.ATTACHED_ELSEWHERE,
                    "VM %s of %s still has volume %s after a detach; the call is repeated"
                            .formatted(vm, machine.text(), volume));
        }
        if (hasDisk) {
            return facts.volume().isRegistered()
                    ? new DetachStep.Send(machine, vm)
                    : held(facts.volume(), "VM %s of %s".formatted(vm, machine.text()));
        }
        if (read.isEmpty()) {
            return new DetachStep.ReadDisks(vm);
        }
        if (vm.connection() != ConnectionState.CONNECTED) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.VM_NOT_CONNECTED,
                    "VM %s of %s is %s, so its disks may be old; connect its host in vCenter %s again"
                            .formatted(vm, machine.text(), vm.connection().text(), vm.vcenter()));
        }
        return withoutDisk(facts, machine, vm, wasSent);
    }

    private static DetachStep withoutDisk(DetachFacts facts, FollowedVm machine, Vm vm, boolean wasSent) {
        Optional<AttachAttempt> open =
                Optional.ofNullable(facts.open().get(machine.key().value()));
        if (open.isEmpty()) {
            return new DetachStep.Detached("VM %s does not have the disk".formatted(vm));
        }
        if (!wasSent && facts.volume().isRegistered()) {
            return new DetachStep.Send(machine, vm);
        }
        Instant end = open.get().at().plus(ACCEPT_WINDOW);
        return facts.now().isBefore(end)
                ? fail(
                        OperationCode.ABORTED,
                        AttachReason.ATTEMPT_OPEN,
                        "an attempt of %s may still attach volume %s to VM %s; the call is repeated until %s"
                                .formatted(open.get().at(), facts.volume().volumeId(), vm, end))
                : new DetachStep.Detached("VM %s does not have the disk, and the attempt of %s has ended"
                        .formatted(vm, open.get().at()));
    }

    private static DetachStep fail(OperationCode code, AttachReason reason, String message) {
        return new DetachStep.Fail(new AttachFailure(code, reason, message));
    }
}

package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.csi.domain.attachment.FollowedVm.VmWithDisks;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Decides whether a volume may be attached to the VM of a Node. Pure.
///
/// A volume is sent to vCenter only if no other VM is known to have it, and no earlier attempt may still attach it
/// elsewhere. vCenter refuses a disk that another VM has, also one that is not followed.
public final class AttachPolicy {
    /// The number of disks that a VM can have, the boot disk included: four SCSI controllers with 15 slots each.
    ///
    /// Rule from: csi 8.5 (59/60 disks).
    private static final int SLOTS = 60;

    /// The number of disks with the switch `high-pv-node-density` of vsphere-csi-driver (Go), which the node plugin
    /// shows by announcing more volumes than fit without it: four paravirtual SCSI controllers with 64 slots each.
    ///
    /// Rule from: csi 1 (255 volumes behind a switch).
    private static final int DENSE_SLOTS = 256;

    private AttachPolicy() {}

    public static AttachStep evaluate(AttachFacts facts) {
        if (facts.unknown().isPresent()) {
            return wait(AttachReason.INVENTORY_UNKNOWN, facts.unknown().get());
        }
        if (facts.untrusted().isPresent()) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.INVENTORY_UNTRUSTED,
                    facts.untrusted().get());
        }
        List<FollowedVm> named = facts.machines()
                .named(facts.node())
                .filter(machine -> machine.node().isPresent())
                .toList();
        return switch (named.size()) {
            case 0 -> new AttachStep.Fail(unknownNode(facts.node()));
            case 1 -> forMachine(facts, named.getFirst());
            default ->
                fail(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_AMBIGUOUS,
                        "found the id \"%s\" on several Nodes (%s), expected one; give each VM a BIOS UUID of its own, and restart the node plugins"
                                .formatted(
                                        facts.node(),
                                        named.stream()
                                                .map(FollowedVm::text)
                                                .sorted()
                                                .collect(Collectors.joining(", "))));
        };
    }

    /// Returns the failure if no Node has this id or name.
    public static AttachFailure unknownNode(String node) {
        return new AttachFailure(
                OperationCode.NOT_FOUND,
                AttachReason.NODE_UNKNOWN,
                "no Node of the cluster has registered the id \"%s\" for this driver; check that the node plugin runs on the Node"
                        .formatted(node));
    }

    private static AttachStep forMachine(AttachFacts facts, FollowedVm machine) {
        return MachineProblems.of(machine)
                .map(problem -> problem.reason() == AttachReason.INVENTORY_UNKNOWN
                        ? (AttachStep) new AttachStep.Wait(problem)
                        : new AttachStep.Fail(problem))
                .or(() -> otherMachine(facts, machine))
                .orElseGet(() -> machine.found()
                        .map(vm -> forVm(facts, machine, vm))
                        .orElseGet(() -> wait(
                                AttachReason.INVENTORY_UNKNOWN,
                                "the VM of %s is being looked up; the call is repeated".formatted(machine.text()))));
    }

    /// A Node whose VM was found by its provider ID may have registered the driver with the id of another machine.
    private static Optional<AttachStep> otherMachine(AttachFacts facts, FollowedVm machine) {
        Optional<SystemUuid> asked = SystemUuid.parse(facts.node());
        return machine.found()
                .map(VmWithDisks::vm)
                .filter(vm -> asked.filter(
                                uuid -> !uuid.isSameMachineAs(vm.identity().biosUuid()))
                        .isPresent())
                .map(vm -> fail(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_CONFLICT,
                        "%s has registered the id %s, and its VM %s has the BIOS UUID %s; restart the node plugin on it"
                                .formatted(
                                        machine.text(),
                                        facts.node(),
                                        vm,
                                        vm.identity().biosUuid())));
    }

    private static AttachStep forVm(AttachFacts facts, FollowedVm machine, VmWithDisks target) {
        String volume = facts.volume().volumeId();
        Vm vm = target.vm();
        if (facts.silentVcenters().contains(vm.vcenter())) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.VCENTER_SILENT,
                    "vCenter %s does not answer, so the disks of VM %s are not known; the call is repeated"
                            .formatted(vm.vcenter(), vm));
        }
        if (target.disks().isEmpty()) {
            return wait(
                    AttachReason.INVENTORY_UNKNOWN,
                    "vCenter %s has not reported the disks of VM %s; the call is repeated".formatted(vm.vcenter(), vm));
        }
        Optional<String> holder = Holders.other(facts.machines(), facts.gone(), vm, volume);
        if (holder.isPresent()) {
            return fail(
                    OperationCode.FAILED_PRECONDITION,
                    AttachReason.ATTACHED_ELSEWHERE,
                    "volume %s is attached to %s, expected it to be free; delete the VolumeAttachment for that Node, or detach the disk in vCenter"
                            .formatted(volume, holder.get()));
        }
        return target.disk(volume)
                .map(disk -> disk.diskUuid()
                        .<AttachStep>map(uuid -> new AttachStep.AlreadyAttached(vm, uuid))
                        .orElseGet(() -> wait(
                                AttachReason.INVENTORY_UNKNOWN,
                                "vCenter %s does not report the UUID of the disk on VM %s; the call is repeated"
                                        .formatted(vm.vcenter(), vm))))
                .orElseGet(() -> toSend(facts, machine, target));
    }

    private static AttachStep toSend(AttachFacts facts, FollowedVm machine, VmWithDisks target) {
        Vm vm = target.vm();
        VolumeToAttach volume = facts.volume();
        if (!facts.openElsewhere().isEmpty()) {
            return fail(
                    OperationCode.ABORTED,
                    AttachReason.ATTEMPT_OPEN,
                    "an earlier attempt may still attach volume %s to %s; the call is repeated"
                            .formatted(volume.volumeId(), String.join(", ", facts.openElsewhere())));
        }
        if (!vm.vcenter().equals(volume.vcenter())) {
            return fail(
                    OperationCode.FAILED_PRECONDITION,
                    AttachReason.OTHER_VCENTER,
                    "volume %s is in vCenter %s, and VM %s of %s is in vCenter %s; use a StorageClass with a topology, so that Pods run where their volumes are"
                            .formatted(volume.volumeId(), volume.vcenter(), vm, machine.text(), vm.vcenter()));
        }
        if (vm.connection() != ConnectionState.CONNECTED) {
            return fail(
                    OperationCode.UNAVAILABLE,
                    AttachReason.VM_NOT_CONNECTED,
                    "VM %s of %s is %s, expected connected; connect its host in vCenter %s again"
                            .formatted(vm, machine.text(), vm.connection().text(), vm.vcenter()));
        }
        int disks = target.disks().orElse(List.of()).size() + facts.pending();
        if (disks >= slots(machine)) {
            return fail(
                    OperationCode.RESOURCE_EXHAUSTED,
                    AttachReason.SLOTS_USED,
                    "VM %s of %s has %d disks, the most that a VM can have is %d; run the Pod on another Node"
                            .formatted(vm, machine.text(), disks, slots(machine)));
        }
        return new AttachStep.Send(machine, vm);
    }

    private static int slots(FollowedVm machine) {
        return machine.maxVolumes() < SLOTS ? SLOTS : DENSE_SLOTS;
    }

    /// Returns how many volumes the VM of a Node can have: the slots without the disks that are not volumes, but at
    /// least the number of volumes that it has.
    ///
    /// Rule from: csi-production 7.
    public static int limit(FollowedVm machine, VmWithDisks vm) {
        long volumes = vm.disks().orElse(List.of()).stream()
                .filter(disk -> disk.volumeId().isPresent())
                .count();
        long others = vm.disks().orElse(List.of()).size() - volumes;
        return (int) Math.max(slots(machine) - others, volumes);
    }

    private static AttachStep fail(OperationCode code, AttachReason reason, String message) {
        return new AttachStep.Fail(new AttachFailure(code, reason, message));
    }

    private static AttachStep wait(AttachReason reason, String message) {
        return new AttachStep.Wait(new AttachFailure(OperationCode.UNAVAILABLE, reason, message));
    }
}

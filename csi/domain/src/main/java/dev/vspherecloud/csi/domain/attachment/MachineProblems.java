package dev.vspherecloud.csi.domain.attachment;

import dev.vspherecloud.csi.domain.OperationCode;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Says why the VM of a machine cannot be used. Pure.
final class MachineProblems {
    private MachineProblems() {}

    /// Returns the problem; empty if one VM was found.
    static Optional<AttachFailure> of(FollowedVm machine) {
        String node = machine.text();
        return switch (machine.lookup()) {
            case VmLookup.Found _ -> Optional.empty();
            case VmLookup.Pending _ ->
                failure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.INVENTORY_UNKNOWN,
                        "the VM of %s is being looked up; the call is repeated".formatted(node));
            case VmLookup.Unknown(List<VmLookup.Silence> silent) ->
                failure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.VCENTER_SILENT,
                        "the VM of %s is not known, because vCenter %s does not answer: %s"
                                .formatted(
                                        node,
                                        silent.getFirst().vcenter(),
                                        silent.getFirst().why()));
            case VmLookup.Missing(List<String> asked, var _) ->
                failure(
                        OperationCode.NOT_FOUND,
                        AttachReason.VM_MISSING,
                        "no vCenter (%s) shows the VM of %s; give the account the role Read-only on the VM, or delete the Node if the VM is gone"
                                .formatted(String.join(", ", asked), node));
            case VmLookup.Unreadable(var vm) ->
                failure(
                        OperationCode.UNAVAILABLE,
                        AttachReason.VM_NOT_CONNECTED,
                        "the configuration of VM %s of %s cannot be read, and the VM is %s; repair the VM in vCenter"
                                .formatted(vm, node, vm.connection().text()));
            case VmLookup.Ambiguous(List<Vm> candidates) ->
                failure(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_AMBIGUOUS,
                        "found several VMs with the BIOS UUID of %s (%s), expected one; give each VM a BIOS UUID of its own"
                                .formatted(node, texts(candidates)));
            case VmLookup.Conflict(SystemUuid named, var _, SystemUuid reported, List<Vm> running) ->
                failure(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_CONFLICT,
                        "the provider ID of %s names the UUID %s, and its kubelet runs on VM %s with the UUID %s; delete the Node, and let its kubelet register it again"
                                .formatted(node, named, texts(running), reported));
            case VmLookup.Elsewhere(Vm vm, var datacenter) ->
                failure(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_UNSUITABLE,
                        "VM %s of %s is %s".formatted(vm, node, datacenter.text(vm.vcenter())));
            case VmLookup.Placeholder(Vm vm) ->
                failure(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_UNSUITABLE,
                        "VM %s of %s is a replication placeholder, expected a VM that runs; recover the VM in vCenter"
                                .formatted(vm, node));
            case VmLookup.Template(Vm vm) ->
                failure(
                        OperationCode.FAILED_PRECONDITION,
                        AttachReason.VM_UNSUITABLE,
                        "VM %s of %s is a template, expected a VM; convert it to a VM in vCenter".formatted(vm, node));
        };
    }

    private static String texts(List<Vm> vms) {
        return vms.stream().map(Vm::toString).sorted().collect(Collectors.joining(", "));
    }

    private static Optional<AttachFailure> failure(OperationCode code, AttachReason reason, String message) {
        return Optional.of(new AttachFailure(code, reason, message));
    }
}

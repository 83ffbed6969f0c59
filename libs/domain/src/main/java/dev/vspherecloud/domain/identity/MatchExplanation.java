package dev.vspherecloud.domain.identity;

import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Explains in words why a VM was matched to a Node and no other VM was.
///
/// @param choice   the rule that chose the VM among the eligible VMs
/// @param eligible the VMs that may be the Node's, including the chosen one
/// @param withUuid every VM with the UUID
/// @param silent   the vCenters that did not answer
record MatchExplanation(
        VmQuery query,
        Vm vm,
        String choice,
        List<Vm> eligible,
        List<VmCandidate.Known> withUuid,
        List<VmLookup.Silence> silent) {
    static final String RECORDED = "the one that the provider found before";
    static final String RUNNING = "the only one that is powered on";

    static String byName(Vm vm) {
        return "the Node reports no system UUID, and this guest is the only one with the Node's name, \"%s\""
                .formatted(vm.guest().hostName());
    }

    /// Explains a match by name.
    ///
    /// @param query the query of a Node that reports a system UUID
    static String nameOnlyMatch(VmQuery query, Vm vm) {
        return "no VM has the system UUID of the Node, %s; this guest is the only one with the Node's name, \"%s\", and nodes.matchByName is true"
                .formatted(query.uuids().getFirst(), vm.guest().hostName());
    }

    String text() {
        var words = new ArrayList<String>();
        words.add(uuidMatch());
        words.add(
                eligible.size() == 1
                        ? "no other eligible VM has it"
                        : "%d VMs have it, this is %s".formatted(eligible.size(), choice));
        withUuid.stream()
                .filter(candidate -> !eligible.contains(candidate.vm()))
                .forEach(candidate -> words.add("left out: " + excludedText(candidate)));
        silent.forEach(silence -> words.add("vCenter " + silence.vcenter() + " did not answer"));
        return String.join("; ", words);
    }

    /// Returns a remark that names other VMs with the same UUID that run or may be started, because they may
    /// cause a conflict later; empty if there are none.
    Optional<Reason> remark() {
        String others = eligible.stream()
                .filter(other -> !other.equals(vm))
                .map(Vm::toString)
                .collect(Collectors.joining(", "));
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(new Reason(
                        VsphereReason.VM_DUPLICATE,
                        "its VM %s is not the only VM with BIOS UUID %s: %s has it too; give that VM another UUID, or remove it"
                                .formatted(vm, vm.identity().biosUuid(), others)));
    }

    private String uuidMatch() {
        SystemUuid uuid = query.uuids().getFirst();
        String byteOrder = uuid.equals(vm.identity().biosUuid()) ? "" : ", in the other byte order";
        if (query.namedUuid().isEmpty()) {
            return "it has the system UUID of the Node" + byteOrder;
        }
        String unmatchedSystemUuid = query.namesTwoUuids() ? " (no VM has the Node's system UUID)" : "";
        return "the Node's provider ID names it: " + new ProviderId(uuid) + byteOrder + unmatchedSystemUuid;
    }

    private static String excludedText(VmCandidate.Known candidate) {
        return switch (candidate.vm().role()) {
            case TEMPLATE -> candidate.vm() + ", a template";
            case PLACEHOLDER -> candidate.vm() + ", a placeholder of another site";
            case MACHINE ->
                candidate.vm()
                        + candidate
                                .otherDatacenter()
                                .map(OtherDatacenter::path)
                                .map(", in datacenter \"%s\""::formatted)
                                .orElse("");
        };
    }
}

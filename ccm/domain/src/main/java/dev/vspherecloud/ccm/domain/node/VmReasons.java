package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.datacenter.OtherDatacenter;
import dev.vspherecloud.domain.identity.Namesake;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.VmCandidate;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmLookup.Ambiguous;
import dev.vspherecloud.domain.identity.VmLookup.Conflict;
import dev.vspherecloud.domain.identity.VmLookup.Elsewhere;
import dev.vspherecloud.domain.identity.VmLookup.Found;
import dev.vspherecloud.domain.identity.VmLookup.Missing;
import dev.vspherecloud.domain.identity.VmLookup.Pending;
import dev.vspherecloud.domain.identity.VmLookup.Placeholder;
import dev.vspherecloud.domain.identity.VmLookup.Template;
import dev.vspherecloud.domain.identity.VmLookup.Unknown;
import dev.vspherecloud.domain.identity.VmLookup.Unreadable;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.SystemUuid;
import dev.vspherecloud.domain.vm.Vm;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Creates the reasons why a Node has no VM, or why the data of its VM is not reliable.
final class VmReasons {
    private VmReasons() {}

    /// Returns the reason why the lookup chose no VM for the Node.
    static Reason of(NodeView node, VmLookup lookup) {
        return switch (lookup) {
            case Found _, Pending _ -> throw new IllegalArgumentException("there is no reason in " + lookup);
            case Missing(var asked, var namesake) -> missing(node, asked, namesake);
            case Ambiguous(var candidates) -> ambiguous(node, candidates);
            case Conflict conflict -> conflict(node, conflict);
            case Elsewhere(Vm vm, OtherDatacenter datacenter) -> inOtherDatacenter(vm, datacenter);
            case Placeholder(Vm vm) ->
                new Reason(
                        NodeReason.VM_IS_PLACEHOLDER,
                        "its VM %s is a replication placeholder (for example of Site Recovery Manager); add the vCenter where the VM runs to the configuration"
                                .formatted(vm));
            case Template(Vm vm) ->
                new Reason(
                        NodeReason.VM_IS_TEMPLATE,
                        "the only VM with %s is %s, a template; convert it back to a VM, or add the vCenter or datacenter of the Node's VM to the configuration"
                                .formatted(claimedIdentity(node), vm));
            case Unreadable(var vm) -> unreadable(vm);
            case Unknown unknown -> silentVcenters(unknown);
        };
    }

    /// Returns why vCenter's data of a VM is not reliable, for example because its host is disconnected. Returns
    /// empty if the VM is connected.
    static Optional<Reason> unreliable(Vm vm) {
        return unreliable(vm.connection());
    }

    private static Optional<Reason> unreliable(ConnectionState connection) {
        return switch (connection) {
            case CONNECTED -> Optional.empty();
            case DISCONNECTED ->
                reason(
                        NodeReason.VM_DISCONNECTED,
                        "its host is not connected to vCenter, so what vCenter shows of it may be old; reconnect the host");
            case INACCESSIBLE ->
                reason(
                        NodeReason.VM_INACCESSIBLE,
                        "it is inaccessible: its files cannot be read; make its datastore available again");
            case INVALID ->
                reason(
                        NodeReason.VM_UNREADABLE,
                        "it is invalid: vCenter cannot read its configuration; register the VM again");
            case ORPHANED ->
                reason(
                        NodeReason.VM_ORPHANED,
                        "it is orphaned: its host does not have it any more; remove it from the inventory and register it again");
        };
    }

    /// Returns the reason if the VM is powered off or suspended, so that its guest reports no addresses. Returns
    /// empty otherwise.
    static Optional<Reason> notRunning(Vm vm) {
        return switch (vm.power()) {
            case ON, UNKNOWN -> Optional.empty();
            case OFF ->
                reason(NodeReason.VM_POWERED_OFF, "it is powered off, so its guest reports no addresses; power it on");
            case SUSPENDED ->
                reason(NodeReason.VM_POWERED_OFF, "it is suspended, so its guest reports no addresses; resume it");
        };
    }

    private static Reason missing(NodeView node, List<String> asked, Optional<Namesake> namesake) {
        return new Reason(
                NodeReason.VM_NOT_FOUND,
                "found no VM with %s in vCenter %s: the VM is not there, or the vCenter account may not read it; give the account the role Read-only on the VM%s"
                        .formatted(
                                claimedIdentity(node),
                                String.join(", ", asked),
                                namesake.map(VmReasons::unusedNamesake).orElse("")));
    }

    private static String unusedNamesake(Namesake namesake) {
        String has = ". VM %s has the Node's name, but BIOS UUID %s"
                .formatted(namesake.vm(), namesake.vm().identity().biosUuid());
        return has
                + namesake.owner()
                        .map(", and it is the VM of Node %s, so the provider does not use it"::formatted)
                        .orElse(
                                ", so the provider does not use it; if the Node runs on this VM, set nodes.matchByName to true");
    }

    private static Reason ambiguous(NodeView node, List<Vm> candidates) {
        if (isByNameAlone(node, candidates)) {
            return new Reason(
                    NodeReason.VM_AMBIGUOUS,
                    "no VM has %s, and %d VMs have the Node's name, so the provider chooses none: %s; give all but one of the guests another host name"
                            .formatted(claimedIdentity(node), candidates.size(), list(candidates)));
        }
        return new Reason(
                NodeReason.VM_AMBIGUOUS,
                "%d VMs have %s, so the provider chooses none: %s; change or power off all but one"
                        .formatted(candidates.size(), claimedIdentity(node), list(candidates)));
    }

    /// Returns true if only the Node's name leads to these VMs: the Node reports a UUID, and the VMs have others.
    private static boolean isByNameAlone(NodeView node, List<Vm> candidates) {
        return node.identity() instanceof NodeIdentity.OnVsphere(var query)
                && candidates.stream().map(Vm::identity).allMatch(query::isByNameAlone);
    }

    private static Reason conflict(NodeView node, Conflict conflict) {
        String ofNamed = conflict.namedVms().isEmpty() ? "no VM" : list(conflict.namedVms());
        return new Reason(
                NodeReason.IDENTITY_CONFLICT,
                "provider ID %s names %s, but the kubelet runs on %s (system UUID %s), for example after a rebuild under the old name; the provider writes nothing. Delete the Node, so that the kubelet registers it again"
                        .formatted(node.providerId(), ofNamed, list(conflict.runningVms()), node.systemUuid()));
    }

    private static Reason inOtherDatacenter(Vm vm, OtherDatacenter datacenter) {
        return new Reason(
                NodeReason.VM_IN_OTHER_DATACENTER,
                "its VM %s is %s, or move the VM".formatted(vm, datacenter.text(vm.vcenter())));
    }

    private static Reason unreadable(VmCandidate.Unreadable vm) {
        Reason why = unreliable(vm.connection())
                .orElseGet(
                        () -> new Reason(
                                NodeReason.VM_UNREADABLE,
                                "vCenter does not return its configuration; give the vCenter account the role Read-only on it"));
        return new Reason(why.code(), "VM %s may be the VM of this Node, but %s".formatted(vm, why.message()));
    }

    private static Reason silentVcenters(Unknown unknown) {
        return new Reason(
                unknown.mostSevere().code(),
                "its VM was not found, and these vCenters did not answer: "
                        + unknown.silent().stream()
                                .map(silence -> silence.vcenter() + " (" + silence.why() + ")")
                                .collect(Collectors.joining(", ")));
    }

    private static Optional<Reason> reason(ReasonCode code, String message) {
        return Optional.of(new Reason(code, message));
    }

    private static String list(List<Vm> vms) {
        return vms.stream().map(Vm::toString).collect(Collectors.joining(", "));
    }

    /// Returns the identity that the Node names, for messages: its provider ID, else its system UUID, else its
    /// name.
    private static String claimedIdentity(NodeView node) {
        if (!node.providerId().isEmpty()) {
            return "provider ID " + node.providerId();
        }
        return SystemUuid.parse(node.systemUuid())
                .map(_ -> "system UUID " + node.systemUuid())
                .orElseGet(() -> "host name " + node.name());
    }
}

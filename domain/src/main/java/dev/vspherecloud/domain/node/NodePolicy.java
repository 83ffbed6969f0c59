package dev.vspherecloud.domain.node;

import dev.vspherecloud.domain.address.AddressChoice;
import dev.vspherecloud.domain.address.AddressPolicy;
import dev.vspherecloud.domain.address.AddressRules;
import dev.vspherecloud.domain.address.NodeAddress;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmLookup.Ambiguous;
import dev.vspherecloud.domain.identity.VmLookup.Elsewhere;
import dev.vspherecloud.domain.identity.VmLookup.Found;
import dev.vspherecloud.domain.identity.VmLookup.Missing;
import dev.vspherecloud.domain.identity.VmLookup.Pending;
import dev.vspherecloud.domain.identity.VmLookup.Unknown;
import dev.vspherecloud.domain.node.NodeDecision.Blocked;
import dev.vspherecloud.domain.node.NodeDecision.Initialise;
import dev.vspherecloud.domain.node.NodeDecision.Remember;
import dev.vspherecloud.domain.node.NodeDecision.Settled;
import dev.vspherecloud.domain.node.NodeDecision.UpdateAddresses;
import dev.vspherecloud.domain.node.NodeDecision.Wait;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.topology.TopologyPolicy;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Decides what a Node needs, from what it is and what vCenter knows of its VM. Pure.
///
/// A Node is initialised as a whole or not at all: as long as its VM, an address or its zone is missing the taint
/// stays, with a reason. An initialised Node only follows its VM's addresses, and never loses one because something
/// could not be found out or because the rules leave nothing for it.
public final class NodePolicy {
    private NodePolicy() {}

    /// The next step for this Node.
    public static NodeDecision decide(NodeView node, VmLookup lookup, NodeSettings settings) {
        return switch (lookup) {
            case Found(Vm vm) ->
                settings.addressRules(vm)
                        .map(rules ->
                                node.uninitialized() ? initialise(node, vm, rules, settings) : follow(node, vm, rules))
                        // Its vCenter was just added or removed; the two views agree again in a moment.
                        .orElseGet(Wait::new);
            case Pending() -> new Wait();
            case Missing missing -> blocked(Reason.Code.VM_NOT_FOUND, missingMessage(node, missing));
            case Ambiguous ambiguous -> blocked(Reason.Code.VM_AMBIGUOUS, ambiguousMessage(node, ambiguous));
            case Elsewhere(Vm vm, String datacenter) ->
                blocked(
                        Reason.Code.VM_IN_OTHER_DATACENTER,
                        "its VM %s is in datacenter \"%s\", which the configuration of vCenter %s leaves out"
                                .formatted(vm, datacenter, vm.vcenter()));
            case Unknown unknown -> blocked(Reason.Code.VCENTER_SILENT, silentMessage(unknown));
        };
    }

    private static NodeDecision initialise(NodeView node, Vm vm, AddressRules rules, NodeSettings settings) {
        Map<String, String> topology = Map.of();
        if (settings.topology().isPresent()) {
            switch (TopologyPolicy.choose(vm.placement(), settings.topology().get())) {
                case TopologyChoice.Chosen chosen -> topology = NodeLabels.topology(chosen);
                case TopologyChoice.Awaited() -> {
                    return new Wait();
                }
                case TopologyChoice.None(Reason reason) -> {
                    return blocked(vm, reason, "");
                }
            }
        }
        return switch (AddressPolicy.choose(vm.guest(), rules)) {
            case AddressChoice.Chosen chosen -> new Initialise(vm, chosen, marks(node, vm, topology, settings));
            case AddressChoice.Unreported(Reason reason) -> blocked(vm, reason, "");
            case AddressChoice.Unmet(Reason reason) -> blocked(vm, reason, "");
        };
    }

    private static NodeMarks marks(NodeView node, Vm vm, Map<String, String> topology, NodeSettings settings) {
        var labels = new HashMap<String, String>();
        labels.putAll(NodeLabels.extra(settings.extraLabels(), node.meta().labels()));
        labels.putAll(NodeLabels.instanceType(InstanceTypePolicy.instanceType(vm.hardware())));
        labels.putAll(topology);
        Optional<ProviderId> providerId = node.providerId().isEmpty()
                ? Optional.of(new ProviderId(vm.identity().biosUuid()))
                : Optional.empty();
        return new NodeMarks(providerId, labels, record(vm).annotations());
    }

    private static NodeDecision follow(NodeView node, Vm vm, AddressRules rules) {
        return switch (AddressPolicy.choose(vm.guest(), rules)) {
            case AddressChoice.Chosen chosen when isNews(node, chosen) -> new UpdateAddresses(vm, chosen);
            case AddressChoice.Chosen _, AddressChoice.Unreported _ -> remember(node, vm);
            case AddressChoice.Unmet(Reason reason) -> blocked(vm, reason, "; the Node keeps the addresses it has");
        };
    }

    /// The order of the types says nothing. Within a type the first address is the Node's main one, and moves when the
    /// configured families change places.
    private static boolean isNews(NodeView node, AddressChoice.Chosen chosen) {
        return !byType(chosen.addresses()).equals(byType(node.addresses()));
    }

    private static Map<NodeAddress.Type, List<NodeAddress>> byType(List<NodeAddress> addresses) {
        return addresses.stream().collect(Collectors.groupingBy(NodeAddress::type));
    }

    private static NodeDecision remember(NodeView node, Vm vm) {
        RecordedVm current = record(vm);
        return node.recordedVm().equals(Optional.of(current)) ? new Settled() : new Remember(current);
    }

    private static RecordedVm record(Vm vm) {
        return new RecordedVm(vm.identity().ref(), vm.identity().instanceUuid());
    }

    private static String missingMessage(NodeView node, Missing missing) {
        return "no VM with %s in vCenter %s; the account may also lack the right to read it"
                .formatted(uuidOf(node), String.join(", ", missing.asked()));
    }

    private static String ambiguousMessage(NodeView node, Ambiguous ambiguous) {
        return "%d VMs have %s and none is chosen: %s"
                .formatted(
                        ambiguous.candidates().size(),
                        uuidOf(node),
                        ambiguous.candidates().stream().map(Vm::toString).collect(Collectors.joining(", ")));
    }

    private static String silentMessage(Unknown unknown) {
        return "its VM was not found, and not every vCenter could be asked: "
                + unknown.silent().stream()
                        .map(silence -> silence.vcenter() + " (" + silence.why() + ")")
                        .collect(Collectors.joining(", "));
    }

    private static String uuidOf(NodeView node) {
        if (!node.providerId().isEmpty()) {
            return "provider id " + node.providerId();
        }
        return node.systemUuid().isEmpty() ? "host name " + node.name() : "system UUID " + node.systemUuid();
    }

    private static Blocked blocked(Vm vm, Reason reason, String consequence) {
        return blocked(reason.code(), "its VM " + vm + ": " + reason.message() + consequence);
    }

    private static Blocked blocked(Reason.Code code, String message) {
        return new Blocked(new Reason(code, message));
    }
}

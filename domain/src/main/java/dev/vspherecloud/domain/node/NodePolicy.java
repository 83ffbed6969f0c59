package dev.vspherecloud.domain.node;

import dev.vspherecloud.domain.address.AddressChoice;
import dev.vspherecloud.domain.address.AddressMemory;
import dev.vspherecloud.domain.address.AddressPolicy;
import dev.vspherecloud.domain.address.AddressQuestion;
import dev.vspherecloud.domain.address.AddressRetention;
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
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.topology.TopologyPolicy;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Decides what a Node needs, from what it is and what vCenter knows of its VM. Pure.
///
/// A Node is initialised as a whole or not at all: as long as its VM, an address or its zone is missing the taint
/// stays, with a reason. An initialised Node follows its VM's addresses, and its labels if that is allowed; it never
// loses
/// one because something could not be found out or because the rules leave nothing for it.
public final class NodePolicy {
    private NodePolicy() {}

    /// The verdict on this Node as it is now.
    public static NodeVerdict decide(NodeView node, VmLookup lookup, NodeSettings settings, NodeContext context) {
        if (!(lookup instanceof Found(Vm vm, var _, var _))) {
            return plain(withoutVm(node, lookup), context.memory());
        }
        return settings.addressRules(vm)
                .map(rules -> withVm(node, vm, rules, settings, context))
                // Its vCenter was just added or removed; the two views agree again in a moment.
                .orElseGet(() -> plain(new Wait(), context.memory()));
    }

    private static NodeVerdict plain(NodeDecision decision, AddressMemory memory) {
        return new NodeVerdict(decision, List.of(), Optional.empty(), Optional.empty(), memory, Optional.empty());
    }

    private static NodeDecision withoutVm(NodeView node, VmLookup lookup) {
        return switch (lookup) {
            case Found _ -> throw new IllegalArgumentException("there is a VM");
            case Pending() -> new Wait();
            case Missing missing -> blocked(ReasonCode.VM_NOT_FOUND, missingMessage(node, missing));
            case Ambiguous ambiguous -> blocked(ReasonCode.VM_AMBIGUOUS, ambiguousMessage(node, ambiguous));
            case Elsewhere(Vm vm, String datacenter) ->
                blocked(
                        ReasonCode.VM_IN_OTHER_DATACENTER,
                        "its VM %s is in datacenter \"%s\", which the configuration of vCenter %s leaves out"
                                .formatted(vm, datacenter, vm.vcenter()));
            case Unknown unknown -> blocked(unknown.worst().code(), silentMessage(unknown));
        };
    }

    private static NodeVerdict withVm(
            NodeView node, Vm vm, AddressRules rules, NodeSettings settings, NodeContext context) {
        AddressRetention.Retained retained =
                AddressRetention.retain(vm.guest(), vm.hardware(), node.addresses(), context.memory(), context.now());
        AddressChoice addresses = AddressPolicy.choose(new AddressQuestion(
                retained.guest(), rules, node.addresses(), node.providedIps(), context.suspicions()));
        Optional<TopologyChoice> topology =
                settings.topology().map(zones -> TopologyPolicy.choose(vm.placement(), zones));
        LabelDrift drift = LabelDrift.of(node, vm, topology, settings.placeLabels());
        var remarks = new ArrayList<Reason>();
        retained.remark().ifPresent(remarks::add);
        shortfall(addresses).ifPresent(remarks::add);
        settings.placeLabels().flaw(vm.placement()).ifPresent(remarks::add);
        remarks.addAll(settings.relabel() ? List.of() : drift.reasons());
        NodeDecision decision = node.uninitialized()
                ? initialise(node, vm, addresses, topology, settings)
                : follow(node, vm, addresses, settings.relabel() ? drift.remedy() : Optional.empty());
        return new NodeVerdict(
                decision, remarks, Optional.of(addresses), topology, retained.memory(), retained.lookAgain());
    }

    private static Optional<Reason> shortfall(AddressChoice addresses) {
        return addresses instanceof AddressChoice.Chosen chosen ? chosen.shortfall() : Optional.empty();
    }

    private static NodeDecision initialise(
            NodeView node, Vm vm, AddressChoice addresses, Optional<TopologyChoice> topology, NodeSettings settings) {
        Map<String, String> labels = Map.of();
        if (topology.isPresent()) {
            switch (topology.get()) {
                case TopologyChoice.Chosen chosen -> labels = NodeLabels.topology(chosen);
                case TopologyChoice.Awaited() -> {
                    return new Wait();
                }
                case TopologyChoice.Untagged(Reason reason, var _) -> {
                    return blocked(vm, reason, "");
                }
                case TopologyChoice.Unknown(Reason reason, var _) -> {
                    return blocked(vm, reason, "");
                }
            }
        }
        Map<String, String> zones = labels;
        return switch (addresses) {
            case AddressChoice.Chosen chosen -> new Initialise(vm, chosen, marks(node, vm, zones, settings));
            case AddressChoice.Unreported(Reason reason, var _) -> blocked(vm, reason, "");
            case AddressChoice.Unmet(Reason reason, var _) -> blocked(vm, reason, "");
        };
    }

    private static NodeMarks marks(NodeView node, Vm vm, Map<String, String> topology, NodeSettings settings) {
        var labels = new HashMap<String, String>();
        labels.putAll(NodeLabels.extra(settings.extraLabels(), node.meta().labels()));
        labels.putAll(settings.placeLabels().of(vm.placement()));
        labels.putAll(NodeLabels.instanceType(InstanceTypePolicy.instanceType(vm.hardware())));
        labels.putAll(topology);
        Optional<ProviderId> providerId = node.providerId().isEmpty()
                ? Optional.of(new ProviderId(vm.identity().biosUuid()))
                : Optional.empty();
        return new NodeMarks(providerId, labels, RecordedVm.of(vm).annotations());
    }

    /// Addresses first, then labels: these are of no use without those.
    private static NodeDecision follow(
            NodeView node, Vm vm, AddressChoice addresses, Optional<NodeDecision.Relabel> drifted) {
        if (addresses instanceof AddressChoice.Chosen chosen && isNews(node, chosen)) {
            return new UpdateAddresses(vm, chosen);
        }
        Optional<NodeDecision.Relabel> relabel =
                NodeLabels.unequal(node.meta().labels()).or(() -> drifted);
        if (relabel.isPresent()) {
            return relabel.get();
        }
        return switch (addresses) {
            case AddressChoice.Chosen _, AddressChoice.Unreported _ -> remember(node, vm);
            case AddressChoice.Unmet(Reason reason, var _) ->
                blocked(vm, reason, "; the Node keeps the addresses it has");
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
        RecordedVm current = RecordedVm.of(vm);
        return node.recordedVm().equals(Optional.of(current)) ? new Settled() : new Remember(current);
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

    private static Blocked blocked(ReasonCode code, String message) {
        return new Blocked(new Reason(code, message));
    }
}

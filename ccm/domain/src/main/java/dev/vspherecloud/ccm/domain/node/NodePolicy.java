package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.AddressInput;
import dev.vspherecloud.ccm.domain.address.AddressPolicy;
import dev.vspherecloud.ccm.domain.address.AddressRetentionPolicy;
import dev.vspherecloud.ccm.domain.address.AddressRules;
import dev.vspherecloud.ccm.domain.address.NodeAddress;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.address.UnmatchedRulePolicy;
import dev.vspherecloud.ccm.domain.node.NodeDecision.Blocked;
import dev.vspherecloud.ccm.domain.node.NodeDecision.Ignore;
import dev.vspherecloud.ccm.domain.node.NodeDecision.Initialise;
import dev.vspherecloud.ccm.domain.node.NodeDecision.NoChange;
import dev.vspherecloud.ccm.domain.node.NodeDecision.RecordVm;
import dev.vspherecloud.ccm.domain.node.NodeDecision.UpdateAddresses;
import dev.vspherecloud.ccm.domain.node.NodeDecision.Wait;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmLookup.Found;
import dev.vspherecloud.domain.identity.VmLookup.Pending;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.topology.TopologyPolicy;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides the next step for a Node, from the Node and from what vCenter reports about its VM. Pure.
///
/// A Node is initialised completely or not at all. As long as its VM, an address or its zone is missing, the
/// `uninitialized` taint stays, and the policy reports a reason. An initialised Node follows the addresses of its
/// VM, and also the labels if the settings allow it. It never loses an address because data is missing or because
/// the rules choose none.
public final class NodePolicy {
    private NodePolicy() {}

    /// Returns the decision for the Node in its present state, together with remarks and the state for the next
    /// evaluation.
    public static NodeVerdict decide(NodeView node, VmLookup lookup, NodeSettings settings, NodeContext context) {
        if (!(lookup instanceof Found found) || isMatchedByNameAlone(node, found.vm())) {
            return withoutAddresses(withoutVm(node, lookup), context.history());
        }
        return settings.addressRules(found.vm())
                .map(rules -> withVm(node, found, rules, settings, context))
                // If there are no rules, the vCenter of the VM was just added or removed: configuration and
                // inventory agree again in a moment.
                .orElseGet(() -> withoutAddresses(new Wait(), context.history()));
    }

    private static NodeVerdict withoutAddresses(NodeDecision decision, ReportHistory history) {
        return new NodeVerdict(decision, List.of(), Optional.empty(), Optional.empty(), history, Optional.empty());
    }

    private static NodeDecision withoutVm(NodeView node, VmLookup lookup) {
        if (lookup instanceof Pending) {
            return new Wait();
        }
        if (!mayBeOnVsphere(node)) {
            return new Ignore();
        }
        Reason reason = VmReasons.of(node, lookup);
        return new Blocked(node.isUninitialised() ? reason : updatesStop(reason));
    }

    /// Returns the reason with what follows from it for an initialised Node whose VM is not known.
    private static Reason updatesStop(Reason reason) {
        return reason.code().scope() == ReasonCode.Scope.OBJECT
                ? new Reason(reason.code(), reason.message() + "; until then the provider does not update this Node")
                : reason;
    }

    /// Returns true if the Node may be on vSphere. An initialised Node without a provider ID counts only after its
    /// VM was found.
    private static boolean mayBeOnVsphere(NodeView node) {
        return node.isUninitialised() || !node.providerId().isEmpty();
    }

    /// Returns true if only the name leads from an initialised Node without a provider ID to this VM. Such a Node
    /// may be a machine outside vSphere.
    private static boolean isMatchedByNameAlone(NodeView node, Vm vm) {
        return !mayBeOnVsphere(node)
                && node.identity() instanceof NodeIdentity.OnVsphere(var query)
                && query.isByNameAlone(vm.identity());
    }

    private static NodeVerdict withVm(
            NodeView node, Found found, AddressRules rules, NodeSettings settings, NodeContext context) {
        Vm vm = found.vm();
        AddressRetentionPolicy.Retained retained = AddressRetentionPolicy.retain(
                vm.guest(),
                vm.hardware(),
                node.isUninitialised() ? List.of() : node.addresses(),
                context.virtualIpHints(),
                context.history(),
                context.now());
        var input = new AddressInput(
                retained.guest(),
                rules,
                node.isUninitialised(),
                node.addresses(),
                node.providedIps(),
                context.virtualIpHints());
        AddressChoice addresses = AddressPolicy.choose(input);
        Optional<TopologyChoice> topology =
                settings.topology().map(zones -> TopologyPolicy.choose(vm.placement(), zones));
        LabelDrift drift = LabelDrift.of(node, vm, topology, settings.ancestorLabels());
        var remarks = new ArrayList<Reason>();
        found.remark().ifPresent(remarks::add);
        retained.remark().ifPresent(remarks::add);
        missingFamily(addresses).ifPresent(remarks::add);
        UnmatchedRulePolicy.Result rule =
                UnmatchedRulePolicy.evaluate(addresses, input, vm.hardware(), retained.history(), context.now());
        rule.remark().ifPresent(remarks::add);
        if (!node.isUninitialised()) {
            stoppedUpdates(vm).ifPresent(remarks::add);
        }
        topology.flatMap(choice -> TopologyRemark.of(node, vm, choice, settings))
                .ifPresent(remarks::add);
        settings.ancestorLabels().invalidNames(vm.placement()).ifPresent(remarks::add);
        remarks.addAll(settings.relabel() ? List.of() : drift.reasons());
        NodeDecision decision = node.isUninitialised()
                ? decideInitialisation(node, vm, input, addresses, topology, settings)
                : update(node, vm, addresses, settings.relabel() ? drift.relabel() : Optional.empty());
        return new NodeVerdict(
                decision,
                remarks,
                Optional.of(addresses),
                topology,
                rule.history(),
                Stream.of(retained.revisitAfter(), rule.revisitAfter())
                        .flatMap(Optional::stream)
                        .min(Duration::compareTo));
    }

    private static Optional<Reason> missingFamily(AddressChoice addresses) {
        return addresses instanceof AddressChoice.Chosen chosen ? chosen.missingFamily() : Optional.empty();
    }

    /// Returns the reason if vCenter's data of an initialised Node's VM may be old, so that [#update] does not use
    /// it.
    private static Optional<Reason> stoppedUpdates(Vm vm) {
        return VmReasons.unreliable(vm)
                .map(reason -> blocked(vm, reason, "; until then the provider does not update this Node")
                        .reason());
    }

    private static NodeDecision decideInitialisation(
            NodeView node,
            Vm vm,
            AddressInput input,
            AddressChoice addresses,
            Optional<TopologyChoice> topology,
            NodeSettings settings) {
        Optional<Reason> unseen = VmReasons.unreliable(vm);
        if (unseen.isPresent()) {
            return blocked(vm, unseen.get(), "");
        }
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
            case AddressChoice.Chosen chosen ->
                new Initialise(vm, chosen, initialisationPatch(node, vm, zones, settings));
            case AddressChoice.Unreported(Reason reason, var _) ->
                blocked(vm, VmReasons.notRunning(vm).orElse(reason), "");
            case AddressChoice.Unsatisfied(Reason reason, var _) -> {
                Blocked blocked = blocked(vm, reason, "");
                yield new Blocked(blocked.reason(), withMissingFamily(input, reason));
            }
        };
    }

    /// Returns the addresses that a Node gets while an address of one required family is missing. Only the removal
    /// of the taint waits for that family.
    private static Optional<AddressChoice.Chosen> withMissingFamily(AddressInput input, Reason reason) {
        boolean isOneMissing = reason.code() == NodeReason.FAMILY_MISSING;
        return isOneMissing
                        && AddressPolicy.choose(input.withPreferredFamilies()) instanceof AddressChoice.Chosen chosen
                ? Optional.of(chosen)
                : Optional.empty();
    }

    private static InitialisationPatch initialisationPatch(
            NodeView node, Vm vm, Map<String, String> topology, NodeSettings settings) {
        var labels = new HashMap<String, String>();
        labels.putAll(NodeLabels.extra(settings.extraLabels(), node.meta().labels()));
        labels.putAll(settings.ancestorLabels().of(vm.placement()));
        labels.putAll(NodeLabels.instanceType(InstanceTypePolicy.instanceType(vm.hardware())));
        labels.putAll(topology);
        Optional<ProviderId> providerId = node.providerId().isEmpty()
                ? Optional.of(new ProviderId(vm.identity().biosUuid()))
                : Optional.empty();
        return new InitialisationPatch(providerId, labels, RecordedVm.of(vm).annotations());
    }

    /// Decides the next step for an initialised Node. Addresses come before labels, because a Node without
    /// addresses has no use for labels.
    private static NodeDecision update(
            NodeView node, Vm vm, AddressChoice addresses, Optional<NodeDecision.Relabel> drifted) {
        if (vm.connection() != ConnectionState.CONNECTED) {
            // vCenter's data of a VM that is not connected may be old.
            return recordVm(node, vm);
        }
        if (addresses instanceof AddressChoice.Chosen chosen && isChanged(node, chosen)) {
            return new UpdateAddresses(vm, chosen);
        }
        Optional<NodeDecision.Relabel> relabel =
                NodeLabels.relabelFromOlderKeys(node.meta().labels()).or(() -> drifted);
        if (relabel.isPresent()) {
            return relabel.get();
        }
        return switch (addresses) {
            case AddressChoice.Chosen _, AddressChoice.Unreported _ -> recordVm(node, vm);
            case AddressChoice.Unsatisfied(Reason reason, var _) ->
                blocked(vm, reason, "; the Node keeps the addresses it has");
        };
    }

    /// Returns true if the chosen addresses differ from those of the Node. The order of the types does not matter.
    /// Within a type the order matters, because the first address is the main one.
    private static boolean isChanged(NodeView node, AddressChoice.Chosen chosen) {
        return !byType(chosen.addresses()).equals(byType(node.addresses()));
    }

    private static Map<NodeAddress.Type, List<NodeAddress>> byType(List<NodeAddress> addresses) {
        return addresses.stream().collect(Collectors.groupingBy(NodeAddress::type));
    }

    private static NodeDecision recordVm(NodeView node, Vm vm) {
        return isRecorded(node, vm) ? new NoChange() : new RecordVm(RecordedVm.of(vm));
    }

    private static boolean isRecorded(NodeView node, Vm vm) {
        Map<String, String> annotations = node.meta().annotations();
        boolean isMachineRecorded = !node.providerId().isEmpty()
                || RecordedVm.biosUuid(annotations)
                        .filter(vm.identity().biosUuid()::isSameMachineAs)
                        .isPresent();
        return isMachineRecorded
                && RecordedVm.from(annotations)
                        .filter(known -> known.isCurrent(vm))
                        .isPresent();
    }

    /// Returns the annotations that record the VM on an existing Node. A Node without a provider ID also gets the
    /// BIOS UUID of the VM, which ties the record to the machine.
    public static Map<String, String> record(NodeView node, Vm vm) {
        var annotations = new HashMap<>(RecordedVm.of(vm).annotations());
        if (node.providerId().isEmpty()) {
            annotations.put(RecordedVm.BIOS_UUID, vm.identity().biosUuid().toString());
        }
        return annotations;
    }

    /// Returns true if the VM must be recorded on a Node that is not initialised yet. The record makes it possible
    /// to prove later that the VM is gone. If only the name leads to the VM, the method returns false, because the
    /// VM may belong to another Node.
    public static boolean isRecordDue(NodeView node, Vm vm) {
        return node.isUninitialised()
                && node.identity() instanceof NodeIdentity.OnVsphere(var query)
                && query.uuids().size() == 1
                && query.hasUuidOf(vm.identity())
                && !isRecorded(node, vm);
    }

    private static Blocked blocked(Vm vm, Reason reason, String consequence) {
        String about = reason.code().scope() == ReasonCode.Scope.OBJECT ? "its VM " + vm + ": " : "";
        return new Blocked(new Reason(reason.code(), about + reason.message() + consequence));
    }
}

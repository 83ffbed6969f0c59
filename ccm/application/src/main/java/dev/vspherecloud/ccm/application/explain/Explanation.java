package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeVerdict;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Everything there is to say about one Node at one moment. The verdict is that of [NodePolicy], and all else is drawn
/// from it, so it says what the provider thinks and nothing of its own.
///
/// @param lookup what the vCenters say; empty when nobody was asked
/// @param silent the vCenters that can't be asked, whatever the others say
public record Explanation(
        NodeView node, Optional<VmLookup> lookup, NodeVerdict verdict, List<VmLookup.Silence> silent) {
    private static final Set<VsphereReason> PASSING =
            EnumSet.of(VsphereReason.VCENTER_SILENT, VsphereReason.VCENTER_UNREACHABLE);

    public Explanation {
        silent = List.copyOf(silent);
    }

    /// Of a Node that claims to be on vSphere.
    public static Explanation of(
            NodeView node, VmLookup lookup, NodeSettings settings, NodeContext context, List<VmLookup.Silence> silent) {
        return new Explanation(node, Optional.of(lookup), NodePolicy.decide(node, lookup, settings, context), silent);
    }

    /// Of a Node for which no vCenter need be asked; empty when one must.
    public static Optional<Explanation> withoutAsking(NodeView node) {
        return switch (node.claim()) {
            case NodeIdentity.OnVsphere _ -> Optional.empty();
            case NodeIdentity.Foreign _ -> Optional.of(unasked(node, new NodeDecision.Leave()));
            case NodeIdentity.Malformed malformed ->
                Optional.of(unasked(node, new NodeDecision.Blocked(malformed.reason())));
        };
    }

    private static Explanation unasked(NodeView node, NodeDecision decision) {
        var verdict = new NodeVerdict(
                decision, List.of(), Optional.empty(), Optional.empty(), NodeContext.FIRST.memory(), Optional.empty());
        return new Explanation(node, Optional.empty(), verdict, List.of());
    }

    /// Whether an answer is on its way that will say more.
    public boolean isAwaited() {
        return lookup.orElse(null) instanceof VmLookup.Pending
                || verdict.topology().orElse(null) instanceof TopologyChoice.Awaited;
    }

    /// Whether a vCenter did not answer that may do so in a moment: one that can't be reached may just be starting,
    /// while a refused login takes a person.
    public boolean mayHeal() {
        return silent.stream().map(VmLookup.Silence::code).anyMatch(PASSING::contains);
    }

    Ownership ownership() {
        if (node.claim() instanceof NodeIdentity.Foreign) {
            return Ownership.FOREIGN;
        }
        boolean isOurs = node.providerId().startsWith(ProviderId.PREFIX) || node.uninitialized() || hasVm();
        return isOurs ? Ownership.OURS : Ownership.UNPROVEN;
    }

    /// Whether a VM was chosen, and not by the name of the Node alone.
    private boolean hasVm() {
        return vm().filter(vm -> !(node.claim() instanceof NodeIdentity.OnVsphere(var query)
                        && query.isByNameAlone(vm.identity())))
                .isPresent();
    }

    NodeSummary state() {
        return NodeSummary.of(verdict.decision(), node.uninitialized(), ownership(), reasons());
    }

    NextStep next() {
        return NextStep.of(verdict.decision(), node.uninitialized(), ownership());
    }

    /// The VM that was chosen.
    Optional<Vm> vm() {
        return lookup.filter(VmLookup.Found.class::isInstance)
                .map(VmLookup.Found.class::cast)
                .map(VmLookup.Found::vm);
    }

    /// VMs that might have been it, and none was chosen.
    List<Vm> otherVms() {
        return lookup.map(Explanation::otherVms).orElse(List.of());
    }

    private static List<Vm> otherVms(VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Ambiguous(List<Vm> candidates) -> candidates;
            case VmLookup.Conflict(var _, List<Vm> ofNamed, var _, List<Vm> running) ->
                Stream.concat(ofNamed.stream(), running.stream()).toList();
            case VmLookup.Elsewhere(Vm vm, var _) -> List.of(vm);
            case VmLookup.Placeholder(Vm vm) -> List.of(vm);
            case VmLookup.Template(Vm vm) -> List.of(vm);
            case VmLookup.Found _, VmLookup.Missing _, VmLookup.Unreadable _, VmLookup.Unknown _, VmLookup.Pending _ ->
                List.of();
        };
    }

    /// Who did not answer, or not what was asked.
    List<VmLookup.Silence> silences() {
        var all = new LinkedHashSet<>(silent);
        if (lookup.orElse(null) instanceof VmLookup.Unknown(List<VmLookup.Silence> unanswered)) {
            Set<String> known = silent.stream().map(VmLookup.Silence::vcenter).collect(Collectors.toSet());
            unanswered.stream().filter(each -> !known.contains(each.vcenter())).forEach(all::add);
        }
        return List.copyOf(all);
    }

    List<CandidateAddress> candidates() {
        return vm().flatMap(vm -> verdict.addresses().map(choice -> CandidateAddress.of(vm.guest(), choice)))
                .orElse(List.of());
    }

    List<AddressChange> addresses() {
        boolean counts = node.uninitialized() || verdict.decision() instanceof NodeDecision.UpdateAddresses;
        return AddressChange.of(node.addresses(), counts ? verdict.addresses() : Optional.empty());
    }

    List<CandidateAncestor> places() {
        return vm().flatMap(vm -> verdict.topology().map(choice -> CandidateAncestor.of(vm.placement(), choice)))
                .orElse(List.of());
    }

    List<LabelChange> labels() {
        return vm().map(vm -> LabelChange.of(node.meta().labels(), vm, verdict.topology(), verdict.decision()))
                .orElse(List.of());
    }

    /// What is not as it should be; what blocks first.
    List<Reason> reasons() {
        var reasons = new LinkedHashSet<Reason>();
        if (verdict.decision() instanceof NodeDecision.Blocked(Reason reason, var _)) {
            reasons.add(reason);
        }
        reasons.addAll(verdict.remarks());
        if (lookup.orElse(null) instanceof VmLookup.Found(var _, var _, var remark)) {
            remark.ifPresent(reasons::add);
        }
        return List.copyOf(reasons);
    }
}

package dev.vspherecloud.ccm.explain;

import dev.vspherecloud.domain.identity.NodeClaim;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.node.NodeContext;
import dev.vspherecloud.domain.node.NodeDecision;
import dev.vspherecloud.domain.node.NodePolicy;
import dev.vspherecloud.domain.node.NodeSettings;
import dev.vspherecloud.domain.node.NodeVerdict;
import dev.vspherecloud.domain.node.NodeView;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Everything there is to say about one Node at one moment. The verdict is that of [NodePolicy], and all else is drawn
/// from it, so it says what the provider thinks and nothing of its own.
///
/// @param lookup what the vCenters say; empty when nobody was asked
/// @param silent the vCenters that did not answer, whatever the others say
public record Explanation(
        NodeView node, Optional<VmLookup> lookup, NodeVerdict verdict, List<VmLookup.Silence> silent) {
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
            case NodeClaim.OnVsphere _ -> Optional.empty();
            case NodeClaim.Foreign _ -> Optional.of(unasked(node, new NodeDecision.Leave()));
            case NodeClaim.Malformed malformed ->
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

    /// Whether a vCenter did not answer.
    public boolean isPartial() {
        return !silent.isEmpty() || lookup.orElse(null) instanceof VmLookup.Unknown;
    }

    Ownership ownership() {
        if (node.claim() instanceof NodeClaim.Foreign) {
            return Ownership.FOREIGN;
        }
        boolean isOurs = node.providerId().startsWith(ProviderId.PREFIX) || node.uninitialized() || vm().isPresent();
        return isOurs ? Ownership.OURS : Ownership.UNPROVEN;
    }

    NodeState state() {
        return NodeState.of(verdict.decision(), node.uninitialized(), ownership(), reasons());
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
        return lookup.map(each -> switch (each) {
                    case VmLookup.Ambiguous(List<Vm> candidates) -> candidates;
                    case VmLookup.Conflict conflict ->
                        Stream.concat(conflict.ofNamed().stream(), conflict.running().stream())
                                .toList();
                    case VmLookup.Elsewhere(Vm vm, var _) -> List.of(vm);
                    case VmLookup.Placeholder(Vm vm) -> List.of(vm);
                    case VmLookup.Template(Vm vm) -> List.of(vm);
                    case VmLookup.Found _,
                            VmLookup.Missing _,
                            VmLookup.Unreadable _,
                            VmLookup.Unknown _,
                            VmLookup.Pending _ -> List.<Vm>of();
                })
                .orElse(List.of());
    }

    List<CandidateAddress> candidates() {
        return vm().flatMap(vm -> verdict.addresses().map(choice -> CandidateAddress.of(vm.guest(), choice)))
                .orElse(List.of());
    }

    List<AddressChange> addresses() {
        return AddressChange.of(node.addresses(), verdict.addresses());
    }

    List<CandidatePlace> places() {
        return vm().flatMap(vm -> verdict.topology().map(choice -> CandidatePlace.of(vm.placement(), choice)))
                .orElse(List.of());
    }

    List<LabelChange> labels() {
        return vm().map(vm -> LabelChange.of(node.meta().labels(), vm, verdict.topology(), verdict.decision()))
                .orElse(List.of());
    }

    /// What is not as it should be; what blocks first.
    List<Reason> reasons() {
        var reasons = new LinkedHashSet<Reason>();
        if (verdict.decision() instanceof NodeDecision.Blocked(Reason reason)) {
            reasons.add(reason);
        }
        reasons.addAll(verdict.remarks());
        if (lookup.orElse(null) instanceof VmLookup.Found(var _, var _, var remark)) {
            remark.ifPresent(reasons::add);
        }
        return List.copyOf(reasons);
    }
}

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
import dev.vspherecloud.domain.topology.AncestorVerdict;
import dev.vspherecloud.domain.topology.TopologyChoice;
import dev.vspherecloud.domain.vm.InventoryObject;
import dev.vspherecloud.domain.vm.Placement;
import dev.vspherecloud.domain.vm.ProviderId;
import dev.vspherecloud.domain.vm.Vm;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The complete explanation of one Node at one moment. The verdict comes from [NodePolicy] and everything else is
/// derived from the verdict, so the explanation always agrees with the provider.
///
/// @param lookup the lookup of the Node's VM; empty if no vCenter was asked
/// @param silent the vCenters that do not answer at the moment, whether or not they are needed for this Node
public record Explanation(
        NodeView node, Optional<VmLookup> lookup, NodeVerdict verdict, List<VmLookup.Silence> silent) {
    private static final Set<VsphereReason> TEMPORARY =
            EnumSet.of(VsphereReason.VCENTER_SILENT, VsphereReason.VCENTER_UNREACHABLE);

    public Explanation {
        silent = List.copyOf(silent);
    }

    /// Explains a Node that may be on vSphere, from the lookup of its VM.
    public static Explanation of(
            NodeView node, VmLookup lookup, NodeSettings settings, NodeContext context, List<VmLookup.Silence> silent) {
        return new Explanation(node, Optional.of(lookup), NodePolicy.decide(node, lookup, settings, context), silent);
    }

    /// Explains a Node whose provider ID belongs to another provider or is malformed, without asking a vCenter.
    /// Returns empty for all other Nodes.
    public static Optional<Explanation> withoutAsking(NodeView node) {
        return switch (node.identity()) {
            case NodeIdentity.OnVsphere _ -> Optional.empty();
            case NodeIdentity.Foreign _ -> Optional.of(withoutLookup(node, new NodeDecision.Ignore()));
            case NodeIdentity.Malformed malformed ->
                Optional.of(withoutLookup(node, new NodeDecision.Blocked(malformed.reason())));
        };
    }

    private static Explanation withoutLookup(NodeView node, NodeDecision decision) {
        var verdict = new NodeVerdict(
                decision,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                NodeContext.INITIAL.history(),
                Optional.empty());
        return new Explanation(node, Optional.empty(), verdict, List.of());
    }

    /// Returns true if the explanation will change because an answer of a vCenter is pending.
    public boolean isAwaited() {
        return lookup.orElse(null) instanceof VmLookup.Pending
                || verdict.topology().orElse(null) instanceof TopologyChoice.Awaited;
    }

    /// Returns true if a vCenter does not answer but may do so in a moment. A vCenter that is not reachable may
    /// just be starting, while a refused login needs a person.
    public boolean isTemporary() {
        return silent.stream().map(VmLookup.Silence::code).anyMatch(TEMPORARY::contains);
    }

    /// Returns true if the Node belongs to this provider, or may belong to it, and is not ready.
    public boolean hasProblem() {
        return switch (state().kind()) {
            case READY, FOREIGN -> false;
            case DRIFT, TROUBLED, DUE, WAITS, UNPROVEN -> true;
        };
    }

    Ownership ownership() {
        if (node.identity() instanceof NodeIdentity.Foreign) {
            return Ownership.FOREIGN;
        }
        boolean isOurs = node.providerId().startsWith(ProviderId.PREFIX) || node.isUninitialised() || hasVm();
        return isOurs ? Ownership.OURS : Ownership.UNPROVEN;
    }

    /// Returns true if the lookup found a VM, and not by the name of the Node alone.
    private boolean hasVm() {
        return vm().filter(vm -> !(node.identity() instanceof NodeIdentity.OnVsphere(var query)
                        && query.isByNameAlone(vm.identity())))
                .isPresent();
    }

    NodeSummary state() {
        return NodeSummary.of(verdict.decision(), node.isUninitialised(), ownership(), reasons());
    }

    NextStep next() {
        return NextStep.of(verdict.decision(), node.isUninitialised(), ownership());
    }

    /// Returns the VM that the lookup found; empty if it found none or could not decide.
    public Optional<Vm> vm() {
        return lookup.filter(VmLookup.Found.class::isInstance)
                .map(VmLookup.Found.class::cast)
                .map(VmLookup.Found::vm);
    }

    /// Returns the candidate VMs if the lookup found VMs but accepted none of them.
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

    /// Returns the vCenters that did not answer, or did not answer completely.
    List<VmLookup.Silence> silentVcenters() {
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
        boolean counts = node.isUninitialised() || verdict.decision() instanceof NodeDecision.UpdateAddresses;
        return AddressChange.of(node.addresses(), counts ? verdict.addresses() : Optional.empty());
    }

    /// Returns a verdict on every object of all paths above the VM, nearest first, also on those that the choice did
    /// not evaluate.
    List<AncestorVerdict> ancestors() {
        return vm().flatMap(vm -> verdict.topology().map(choice -> ancestors(vm.placement(), choice)))
                .orElse(List.of());
    }

    private static List<AncestorVerdict> ancestors(Placement placement, TopologyChoice choice) {
        var verdicts = new ArrayList<>(choice.verdicts());
        Set<String> evaluated =
                verdicts.stream().map(each -> each.place().moref()).collect(Collectors.toSet());
        verdicts.addAll(unreached("host", placement.hostPath(), evaluated));
        verdicts.addAll(unreached("pool", placement.poolPath(), evaluated));
        verdicts.addAll(unreached("folder", placement.folderPath(), evaluated));
        return verdicts;
    }

    private static List<AncestorVerdict> unreached(String path, List<InventoryObject> places, Set<String> evaluated) {
        return places.stream()
                .filter(place -> !evaluated.contains(place.moref()))
                .map(place -> AncestorVerdict.notEvaluated(path, place, ""))
                .toList();
    }

    List<LabelChange> labels() {
        return vm().map(vm -> LabelChange.of(node.meta().labels(), vm, verdict.topology(), verdict.decision()))
                .orElse(List.of());
    }

    /// Returns all reasons that apply to the Node; the blocking reason is first.
    public List<Reason> reasons() {
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

package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision;
import dev.vspherecloud.ccm.domain.lifecycle.LifecyclePolicy;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleRules;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.existence.Existence;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.RecordedVm;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.VsphereReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Simulates the node lifecycle controller for one Node: the shutdown taint, and whether the Node might be deleted.
/// Pure.
///
/// An existence proof takes minutes of checks, so the policy does not try to get one. It tells what would happen to
/// the Node if there was a proof.
final class DeletionForecastPolicy {
    private DeletionForecastPolicy() {}

    /// Returns the decision of the lifecycle controller about the shutdown taint.
    static LifecycleDecision decide(NodeInput input, LifecycleRules rules) {
        return input.lookup()
                .map(lookup -> LifecyclePolicy.decide(
                        input.node(),
                        lookup,
                        Optional.of(Duration.ZERO),
                        () -> assumed(input.node(), lookup),
                        rules,
                        Breaker.CLOSED))
                .orElseGet(LifecycleDecision.NoChange::new);
    }

    static DeletionForecast evaluate(NodeInput input, PlanRules rules) {
        if (!rules.runsLifecycleController()) {
            return DeletionForecast.never(Optional.empty(), "the node lifecycle controller is switched off");
        }
        return switch (input.node().identity()) {
            case NodeIdentity.Foreign _ ->
                DeletionForecast.never(Optional.empty(), "the Node belongs to another provider");
            case NodeIdentity.Malformed _ ->
                DeletionForecast.never(
                        Optional.of(VsphereReason.PROVIDER_ID_MALFORMED),
                        "the provider ID names no VM, so nothing can be proven");
            case NodeIdentity.OnVsphere _ -> onVsphere(input, rules.lifecycle());
        };
    }

    private static DeletionForecast onVsphere(NodeInput input, LifecycleRules rules) {
        return switch (decide(input, rules)) {
            case LifecycleDecision.Delete(Proof proof) ->
                new DeletionForecast(DeletionForecast.When.AFTER_PROOF, Optional.empty(), proofText(proof, rules));
            case LifecycleDecision.Keep(Reason reason)
            when reason.code() == NodeReason.VM_NEVER_SEEN ->
                DeletionForecast.never(Optional.of(reason.code()), reason.message());
            case LifecycleDecision.Keep(Reason reason) ->
                new DeletionForecast(DeletionForecast.When.KEPT, Optional.of(reason.code()), reason.message());
            case LifecycleDecision.Taint _, LifecycleDecision.Untaint _, LifecycleDecision.NoChange _ ->
                neverBecause(input.node(), input.lookup().orElseThrow());
        };
    }

    private static DeletionForecast neverBecause(NodeView node, VmLookup lookup) {
        return switch (lookup) {
            case VmLookup.Found _ -> DeletionForecast.never(Optional.empty(), "its VM exists");
            case VmLookup.Missing _
            when node.health().ready() != Ready.UNKNOWN ->
                DeletionForecast.never(Optional.empty(), "its kubelet is alive");
            case VmLookup.Missing _ ->
                DeletionForecast.never(
                        Optional.empty(), "the Node records no VM, so it cannot be proven that the VM is gone");
            case VmLookup.Unknown(var silent) ->
                DeletionForecast.never(
                        Optional.of(silent.getFirst().code()),
                        "not every vCenter answered, so the Node stays unless it is proven that the VM was destroyed");
            case VmLookup.Unreadable _ ->
                DeletionForecast.never(Optional.of(NodeReason.VM_UNREADABLE), "its VM exists, but cannot be read");
            case VmLookup.Conflict _ ->
                DeletionForecast.never(Optional.of(NodeReason.IDENTITY_CONFLICT), "its kubelet runs on another VM");
            case VmLookup.Elsewhere _ ->
                DeletionForecast.never(Optional.of(NodeReason.VM_IN_OTHER_DATACENTER), "its VM exists");
            case VmLookup.Ambiguous _, VmLookup.Placeholder _, VmLookup.Template _, VmLookup.Pending _ ->
                DeletionForecast.never(Optional.empty(), "no vCenter reports that its VM is gone");
        };
    }

    private static Existence assumed(NodeView node, VmLookup lookup) {
        return node.recordedVm()
                .<Existence>map(vm -> new Existence.Gone(assumed(vm, lookup)))
                .orElseGet(() -> new Existence.Unknown(new Reason(
                        NodeReason.VM_NEVER_SEEN,
                        "this provider has never seen its VM, so it cannot prove that the VM is gone")));
    }

    /// Returns the existence proof that the forecast assumes. The vCenter of the VM is known only by its instance
    /// UUID, so the proof names all vCenters that were searched.
    private static Proof assumed(RecordedVm vm, VmLookup lookup) {
        List<String> searched = lookup instanceof VmLookup.Missing(List<String> asked, var _) ? asked : List.of();
        return new Proof(
                vm,
                vm.ref().vcenter().toString(),
                new Proof.Observations(0, Duration.ZERO, 0),
                searched,
                Optional.empty());
    }

    private static String proofText(Proof proof, LifecycleRules rules) {
        return "once it is proven that its VM %s is gone: vCenter's events show that it was destroyed, or it stays away for %d minutes; and its kubelet shows no sign of life"
                .formatted(proof.vm().ref(), rules.disappearedAfter().toMinutes());
    }
}

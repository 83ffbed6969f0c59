package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.Delete;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.Keep;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.NoChange;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.Taint;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.Untaint;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.existence.Existence;
import dev.vspherecloud.domain.existence.Proof;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.identity.VmQuery;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import dev.vspherecloud.domain.vm.ConnectionState;
import dev.vspherecloud.domain.vm.PowerState;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Decides when a Node is deleted, and when it gets the shutdown taint. Pure.
///
/// A Node is deleted only if all of these conditions hold:
///
/// - The Node names one machine, by a vSphere provider ID, by the system UUID that its kubelet reports, or by both.
/// - A leader has seen the VM before.
/// - The cluster has lost contact to the kubelet.
/// - No vCenter has the VM, and all of them answered. If it is proven that the VM was destroyed, not all need to
///   answer.
/// - [Existence.Gone] carries the proof.
///
/// Rule from: kubernetes/cloud-provider, controllers/nodelifecycle; differs: kubernetes/cloud-provider deletes a
/// Node at the first empty answer, even a Node of another provider, and even while the kubelet reports that it is
/// not ready. It also keeps the shutdown taint of a VM that runs again until the Node is ready.
public final class LifecyclePolicy {
    /// The annotation that prevents the deletion of a Node, with any value.
    public static final String KEEP = "vspherecloud.dev/keep";

    /// The maximum time since vCenter last confirmed its data. Older data does not change the shutdown taint.
    static final Duration MAX_DATA_AGE = Duration.ofMinutes(1);

    private LifecyclePolicy() {}

    /// Decides what to do with a Node whose VM may be gone or powered off.
    ///
    /// @param age the time since the vCenter that has the VM confirmed its data; empty if the vCenter does not
    ///     answer
    /// @param existence supplies what is known about the existence of the VM. Called only if no vCenter has the VM
    public static LifecycleDecision decide(
            NodeView node,
            VmLookup lookup,
            Optional<Duration> age,
            Supplier<Existence> existence,
            LifecycleRules rules,
            Breaker breaker) {
        if (!(node.identity() instanceof NodeIdentity.OnVsphere(VmQuery query))
                || node.health().isDeleting()) {
            return new NoChange();
        }
        if (node.health().ready() == Ready.TRUE) {
            return node.health().shutdownTaint() ? new Untaint("the Node is ready") : new NoChange();
        }
        return switch (lookup) {
            case VmLookup.Found(Vm vm, var _, var _) when isCertainMatch(query, vm) -> decidePower(node, vm, age);
            case VmLookup.Missing _ when mayBeDeleted(node) -> decideMissing(node, existence.get(), rules, breaker);
            case VmLookup.Unknown unknown
            when mayBeDeleted(node) ->
                decideUnanswered(node, existence.get(), Optional.of(silentVcenters(unknown)), rules, breaker);
            case VmLookup.Pending(var asked)
            when mayBeDeleted(node) && !asked.isEmpty() ->
                decideUnanswered(node, existence.get(), Optional.empty(), rules, breaker);
            default -> new NoChange();
        };
    }

    /// Returns true if the Node may be deleted once its VM is proven absent, so that an existence check is useful.
    /// The status `Unknown` of the condition `Ready` is necessary: if the kubelet itself reports that it is not
    /// ready, it is alive.
    public static boolean mayBeDeleted(NodeView node) {
        return namesOneMachine(node) && node.health().ready() == Ready.UNKNOWN;
    }

    /// Returns true if the Node names exactly one machine by UUID and is not being deleted. A name alone does not
    /// count, because other machines may have the same name.
    public static boolean namesOneMachine(NodeView node) {
        return node.identity() instanceof NodeIdentity.OnVsphere(var query)
                && query.uuids().size() == 1
                && !node.health().isDeleting();
    }

    /// Returns true if the Node certainly runs on this VM. A VM that only shares a UUID may be a copy, while the
    /// vCenter of the recorded VM does not answer. A VM that only matches by name may be the VM of another Node.
    private static boolean isCertainMatch(VmQuery query, Vm vm) {
        boolean isOther = query.recorded().filter(known -> !known.refersTo(vm)).isPresent();
        return query.uuids().size() == 1 && query.hasUuidOf(vm.identity()) && !isOther;
    }

    private static LifecycleDecision decidePower(NodeView node, Vm vm, Optional<Duration> age) {
        boolean isEvident = vm.connection() == ConnectionState.CONNECTED
                && age.filter(time -> time.compareTo(MAX_DATA_AGE) <= 0).isPresent();
        if (!isEvident) {
            return new NoChange();
        }
        boolean isOff = vm.power() == PowerState.OFF || vm.power() == PowerState.SUSPENDED;
        if (isOff && !node.health().shutdownTaint()) {
            return new Taint(vm);
        }
        return vm.power() == PowerState.ON && node.health().shutdownTaint()
                ? new Untaint("its VM runs again")
                : new NoChange();
    }

    private static LifecycleDecision decideMissing(
            NodeView node, Existence existence, LifecycleRules rules, Breaker breaker) {
        return switch (existence) {
            case Existence.Alive _ -> new NoChange();
            case Existence.Unknown(Reason reason) when isUnrelatedToVsphere(node, reason) -> new NoChange();
            case Existence.Unknown(Reason reason) -> new Keep(reason);
            case Existence.Gone(Proof proof) -> decideGone(node, proof, rules, breaker);
        };
    }

    private static LifecycleDecision decideGone(NodeView node, Proof proof, LifecycleRules rules, Breaker breaker) {
        return deletionObstacle(node, proof, rules, breaker)
                .<LifecycleDecision>map(Keep::new)
                .orElseGet(() -> new Delete(proof));
    }

    /// Decides about a Node for which not every vCenter answered. Only the destruction of its VM can be proven
    /// without the missing answers.
    ///
    /// @param silence why a vCenter did not answer; empty if the missing answers may arrive at any moment
    private static LifecycleDecision decideUnanswered(
            NodeView node, Existence existence, Optional<Reason> silence, LifecycleRules rules, Breaker breaker) {
        return switch (existence) {
            case Existence.Gone(Proof proof) when proof.isDestroyed() -> decideGone(node, proof, rules, breaker);
            case Existence.Alive _ -> new NoChange();
            case Existence.Unknown(Reason reason) when isUnrelatedToVsphere(node, reason) -> new NoChange();
            case Existence.Gone _, Existence.Unknown _ ->
                silence.<LifecycleDecision>map(Keep::new).orElseGet(NoChange::new);
        };
    }

    private static Reason silentVcenters(VmLookup.Unknown unknown) {
        return new Reason(
                unknown.mostSevere().code(),
                "its VM was not found, and these vCenters did not answer: %s; the provider keeps the Node unless it is proven that the VM was destroyed"
                        .formatted(unknown.silent().stream()
                                .map(silence -> silence.vcenter() + " (" + silence.why() + ")")
                                .collect(Collectors.joining(", "))));
    }

    /// Returns true if nothing shows that the Node is on vSphere: it has no provider ID, and no leader ever saw a
    /// VM of it.
    private static boolean isUnrelatedToVsphere(NodeView node, Reason reason) {
        return node.providerId().isEmpty() && reason.code() == NodeReason.VM_NEVER_SEEN;
    }

    private static Optional<Reason> deletionObstacle(
            NodeView node, Proof proof, LifecycleRules rules, Breaker breaker) {
        if (node.meta().annotations().containsKey(KEEP)) {
            return keepReason(
                    NodeReason.NODE_KEPT,
                    proof,
                    "the Node has the annotation " + KEEP + "; remove it, or delete the Node");
        }
        if (!rules.deletes()) {
            return keepReason(
                    NodeReason.DELETION_OFF,
                    proof,
                    "--node-deletion=false or SKIP_NODE_DELETION is set; delete the Node by hand");
        }
        Optional<String> paused = proof.provingVcenters().stream()
                .filter(rules.paused()::contains)
                .findFirst();
        if (paused.isPresent()) {
            return keepReason(
                    NodeReason.DELETION_PAUSED,
                    proof,
                    "nodeDeletionPaused is set for vCenter " + paused.get() + "; unset it after the maintenance");
        }
        return breaker.open()
                .filter(_ -> !proof.isDestroyed())
                .flatMap(incident -> keepReason(
                        NodeReason.MASS_DISAPPEARANCE,
                        proof,
                        "%s, and incident %s is not acknowledged".formatted(incident.cause(), incident.id())));
    }

    private static Optional<Reason> keepReason(ReasonCode code, Proof proof, String why) {
        return Optional.of(new Reason(
                code,
                "its VM %s is gone, but the provider keeps the Node: %s"
                        .formatted(proof.vm().ref(), why)));
    }
}

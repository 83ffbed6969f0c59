package dev.vspherecloud.ccm.domain.lifecycle;

import dev.vspherecloud.ccm.domain.breaker.Breaker;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.Delete;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.Keep;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision.Nothing;
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

/// Decides when a Node is deleted, and when it is tainted as shut down. Pure.
///
/// Deleted is a Node only if all of this holds: it names one machine, by a provider id of ours, by the system UUID that
/// its kubelet reports, or by both; its VM was seen; the cluster has lost its kubelet; no vCenter shows the VM, and all
/// of them answered unless the VM is proven destroyed; and [Existence.Gone] says what proves it.
///
/// Rule from: kubernetes/cloud-provider, controllers/nodelifecycle; differs: that one deletes at the first empty
/// answer, Nodes of other providers included, also while the kubelet says that it is not ready; and it keeps the taint
/// of a VM that runs again until the Node is ready.
public final class LifecyclePolicy {
    /// Who looks after a Node that must not be deleted writes this annotation, with any value.
    public static final String KEEP = "vspherecloud.dev/keep";

    /// A longer silence of vCenter makes a power state old news.
    static final Duration FRESH = Duration.ofMinutes(1);

    private LifecyclePolicy() {}

    /// @param age       how long ago the vCenter that shows the VM confirmed that; empty when it is silent
    /// @param existence asked for only when no vCenter shows the Node's VM
    public static LifecycleDecision decide(
            NodeView node,
            VmLookup lookup,
            Optional<Duration> age,
            Supplier<Existence> existence,
            LifecycleRules rules,
            Breaker breaker) {
        if (!(node.claim() instanceof NodeIdentity.OnVsphere(VmQuery query))
                || node.health().deleting()) {
            return new Nothing();
        }
        if (node.health().ready() == Ready.TRUE) {
            return node.health().shutdownTaint() ? new Untaint("the Node is ready") : new Nothing();
        }
        return switch (lookup) {
            case VmLookup.Found(Vm vm, var _, var _) when isCertain(query, vm) -> power(node, vm, age);
            case VmLookup.Missing _ when isQuestionable(node) -> missing(node, existence.get(), rules, breaker);
            case VmLookup.Unknown unknown
            when isQuestionable(node) -> unheard(node, existence.get(), Optional.of(silent(unknown)), rules, breaker);
            case VmLookup.Pending(var asked)
            when isQuestionable(node) && !asked.isEmpty() ->
                unheard(node, existence.get(), Optional.empty(), rules, breaker);
            default -> new Nothing();
        };
    }

    /// Whether the absence of its VM may be the end of the Node, so that it is worth asking for.
    ///
    /// A kubelet that says that it is not ready says so itself.
    public static boolean isQuestionable(NodeView node) {
        return namesOneMachine(node) && node.health().ready() == Ready.UNKNOWN;
    }

    /// Whether it is one machine, and certain, that the absence of the Node's VM would be the end of. A name alone may
    /// be that of any machine.
    public static boolean namesOneMachine(NodeView node) {
        return node.claim() instanceof NodeIdentity.OnVsphere(var query)
                && query.machines().size() == 1
                && !node.health().deleting();
    }

    /// Whether it is this VM that runs the Node. A copy may show while the vCenter that has the recorded VM is silent,
    /// and a VM that was matched by its name alone may be another Node's.
    private static boolean isCertain(VmQuery query, Vm vm) {
        boolean isOther = query.recorded().filter(known -> !known.names(vm)).isPresent();
        return query.machines().size() == 1 && query.hasUuidOf(vm.identity()) && !isOther;
    }

    private static LifecycleDecision power(NodeView node, Vm vm, Optional<Duration> age) {
        boolean isEvident = vm.connection() == ConnectionState.CONNECTED
                && age.filter(time -> time.compareTo(FRESH) <= 0).isPresent();
        if (!isEvident) {
            return new Nothing();
        }
        boolean isOff = vm.power() == PowerState.OFF || vm.power() == PowerState.SUSPENDED;
        if (isOff && !node.health().shutdownTaint()) {
            return new Taint(vm);
        }
        return vm.power() == PowerState.ON && node.health().shutdownTaint()
                ? new Untaint("its VM runs again")
                : new Nothing();
    }

    private static LifecycleDecision missing(
            NodeView node, Existence existence, LifecycleRules rules, Breaker breaker) {
        return switch (existence) {
            case Existence.Alive _ -> new Nothing();
            case Existence.Unknown(Reason reason) when isStranger(node, reason) -> new Nothing();
            case Existence.Unknown(Reason reason) -> new Keep(reason);
            case Existence.Gone(Proof proof) -> gone(node, proof, rules, breaker);
        };
    }

    private static LifecycleDecision gone(NodeView node, Proof proof, LifecycleRules rules, Breaker breaker) {
        return obstacle(node, proof, rules, breaker)
                .<LifecycleDecision>map(Keep::new)
                .orElseGet(() -> new Delete(proof));
    }

    /// Not every vCenter was heard. Only that the VM was destroyed is proven without the others.
    ///
    /// @param silence who was not heard; empty when they may answer any moment
    private static LifecycleDecision unheard(
            NodeView node, Existence existence, Optional<Reason> silence, LifecycleRules rules, Breaker breaker) {
        return switch (existence) {
            case Existence.Gone(Proof proof) when proof.isDestroyed() -> gone(node, proof, rules, breaker);
            case Existence.Alive _ -> new Nothing();
            case Existence.Unknown(Reason reason) when isStranger(node, reason) -> new Nothing();
            case Existence.Gone _, Existence.Unknown _ ->
                silence.<LifecycleDecision>map(Keep::new).orElseGet(Nothing::new);
        };
    }

    private static Reason silent(VmLookup.Unknown unknown) {
        return new Reason(
                unknown.worst().code(),
                "vCenter does not return its VM, and not every vCenter could be asked: %s; the Node stays unless the VM is proven destroyed"
                        .formatted(unknown.silent().stream()
                                .map(silence -> silence.vcenter() + " (" + silence.why() + ")")
                                .collect(Collectors.joining(", "))));
    }

    /// Whether nothing shows that the Node is ours: neither a provider id nor a VM that was ever seen.
    private static boolean isStranger(NodeView node, Reason reason) {
        return node.providerId().isEmpty() && reason.code() == NodeReason.VM_NEVER_SEEN;
    }

    private static Optional<Reason> obstacle(NodeView node, Proof proof, LifecycleRules rules, Breaker breaker) {
        if (node.meta().annotations().containsKey(KEEP)) {
            return kept(NodeReason.NODE_KEPT, proof, "the Node has the annotation " + KEEP);
        }
        if (!rules.deletes()) {
            return kept(NodeReason.DELETION_OFF, proof, "deleting Nodes is switched off");
        }
        Optional<String> paused =
                proof.speakers().stream().filter(rules.paused()::contains).findFirst();
        if (paused.isPresent()) {
            return kept(NodeReason.DELETION_PAUSED, proof, "vCenter " + paused.get() + " is paused");
        }
        return breaker.open()
                .filter(_ -> !proof.isDestroyed())
                .flatMap(incident -> kept(
                        NodeReason.MASS_DISAPPEARANCE,
                        proof,
                        "%s, and nobody has acknowledged %s".formatted(incident.cause(), incident.id())));
    }

    private static Optional<Reason> kept(ReasonCode code, Proof proof, String why) {
        return Optional.of(new Reason(
                code,
                "its VM %s is gone, and the Node is kept: %s"
                        .formatted(proof.vm().ref(), why)));
    }
}

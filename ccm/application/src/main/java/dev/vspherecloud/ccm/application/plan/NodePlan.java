package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.lifecycle.LifecycleDecision;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeHealth.Ready;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import dev.vspherecloud.domain.reason.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The plan for one Node.
///
/// @param writes in their order
/// @param remarks what is not as it should be; this program reports each in an Event on the Node
record NodePlan(
        NodeInput sight,
        PlanOutcome planOutcome,
        List<PlannedWrite> writes,
        List<Reason> remarks,
        UpstreamDeletion present,
        DeletionForecast ours) {
    NodePlan {
        writes = List.copyOf(writes);
        remarks = List.copyOf(remarks);
    }

    static NodePlan of(NodeInput sight, PlanRules rules) {
        NodeDryRun.Outlook outlook = rules.initialises() ? outlook(sight, rules) : nothing();
        var writes = new ArrayList<>(outlook.writes());
        if (rules.ends()) {
            writes.addAll(shutdownTaint(sight, rules));
        }
        return new NodePlan(
                sight,
                PlanOutcome.of(sight.node(), outlook.end(), writes),
                writes,
                outlook.remarks(),
                UpstreamDeletionPolicy.judge(sight, rules),
                DeletionForecastPolicy.judge(sight, rules));
    }

    private static NodeDryRun.Outlook outlook(NodeInput sight, PlanRules rules) {
        return sight.lookup()
                .map(lookup -> NodeDryRun.of(sight.node(), lookup, rules.settings(), sight.context()))
                .orElseGet(() -> unasked(sight.node()));
    }

    private static NodeDryRun.Outlook unasked(NodeView node) {
        return node.claim() instanceof NodeIdentity.Malformed malformed
                ? new NodeDryRun.Outlook(
                        new NodeDecision.Blocked(malformed.reason()), List.of(), List.of(malformed.reason()))
                : new NodeDryRun.Outlook(new NodeDecision.Leave(), List.of(), List.of());
    }

    private static NodeDryRun.Outlook nothing() {
        return new NodeDryRun.Outlook(new NodeDecision.Settled(), List.of(), List.of());
    }

    private static List<PlannedWrite> shutdownTaint(NodeInput sight, PlanRules rules) {
        LifecycleDecision decision = DeletionForecastPolicy.decide(sight, rules.lifecycle());
        return Change.between(sight.node(), SimulatedNode.after(sight.node(), decision)).stream()
                .map(change -> new PlannedWrite(change, reason(sight, decision), why(decision), Duration.ZERO))
                .toList();
    }

    private static WriteReason reason(NodeInput sight, LifecycleDecision decision) {
        if (decision instanceof LifecycleDecision.Taint) {
            return WriteReason.VM_NOT_RUNNING;
        }
        return sight.node().health().ready() == Ready.TRUE ? WriteReason.NODE_READY : WriteReason.VM_RUNS;
    }

    private static String why(LifecycleDecision decision) {
        return switch (decision) {
            case LifecycleDecision.Taint(var vm) ->
                "its VM %s is %s".formatted(vm, vm.power().word());
            case LifecycleDecision.Untaint(String why) -> why;
            case LifecycleDecision.Delete _, LifecycleDecision.Keep _, LifecycleDecision.Nothing _ -> "";
        };
    }

    String name() {
        return sight.node().name().value();
    }

    /// Returns the writes that other programs or people read too.
    List<PlannedWrite> seenByOthers() {
        return writes.stream().filter(write -> !write.change().isOurs()).toList();
    }

    boolean isRecorded() {
        return writes.stream().anyMatch(write -> write.change().isOurs());
    }

    /// Returns true if others would notice the change of programs on this Node, or if either program may delete
    /// it.
    boolean isToBeLookedAt() {
        return !seenByOthers().isEmpty()
                || present.when() == UpstreamDeletion.When.NOW
                || present.when() == UpstreamDeletion.When.ONCE_NOT_READY
                || ours.when() == DeletionForecast.When.AFTER_PROOF;
    }

    /// Returns true if either program may delete it, or would without a switch.
    boolean isEndangered() {
        return present.when() != UpstreamDeletion.When.NEVER || ours.when() != DeletionForecast.When.NEVER;
    }
}

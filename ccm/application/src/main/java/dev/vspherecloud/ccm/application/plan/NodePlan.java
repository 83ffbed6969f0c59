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
/// @param writes the writes of this program, in their order
/// @param remarks the reasons that this program would report, each in an Event on the Node
record NodePlan(
        NodeInput input,
        PlanOutcome planOutcome,
        List<PlannedWrite> writes,
        List<Reason> remarks,
        UpstreamDeletion upstream,
        DeletionForecast forecast) {
    NodePlan {
        writes = List.copyOf(writes);
        remarks = List.copyOf(remarks);
    }

    static NodePlan of(NodeInput input, PlanRules rules) {
        NodeDryRun.Result outlook = rules.runsNodeController() ? dryRun(input, rules) : nothing();
        var writes = new ArrayList<>(outlook.writes());
        if (rules.runsLifecycleController()) {
            writes.addAll(shutdownTaint(input, rules));
        }
        return new NodePlan(
                input,
                PlanOutcome.of(input.node(), outlook.lastDecision(), writes),
                writes,
                outlook.remarks(),
                UpstreamDeletionPolicy.evaluate(input, rules),
                DeletionForecastPolicy.evaluate(input, rules));
    }

    private static NodeDryRun.Result dryRun(NodeInput input, PlanRules rules) {
        return input.lookup()
                .map(lookup -> NodeDryRun.of(input.node(), lookup, rules.settings(), input.context()))
                .orElseGet(() -> withoutLookup(input.node()));
    }

    private static NodeDryRun.Result withoutLookup(NodeView node) {
        return node.identity() instanceof NodeIdentity.Malformed malformed
                ? new NodeDryRun.Result(
                        new NodeDecision.Blocked(malformed.reason()), List.of(), List.of(malformed.reason()))
                : new NodeDryRun.Result(new NodeDecision.Ignore(), List.of(), List.of());
    }

    private static NodeDryRun.Result nothing() {
        return new NodeDryRun.Result(new NodeDecision.NoChange(), List.of(), List.of());
    }

    private static List<PlannedWrite> shutdownTaint(NodeInput input, PlanRules rules) {
        LifecycleDecision decision = DeletionForecastPolicy.decide(input, rules.lifecycle());
        return Change.between(input.node(), SimulatedNode.after(input.node(), decision)).stream()
                .map(change -> new PlannedWrite(change, reason(input, decision), why(decision), Duration.ZERO))
                .toList();
    }

    private static WriteReason reason(NodeInput input, LifecycleDecision decision) {
        if (decision instanceof LifecycleDecision.Taint) {
            return WriteReason.VM_NOT_RUNNING;
        }
        return input.node().health().ready() == Ready.TRUE ? WriteReason.NODE_READY : WriteReason.VM_RUNS;
    }

    private static String why(LifecycleDecision decision) {
        return switch (decision) {
            case LifecycleDecision.Taint(var vm) ->
                "its VM %s is %s".formatted(vm, vm.power().text());
            case LifecycleDecision.Untaint(String why) -> why;
            case LifecycleDecision.Delete _, LifecycleDecision.Keep _, LifecycleDecision.NoChange _ -> "";
        };
    }

    String name() {
        return input.node().name().value();
    }

    /// Returns the writes to fields that other programs or people read too, so not those to this program's
    /// annotations.
    List<PlannedWrite> visibleWrites() {
        return writes.stream()
                .filter(write -> !write.change().isOnlyReadByThisProgram())
                .toList();
    }

    boolean isRecorded() {
        return writes.stream().anyMatch(write -> write.change().isOnlyReadByThisProgram());
    }

    /// Returns true if other programs would notice the replacement on this Node, or if either program may delete
    /// it.
    boolean needsReview() {
        return !visibleWrites().isEmpty()
                || upstream.when() == UpstreamDeletion.When.NOW
                || upstream.when() == UpstreamDeletion.When.ONCE_NOT_READY
                || forecast.when() == DeletionForecast.When.AFTER_PROOF;
    }

    /// Returns true if either program may delete the Node, also if a switch prevents it at the moment.
    boolean mayBeDeleted() {
        return upstream.when() != UpstreamDeletion.When.NEVER || forecast.when() != DeletionForecast.When.NEVER;
    }
}

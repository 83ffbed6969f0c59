package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.address.AddressChoice;
import dev.vspherecloud.ccm.domain.address.ReportHistory;
import dev.vspherecloud.ccm.domain.node.NodeContext;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodePolicy;
import dev.vspherecloud.ccm.domain.node.NodeSettings;
import dev.vspherecloud.ccm.domain.node.NodeVerdict;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.VmLookup;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Vm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Simulates the node controller for one Node until the controller has nothing more to write, as if nothing else
/// changed meanwhile. The controller makes one write in each reconciliation, and some writes only after a time.
///
/// Threads: confined to [#of].
final class NodeDryRun {
    /// The maximum number of simulated reconciliations. It is more than the writes and waiting times that a Node
    /// can have in a row.
    private static final int MAX_ROUNDS = 12;

    private final VmLookup lookup;
    private final NodeSettings settings;
    private final NodeContext initialContext;
    private final List<PlannedWrite> writes = new ArrayList<>();
    private final Set<Reason> remarks = new LinkedHashSet<>();

    private NodeDryRun(VmLookup lookup, NodeSettings settings, NodeContext first) {
        this.lookup = lookup;
        this.settings = settings;
        this.initialContext = first;
    }

    /// The result of the simulation.
    ///
    /// @param lastDecision the decision after which nothing more is written
    /// @param writes the writes in their order
    /// @param remarks the reasons that were reported meanwhile, and the reason that blocks the Node at the end
    record Result(NodeDecision lastDecision, List<PlannedWrite> writes, List<Reason> remarks) {
        Result {
            writes = List.copyOf(writes);
            remarks = List.copyOf(remarks);
        }
    }

    static Result of(NodeView node, VmLookup lookup, NodeSettings settings, NodeContext context) {
        return new NodeDryRun(lookup, settings, context).simulate(node);
    }

    private Result simulate(NodeView node) {
        NodeView now = node;
        ReportHistory history = initialContext.history();
        Duration elapsed = Duration.ZERO;
        NodeDecision end = new NodeDecision.NoChange();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            var context =
                    new NodeContext(history, initialContext.virtualIpHints(), initialContext.now() + elapsed.toNanos());
            NodeVerdict verdict = NodePolicy.decide(now, lookup, settings, context);
            end = verdict.decision();
            remarks.addAll(verdict.remarks());
            history = verdict.history();
            NodeView next = next(now, end);
            write(now, next, verdict, context, elapsed);
            if (next.equals(now)) {
                if (verdict.revisitAfter().isEmpty()) {
                    break;
                }
                elapsed = elapsed.plus(verdict.revisitAfter().get());
            }
            now = next;
        }
        addRecordWrite(now, end);
        return new Result(end, writes, reasons(end));
    }

    private NodeView next(NodeView now, NodeDecision decision) {
        return decision instanceof NodeDecision.RecordVm && lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                ? SimulatedNode.recorded(now, vm)
                : SimulatedNode.after(now, decision);
    }

    /// Adds the write that records the VM on a Node that cannot be initialised yet.
    private void addRecordWrite(NodeView now, NodeDecision end) {
        if (end instanceof NodeDecision.Blocked
                && lookup instanceof VmLookup.Found(Vm vm, var _, var _)
                && NodePolicy.isRecordDue(now, vm)) {
            Change.between(now, SimulatedNode.recorded(now, vm))
                    .forEach(change -> writes.add(new PlannedWrite(
                            change,
                            WriteReason.VM_RECORDED,
                            "its VM is " + vm.identity().ref(),
                            Duration.ZERO)));
        }
    }

    private void write(NodeView now, NodeView next, NodeVerdict verdict, NodeContext context, Duration elapsed) {
        List<Change> changes = Change.between(now, next);
        if (!changes.isEmpty()) {
            WriteCause because = reasonFor(now, verdict, context);
            changes.forEach(change -> writes.add(new PlannedWrite(change, because.reason(), because.why(), elapsed)));
        }
    }

    private record WriteCause(WriteReason reason, String why) {}

    private WriteCause reasonFor(NodeView node, NodeVerdict verdict, NodeContext context) {
        return switch (verdict.decision()) {
            case NodeDecision.Initialise(var vm, var _, var _) ->
                new WriteCause(WriteReason.NODE_INITIALISED, "its VM is " + vm);
            case NodeDecision.UpdateAddresses(var _, var chosen) -> addresses(node, chosen);
            case NodeDecision.Relabel(var _, String why) ->
                new WriteCause(
                        isIndependentOfRelabel(node, context)
                                ? WriteReason.OLDER_LABEL_DECIDES
                                : WriteReason.LABELS_FOLLOW_VM,
                        why);
            case NodeDecision.RecordVm(var vm) -> {
                Optional<String> known =
                        node.recordedVm().map(record -> record.ref().toString());
                yield known.map(ref -> new WriteCause(
                                WriteReason.RECORD_OUTDATED,
                                "the Node records VM %s, but its VM is %s".formatted(ref, vm.ref())))
                        .orElseGet(() -> new WriteCause(WriteReason.VM_RECORDED, "its VM is " + vm.ref()));
            }
            case NodeDecision.Blocked(Reason reason, var _) ->
                new WriteCause(WriteReason.FAMILY_AWAITED, reason.message());
            case NodeDecision.Ignore _, NodeDecision.Wait _, NodeDecision.NoChange _ ->
                throw new IllegalArgumentException("nothing is written by " + verdict.decision());
        };
    }

    private static WriteCause addresses(NodeView node, AddressChoice.Chosen chosen) {
        var differences = AddressDifferences.between(node.addresses(), chosen);
        return new WriteCause(differences.reason(), differences.text());
    }

    /// Returns true if the controller would set labels even if labels did not follow the VM (`relabel` is false).
    private boolean isIndependentOfRelabel(NodeView node, NodeContext context) {
        var keeping = new NodeSettings(
                settings.addresses(), settings.topology(), settings.extraLabels(), settings.ancestorLabels(), false);
        return NodePolicy.decide(node, lookup, keeping, context).decision() instanceof NodeDecision.Relabel;
    }

    private List<Reason> reasons(NodeDecision end) {
        var reasons = new LinkedHashSet<Reason>();
        if (end instanceof NodeDecision.Blocked(Reason reason, var _)) {
            reasons.add(reason);
        }
        reasons.addAll(remarks);
        return List.copyOf(reasons);
    }
}

package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import java.util.List;

/// The outcome of the replacement for one Node, in one word. The words are part of the JSON format and do not
/// change; `docs/reference/plan.md` explains them.
enum PlanOutcome {
    INITIALISES("initialises", "The provider would initialise the Node, which waits for a cloud provider."),
    CHANGES("changes", "The provider would change a field that the current program wrote or would write."),
    RECORDS("records", "The provider would write only its own annotations."),
    SETTLED("settled", "The provider would write nothing."),
    WAITS("waits", "The Node waits for a cloud provider, and would continue to wait: the code says for what."),
    KEEPS("keeps", "The Node keeps what it has, although its VM is not certain: the code says why."),
    UNPROVEN(
            "unproven",
            "The Node is initialised and has no provider ID, and no VM is known to belong to it: the provider "
                    + "ignores it."),
    FOREIGN("foreign", "The Node has the provider ID of another provider: this provider ignores it.");

    private final String text;
    private final String description;

    PlanOutcome(String text, String meaning) {
        this.text = text;
        this.description = meaning;
    }

    String text() {
        return text;
    }

    String description() {
        return description;
    }

    /// Returns the outcome for a Node.
    ///
    /// @param end the decision after which nothing more is written
    static PlanOutcome of(NodeView node, NodeDecision end, List<PlannedWrite> writes) {
        if (node.identity() instanceof NodeIdentity.Foreign) {
            return FOREIGN;
        }
        if (writes.stream().anyMatch(write -> write.reason() == WriteReason.NODE_INITIALISED)) {
            return INITIALISES;
        }
        if (writes.stream().anyMatch(write -> !write.change().isOnlyReadByThisProgram())) {
            return CHANGES;
        }
        if (!writes.isEmpty() && !(node.isUninitialised() && end instanceof NodeDecision.Blocked)) {
            return RECORDS;
        }
        return switch (end) {
            case NodeDecision.Ignore _ -> UNPROVEN;
            case NodeDecision.Blocked _, NodeDecision.Wait _ -> node.isUninitialised() ? WAITS : KEEPS;
            case NodeDecision.Initialise _,
                    NodeDecision.UpdateAddresses _,
                    NodeDecision.Relabel _,
                    NodeDecision.RecordVm _,
                    NodeDecision.NoChange _ -> SETTLED;
        };
    }
}

package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import java.util.List;

/// The outcome for a Node in one word. The words are an interface; `docs/reference/plan.md` explains them.
enum PlanOutcome {
    INITIALISES("initialises", "The Node waits for a cloud provider, and this provider would initialise it."),
    CHANGES("changes", "This provider would change something that cloud-provider-vsphere (Go) wrote or would write."),
    RECORDS("records", "This provider would write its own annotations and nothing else."),
    SETTLED("settled", "This provider would write nothing."),
    WAITS("waits", "The Node waits for a cloud provider, and would keep waiting: the code says for what."),
    KEEPS("keeps", "The Node keeps what it has, although its VM is not known for certain: the code says why."),
    UNPROVEN(
            "unproven",
            "The Node is initialised, has no provider ID, and its VM is not known: this provider ignores it."),
    FOREIGN("foreign", "The provider ID belongs to another provider: this provider ignores the Node.");

    private final String word;
    private final String meaning;

    PlanOutcome(String word, String meaning) {
        this.word = word;
        this.meaning = meaning;
    }

    String word() {
        return word;
    }

    String meaning() {
        return meaning;
    }

    /// @param end the last decision about the Node
    static PlanOutcome of(NodeView node, NodeDecision end, List<PlannedWrite> writes) {
        if (node.claim() instanceof NodeIdentity.Foreign) {
            return FOREIGN;
        }
        if (writes.stream().anyMatch(write -> write.reason() == WriteReason.NODE_INITIALISED)) {
            return INITIALISES;
        }
        if (writes.stream().anyMatch(write -> !write.change().isOurs())) {
            return CHANGES;
        }
        if (!writes.isEmpty() && !(node.uninitialized() && end instanceof NodeDecision.Blocked)) {
            return RECORDS;
        }
        return switch (end) {
            case NodeDecision.Leave _ -> UNPROVEN;
            case NodeDecision.Blocked _, NodeDecision.Wait _ -> node.uninitialized() ? WAITS : KEEPS;
            case NodeDecision.Initialise _,
                    NodeDecision.UpdateAddresses _,
                    NodeDecision.Relabel _,
                    NodeDecision.Remember _,
                    NodeDecision.Settled _ -> SETTLED;
        };
    }
}

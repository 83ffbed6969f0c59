package dev.vspherecloud.ccm.application.plan;

import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.node.NodeView;
import dev.vspherecloud.domain.identity.NodeIdentity;
import java.util.List;

/// The outcome for a Node in one word. The words are an interface; `docs/reference/plan.md` explains them.
enum PlanOutcome {
    INITIALISES("initialises", "It waits for a cloud provider and would get everything."),
    CHANGES("changes", "Something that the present program wrote, or would write, would be written anew."),
    RECORDS("records", "It would get our annotations and nothing else."),
    SETTLED("settled", "Nothing would be written on it."),
    WAITS("waits", "It waits for a cloud provider, and would go on waiting: the code says for what."),
    KEEPS("keeps", "It keeps what it has, though its VM is not known for certain: the code says why."),
    UNPROVEN("unproven", "It is initialised, has no provider id, and no VM is known to be its: it is left alone."),
    FOREIGN("foreign", "Its provider id is another provider's: it is left alone.");

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

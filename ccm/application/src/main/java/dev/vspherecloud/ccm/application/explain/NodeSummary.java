package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.application.print.Tint;
import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The state of a Node in one word.
///
/// @param code the reason for the state; empty if the word alone is enough
record NodeSummary(Kind kind, Optional<ReasonCode> code) {
    /// The states. Their texts are part of the JSON format and do not change.
    enum Kind {
        /// The Node is initialised, and the provider has nothing to do or to report.
        READY("ready", Tint.GOOD),

        /// The Node is initialised, but its labels differ from those that its VM requires.
        DRIFT("drift", Tint.ATTENTION),

        /// The Node is initialised and keeps its addresses and labels, but a reason for attention applies.
        TROUBLED("troubled", Tint.BAD),

        /// The provider would now initialise the Node or write its addresses or labels.
        DUE("due", Tint.ATTENTION),

        /// The Node has the `uninitialized` taint, and something must change before the provider can remove it.
        WAITS("waits", Tint.BAD),

        /// It is not known whether the Node belongs to this provider.
        UNPROVEN("unproven", Tint.ATTENTION),

        /// The Node belongs to another provider.
        FOREIGN("foreign", Tint.NONE);

        private final String text;
        private final Tint tint;

        Kind(String text, Tint tint) {
            this.text = text;
            this.tint = tint;
        }

        Tint tint() {
            return tint;
        }

        String text() {
            return text;
        }
    }

    private static final Set<NodeReason> DRIFTS = EnumSet.of(NodeReason.TOPOLOGY_DRIFT, NodeReason.INSTANCE_TYPE_DRIFT);

    private static NodeSummary of(Kind kind) {
        return new NodeSummary(kind, Optional.empty());
    }

    /// Returns the state of a Node.
    ///
    /// @param reasons all reasons that apply to the Node, the blocking reason first
    static NodeSummary of(NodeDecision decision, boolean uninitialized, Ownership ownership, List<Reason> reasons) {
        return switch (decision) {
            case NodeDecision.Ignore() -> of(ownership == Ownership.FOREIGN ? Kind.FOREIGN : Kind.UNPROVEN);
            case NodeDecision.Initialise _, NodeDecision.UpdateAddresses _, NodeDecision.Relabel _ -> of(Kind.DUE);
            case NodeDecision.Wait() -> of(Kind.WAITS);
            case NodeDecision.Blocked(Reason reason, var _)
            when uninitialized -> new NodeSummary(Kind.WAITS, Optional.of(reason.code()));
            case NodeDecision.Blocked _, NodeDecision.RecordVm _, NodeDecision.NoChange _ ->
                reasons.stream().findFirst().map(NodeSummary::ofReason).orElseGet(() -> of(Kind.READY));
        };
    }

    private static NodeSummary ofReason(Reason reason) {
        return new NodeSummary(DRIFTS.contains(reason.code()) ? Kind.DRIFT : Kind.TROUBLED, Optional.of(reason.code()));
    }

    /// Returns the state with its reason, for example `ready` or `waits: ZoneMissing`.
    @Override
    public String toString() {
        return kind.text() + code.map(each -> ": " + each.text()).orElse("");
    }
}

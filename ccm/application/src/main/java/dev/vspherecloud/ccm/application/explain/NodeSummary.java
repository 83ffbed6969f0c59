package dev.vspherecloud.ccm.application.explain;

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
/// @param code the reason; empty if the word says it all
record NodeSummary(Kind kind, Optional<ReasonCode> code) {
    /// The words, which are an interface.
    enum Kind {
        /// The Node is as it should be.
        READY("ready"),

        /// The Node is initialised, and its labels do not agree with its VM.
        DRIFT("drift"),

        /// The Node is initialised and keeps what it has, though something is not as it should be.
        TROUBLED("troubled"),

        /// The provider would write something now.
        DUE("due"),

        /// The Node carries the taint, and something must change first.
        WAITS("waits"),

        /// It is not known whether the Node belongs to this provider.
        UNPROVEN("unproven"),

        /// The Node belongs to another provider.
        FOREIGN("foreign");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    private static final Set<NodeReason> DRIFTS = EnumSet.of(NodeReason.TOPOLOGY_DRIFT, NodeReason.INSTANCE_TYPE_DRIFT);

    private static NodeSummary of(Kind kind) {
        return new NodeSummary(kind, Optional.empty());
    }

    /// @param reasons what is not as it should be, the blocking reason first
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

    /// `ready` or `waits: ZoneMissing`
    @Override
    public String toString() {
        return kind.text() + code.map(each -> ": " + each.text()).orElse("");
    }
}

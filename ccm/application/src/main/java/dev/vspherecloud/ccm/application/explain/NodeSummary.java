package dev.vspherecloud.ccm.application.explain;

import dev.vspherecloud.ccm.domain.node.NodeDecision;
import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// How a Node stands, in a word.
///
/// @param code why; empty when the word says it all
record NodeSummary(Kind kind, Optional<ReasonCode> code) {
    /// The words, which are an interface.
    enum Kind {
        /// It is as it should be.
        READY("ready"),

        /// It is initialised, and its VM is not what its labels say.
        DRIFT("drift"),

        /// It is initialised and keeps what it has, though something is not as it should be.
        TROUBLED("troubled"),

        /// The provider would write something now.
        DUE("due"),

        /// It carries the taint, and something must change first.
        WAITS("waits"),

        /// It is not known to be ours.
        UNPROVEN("unproven"),

        /// It is another provider's.
        FOREIGN("foreign");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    private static final Set<NodeReason> DRIFTS = EnumSet.of(NodeReason.TOPOLOGY_DRIFT, NodeReason.INSTANCE_TYPE_DRIFT);

    private static NodeSummary of(Kind kind) {
        return new NodeSummary(kind, Optional.empty());
    }

    /// @param reasons what is not as it should be, what blocks first
    static NodeSummary of(NodeDecision decision, boolean uninitialized, Ownership ownership, List<Reason> reasons) {
        return switch (decision) {
            case NodeDecision.Leave() -> of(ownership == Ownership.FOREIGN ? Kind.FOREIGN : Kind.UNPROVEN);
            case NodeDecision.Initialise _, NodeDecision.UpdateAddresses _, NodeDecision.Relabel _ -> of(Kind.DUE);
            case NodeDecision.Wait() -> of(Kind.WAITS);
            case NodeDecision.Blocked(Reason reason, var _)
            when uninitialized -> new NodeSummary(Kind.WAITS, Optional.of(reason.code()));
            case NodeDecision.Blocked _, NodeDecision.Remember _, NodeDecision.Settled _ ->
                reasons.stream().findFirst().map(NodeSummary::because).orElseGet(() -> of(Kind.READY));
        };
    }

    private static NodeSummary because(Reason reason) {
        return new NodeSummary(DRIFTS.contains(reason.code()) ? Kind.DRIFT : Kind.TROUBLED, Optional.of(reason.code()));
    }

    /// `ready` or `waits: ZoneMissing`
    @Override
    public String toString() {
        return kind.word() + code.map(each -> ": " + each.word()).orElse("");
    }
}

package dev.vspherecloud.ccm.domain.address;

import java.util.List;
import java.util.Optional;

/// An address that a rule chose for a Node.
///
/// @param rule   for people, as in `in 10.1.0.0/16 (internalNetworkSubnetCidr)`
/// @param candidates all candidates that the rule could have chosen, the chosen one first
record SelectedAddress(NodeAddress address, String rule, List<RankedCandidate> candidates) {
    SelectedAddress {
        candidates = List.copyOf(candidates);
    }

    /// @param rivals never empty
    static SelectedAddress ofBest(List<RankedCandidate> rivals, NodeAddress.Type type, String rule) {
        return new SelectedAddress(
                new NodeAddress(type, rivals.getFirst().candidate().text()), rule, rivals);
    }

    boolean isOf(AddressCandidate candidate) {
        return chosen().candidate().equals(candidate);
    }

    /// Returns the rule, and what ranked this address before the next candidate of the rule, as in `the first that
    /// is not excluded, which the Node has already`.
    String explanation() {
        return candidates.size() < 2
                ? rule
                : chosen().reasonAhead(candidates.get(1))
                        .map(merit -> rule + ", " + merit)
                        .orElse(rule);
    }

    /// Returns why this candidate was chosen, or why the chosen one goes before it. Empty if the rule could not
    /// have chosen the candidate.
    Optional<String> explain(AddressCandidate candidate) {
        return isOf(candidate)
                ? Optional.of(explanation())
                : candidates.stream()
                        .filter(rival -> rival.candidate().equals(candidate))
                        .findFirst()
                        .map(rival -> rival.reasonBehind(chosen()));
    }

    private RankedCandidate chosen() {
        return candidates.getFirst();
    }
}

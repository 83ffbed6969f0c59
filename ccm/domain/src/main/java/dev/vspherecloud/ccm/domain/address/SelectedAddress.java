package dev.vspherecloud.ccm.domain.address;

import java.util.List;
import java.util.Optional;

/// An address that a rule chose for a Node.
///
/// @param rule the rule for people, for example `in 10.1.0.0/16 (internalNetworkSubnetCidr)`
/// @param candidates all candidates among which the rule chose, the chosen one first
record SelectedAddress(NodeAddress address, String rule, List<RankedCandidate> candidates) {
    SelectedAddress {
        candidates = List.copyOf(candidates);
    }

    /// Creates the selection of the first candidate.
    ///
    /// @param rivals all candidates among which the rule chose, best first. Never empty
    static SelectedAddress ofBest(List<RankedCandidate> rivals, NodeAddress.Type type, String rule) {
        return new SelectedAddress(
                new NodeAddress(type, rivals.getFirst().candidate().text()), rule, rivals);
    }

    boolean isOf(AddressCandidate candidate) {
        return chosen().candidate().equals(candidate);
    }

    /// Returns the rule and why it prefers this address to the next candidate, for example `the first that is not
    /// excluded, which the Node already has`.
    String explanation() {
        return candidates.size() < 2
                ? rule
                : chosen().reasonAhead(candidates.get(1))
                        .map(merit -> rule + ", " + merit)
                        .orElse(rule);
    }

    /// Returns why this candidate was chosen, or why the chosen one ranks before it. Returns empty if the rule did
    /// not apply to the candidate.
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

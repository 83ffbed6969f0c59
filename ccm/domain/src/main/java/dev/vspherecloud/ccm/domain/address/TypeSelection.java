package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The selection among the candidates of one family for one type of address.
///
/// @param ranked best first
/// @param selected   the chosen address; empty if the rules leave none
record TypeSelection(AddressTypeRules rules, List<RankedCandidate> ranked, Optional<SelectedAddress> selected) {
    TypeSelection {
        ranked = List.copyOf(ranked);
    }

    /// @param standings in the order of the report, as if the Node had no address of this type
    static TypeSelection byRule(AddressTypeRules rules, List<RankedCandidate> standings, AddressInput question) {
        Set<InetAddress> held = question.currentIps(rules.type());
        List<RankedCandidate> ranked = standings.stream()
                .map(rankedCandidate -> rankedCandidate.withCurrent(held))
                .sorted(RankedCandidate.order(question.hasAllNodeIps()))
                .toList();
        return new TypeSelection(rules, ranked, rules.byRule(ranked));
    }

    TypeSelection byDefault() {
        return new TypeSelection(rules, ranked, rules.first(ranked));
    }

    NodeAddress.Type type() {
        return rules.type();
    }

    Optional<NodeAddress> address() {
        return selected.map(SelectedAddress::address);
    }

    boolean isSelected(AddressCandidate candidate) {
        return selected.filter(chosen -> chosen.isOf(candidate)).isPresent();
    }

    /// Returns why a candidate was chosen, or why it was not.
    String explain(AddressCandidate candidate) {
        return selected.flatMap(chosen -> chosen.explain(candidate)).orElseGet(() -> rules.rejectionReason(candidate));
    }
}

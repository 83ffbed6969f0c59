package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The selection among the candidates of one family for one type of address.
///
/// @param ranked best first
/// @param pick   the chosen address; empty if the rules leave none
record TypeSelection(AddressTypeRules rules, List<RankedCandidate> ranked, Optional<SelectedAddress> pick) {
    TypeSelection {
        ranked = List.copyOf(ranked);
    }

    /// @param standings in the order of the report, as if the Node had no address of this type
    static TypeSelection byRule(AddressTypeRules rules, List<RankedCandidate> standings, AddressInput question) {
        Set<InetAddress> held = question.held(rules.type());
        List<RankedCandidate> ranked = standings.stream()
                .map(rankedCandidate -> rankedCandidate.heldAmong(held))
                .sorted(RankedCandidate.bestFirst(question.obeysKubelet()))
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
        return pick.map(SelectedAddress::address);
    }

    boolean picked(AddressCandidate candidate) {
        return pick.filter(chosen -> chosen.isOf(candidate)).isPresent();
    }

    /// Returns why a candidate was chosen, or why it was not.
    String wordsOn(AddressCandidate candidate) {
        return pick.flatMap(chosen -> chosen.wordsOn(candidate)).orElseGet(() -> rules.verdictOn(candidate));
    }
}

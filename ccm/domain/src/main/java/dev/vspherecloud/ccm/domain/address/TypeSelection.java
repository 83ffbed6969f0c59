package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The selection of one address, for one IP family and one type of address.
///
/// @param rules the configured rules of the type
/// @param ranked the candidates of the family, best first
/// @param selected the chosen address; empty if the rules choose none
record TypeSelection(AddressTypeRules rules, List<RankedCandidate> ranked, Optional<SelectedAddress> selected) {
    TypeSelection {
        ranked = List.copyOf(ranked);
    }

    /// Selects the address that the configured rules choose.
    ///
    /// @param standings the candidates in the order of the report, not yet compared with the Node's present
    ///     addresses
    static TypeSelection byRule(AddressTypeRules rules, List<RankedCandidate> standings, AddressInput input) {
        Set<InetAddress> held = input.currentIps(rules.type());
        List<RankedCandidate> ranked = standings.stream()
                .map(rankedCandidate -> rankedCandidate.withCurrent(held))
                .sorted(RankedCandidate.order(input.hasAllNodeIps()))
                .toList();
        return new TypeSelection(rules, ranked, rules.byRule(ranked));
    }

    TypeSelection byDefault() {
        return new TypeSelection(rules, ranked, rules.first(ranked));
    }

    /// Returns true if the configured rules choose an address. If they choose none, the address is a default.
    boolean isByRule() {
        return rules.byRule(ranked).isPresent();
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

    /// Returns why this selection chose the candidate, or why it did not.
    String explain(AddressCandidate candidate) {
        return selected.flatMap(chosen -> chosen.explain(candidate)).orElseGet(() -> rules.rejectionReason(candidate));
    }
}

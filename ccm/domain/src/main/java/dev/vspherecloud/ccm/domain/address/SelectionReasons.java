package dev.vspherecloud.ccm.domain.address;

import java.util.List;

/// Says for each family and type which rule chose the Node's address, or why there is none.
final class SelectionReasons {
    private SelectionReasons() {}

    /// @param given the addresses that the Node gets; the kubelet's node IP may remove some of those that were
    ///              chosen
    static List<String> of(List<FamilySelection> turns, List<NodeAddress> given) {
        return turns.stream()
                .filter(turn -> !turn.isFruitless())
                .flatMap(turn -> turn.sides().stream().map(side -> on(side, turn, given)))
                .toList();
    }

    private static String on(TypeSelection side, FamilySelection turn, List<NodeAddress> given) {
        String type = turn.family() + " " + side.rules();
        return side.pick()
                .map(pick -> given.contains(pick.address())
                        ? type + ": " + pick.ground()
                        : "no " + type + ": " + pick.address().text() + " is not the kubelet's node IP")
                .orElseGet(() -> "no " + type + ": " + rejected(turn.candidates(), side.rules()));
    }

    private static String rejected(List<AddressCandidate> candidates, AddressTypeRules side) {
        return AddressReasons.list(candidates, candidate -> candidate.with(side.verdictOn(candidate)));
    }
}

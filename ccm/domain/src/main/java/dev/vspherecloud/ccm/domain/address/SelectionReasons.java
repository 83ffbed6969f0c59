package dev.vspherecloud.ccm.domain.address;

import java.util.List;

/// Explains for each family and type of address which rule chose the Node's address, or why there is none.
final class SelectionReasons {
    private SelectionReasons() {}

    /// Returns one explanation for each selected family and type.
    ///
    /// @param addresses the addresses that the Node gets. A chosen address is not among them if it is not the
    ///     kubelet's node IP
    static List<String> of(List<FamilySelection> families, List<NodeAddress> addresses) {
        return families.stream()
                .filter(family -> !family.isEmpty())
                .flatMap(family -> family.types().stream().map(selection -> ofType(selection, family, addresses)))
                .toList();
    }

    private static String ofType(TypeSelection selection, FamilySelection family, List<NodeAddress> addresses) {
        String type = family.family() + " " + selection.rules();
        return selection
                .selected()
                .map(selected -> addresses.contains(selected.address())
                        ? type + ": " + selected.explanation()
                        : "no " + type + ": " + selected.address().text() + " is not the kubelet's node IP")
                .orElseGet(() -> "no " + type + ": " + rejected(family.candidates(), selection.rules()));
    }

    private static String rejected(List<AddressCandidate> candidates, AddressTypeRules selection) {
        return AddressReasons.list(candidates, candidate -> candidate.with(selection.rejectionReason(candidate)));
    }
}

package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.Reason;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds configured rules that select no address of a Node which gets other addresses.
///
/// A key that is not set selects nothing on purpose. The same is true for a subnet of another IP family, for a
/// network name that selects an address of another family, and for an exclusion of a whole family.
final class UnmatchedRules {
    private UnmatchedRules() {}

    /// Returns the reason that names all rules without an address; empty if there is none.
    ///
    /// @param families the selections of all configured families. Families without any address have a reason of
    ///     their own
    static Optional<Reason> reason(List<FamilySelection> families) {
        List<FamilySelection> affected = families.stream()
                .filter(family -> !family.isEmpty())
                .filter(family -> unmatched(family, families).findAny().isPresent())
                .toList();
        if (affected.isEmpty()) {
            return Optional.empty();
        }
        List<String> texts = affected.stream()
                .flatMap(family -> unmatched(family, families).map(selection -> text(family.family(), selection)))
                .toList();
        List<AddressCandidate> found = affected.stream()
                .flatMap(family -> family.candidates().stream())
                .toList();
        return Optional.of(new Reason(
                NodeReason.ADDRESS_RULE_UNMATCHED,
                "%s; the guest reports %s. Correct the key in section nodes, or connect the VM to that network; remove the key if it should select nothing"
                        .formatted(String.join("; ", texts), AddressReasons.list(found, UnmatchedRules::withNetwork))));
    }

    private static Stream<TypeSelection> unmatched(FamilySelection family, List<FamilySelection> families) {
        return family.types().stream()
                .filter(selection -> !selection.isByRule())
                .filter(selection -> selection.rules().isSetFor(family.family())
                        ? !selection.rules().isNetworkOnly(family.family()) || !isSelectedElsewhere(selection, families)
                        : isExcluded(selection, family));
    }

    /// Returns true if the rules of this type choose an address of any family.
    private static boolean isSelectedElsewhere(TypeSelection selection, List<FamilySelection> families) {
        return families.stream()
                .flatMap(family -> family.types().stream())
                .anyMatch(other -> other.type() == selection.type() && other.isByRule());
    }

    /// Returns true if only the exclusions of this type prevent the default address.
    private static boolean isExcluded(TypeSelection selection, FamilySelection family) {
        return selection.selected().isEmpty()
                && family.types().stream().noneMatch(TypeSelection::isByRule)
                && !selection.rules().excluded().containsAllOf(family.family());
    }

    private static String text(IpFamily family, TypeSelection selection) {
        String type = family + " " + selection.type().spelling();
        return selection.rules().unmatched()
                + selection
                        .address()
                        .map(address -> ", so the %s of the Node is %s, the first that is not excluded"
                                .formatted(type, address.text()))
                        .orElse(", so the Node has no " + type);
    }

    private static String withNetwork(AddressCandidate candidate) {
        String network = candidate.nic().network();
        return network.isEmpty() ? candidate.text() : "%s on \"%s\"".formatted(candidate.text(), network);
    }
}

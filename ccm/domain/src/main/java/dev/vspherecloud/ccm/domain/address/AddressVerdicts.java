package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Creates the verdict on each address in a guest's report, with the rule that led to it.
final class AddressVerdicts {
    private AddressVerdicts() {}

    /// Returns the verdicts for the case that two port groups are configured and no NIC is on either. Then no other
    /// rule applies.
    static List<AddressVerdict> offNetwork(List<AddressCandidate> reported, List<AddressTypeRules> selections) {
        String rule = selections.stream()
                .map(selection -> selection.network().toString())
                .collect(Collectors.joining(" nor on "));
        return reported.stream()
                .map(candidate -> candidate.isUsable()
                        ? verdictOf(candidate, List.of(), "neither on " + rule)
                        : unusable(candidate))
                .toList();
    }

    /// Returns the verdict on each reported address, for a Node whose families were selected.
    ///
    /// @param addresses the addresses that the Node gets; empty if the choice failed
    static List<AddressVerdict> of(
            List<AddressCandidate> reported, List<FamilySelection> families, List<NodeAddress> addresses) {
        return reported.stream()
                .map(candidate -> candidate.isUsable() ? usable(candidate, families, addresses) : unusable(candidate))
                .toList();
    }

    private static AddressVerdict usable(
            AddressCandidate candidate, List<FamilySelection> families, List<NodeAddress> addresses) {
        Optional<FamilySelection> family =
                families.stream().filter(each -> candidate.isOf(each.family())).findFirst();
        return family.map(its -> ofFamily(candidate, its.types(), addresses))
                .orElseGet(() -> verdictOf(candidate, List.of(), IpFamily.of(candidate.ip()) + " is not in ipFamily"));
    }

    private static AddressVerdict ofFamily(
            AddressCandidate candidate, List<TypeSelection> selections, List<NodeAddress> addresses) {
        List<TypeSelection> chosen = selections.stream()
                .filter(selection -> selection.isSelected(candidate)
                        && selection.address().filter(addresses::contains).isPresent())
                .toList();
        return chosen.isEmpty()
                ? verdictOf(
                        candidate,
                        List.of(),
                        byType(selections, selection -> rejectionReason(candidate, selection, addresses)))
                : verdictOf(
                        candidate,
                        chosen.stream().map(TypeSelection::type).toList(),
                        byType(chosen, selection -> selection.explain(candidate)));
    }

    private static String rejectionReason(
            AddressCandidate candidate, TypeSelection selection, List<NodeAddress> addresses) {
        if (!selection.isSelected(candidate)) {
            return selection.explain(candidate);
        }
        return addresses.isEmpty() ? "would be chosen: " + selection.explain(candidate) : "not the kubelet's node IP";
    }

    /// Returns one text if it is the same for all types of address, else one text for each type: `InternalIP: …;
    /// ExternalIP: …`.
    private static String byType(List<TypeSelection> selections, Function<TypeSelection, String> text) {
        List<String> texts = selections.stream().map(text).toList();
        return texts.stream().distinct().count() == 1
                ? texts.getFirst()
                : IntStream.range(0, texts.size())
                        .mapToObj(i -> selections.get(i).rules() + ": " + texts.get(i))
                        .collect(Collectors.joining("; "));
    }

    private static AddressVerdict unusable(AddressCandidate candidate) {
        return verdictOf(candidate, List.of(), candidate.verdict().toString());
    }

    private static AddressVerdict verdictOf(AddressCandidate candidate, List<NodeAddress.Type> chosen, String rule) {
        return new AddressVerdict(
                candidate.text(), candidate.nic().network(), candidate.nic().deviceKey(), chosen, rule);
    }
}

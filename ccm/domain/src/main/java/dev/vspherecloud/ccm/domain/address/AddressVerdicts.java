package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Creates the verdict on every address in a report, with the rule that decided.
final class AddressVerdicts {
    private AddressVerdicts() {}

    /// If two networks are configured and no NIC is on either, no other rule applies.
    static List<AddressVerdict> offNetwork(List<AddressCandidate> reported, List<AddressTypeRules> sides) {
        String rule = sides.stream().map(side -> side.network().toString()).collect(Collectors.joining(" nor on "));
        return reported.stream()
                .map(candidate -> candidate.isUsable()
                        ? verdict(candidate, List.of(), "neither on " + rule)
                        : unusable(candidate))
                .toList();
    }

    /// @param given the addresses that the Node gets; empty if the choice failed
    static List<AddressVerdict> of(
            List<AddressCandidate> reported, List<FamilySelection> turns, List<NodeAddress> given) {
        return reported.stream()
                .map(candidate -> candidate.isUsable() ? usable(candidate, turns, given) : unusable(candidate))
                .toList();
    }

    private static AddressVerdict usable(
            AddressCandidate candidate, List<FamilySelection> turns, List<NodeAddress> given) {
        Optional<FamilySelection> turn =
                turns.stream().filter(each -> candidate.isOf(each.family())).findFirst();
        return turn.map(its -> inTurn(candidate, its.sides(), given))
                .orElseGet(() -> verdict(candidate, List.of(), IpFamily.of(candidate.ip()) + " is not in ipFamily"));
    }

    private static AddressVerdict inTurn(
            AddressCandidate candidate, List<TypeSelection> sides, List<NodeAddress> given) {
        List<TypeSelection> chosen = sides.stream()
                .filter(side -> side.picked(candidate)
                        && side.address().filter(given::contains).isPresent())
                .toList();
        return chosen.isEmpty()
                ? verdict(candidate, List.of(), bySide(sides, side -> whyNot(candidate, side, given)))
                : verdict(
                        candidate,
                        chosen.stream().map(TypeSelection::type).toList(),
                        bySide(chosen, side -> side.wordsOn(candidate)));
    }

    private static String whyNot(AddressCandidate candidate, TypeSelection side, List<NodeAddress> given) {
        if (!side.picked(candidate)) {
            return side.wordsOn(candidate);
        }
        return given.isEmpty() ? "would be chosen: " + side.wordsOn(candidate) : "not the kubelet's node IP";
    }

    /// Returns the common text if it is the same for all types, else `InternalIP: …; ExternalIP: …`.
    private static String bySide(List<TypeSelection> sides, Function<TypeSelection, String> words) {
        List<String> said = sides.stream().map(words).toList();
        return said.stream().distinct().count() == 1
                ? said.getFirst()
                : IntStream.range(0, said.size())
                        .mapToObj(i -> sides.get(i).rules() + ": " + said.get(i))
                        .collect(Collectors.joining("; "));
    }

    private static AddressVerdict unusable(AddressCandidate candidate) {
        return verdict(candidate, List.of(), candidate.verdict().toString());
    }

    private static AddressVerdict verdict(AddressCandidate candidate, List<NodeAddress.Type> chosen, String rule) {
        return new AddressVerdict(
                candidate.text(), candidate.nic().network(), candidate.nic().deviceKey(), chosen, rule);
    }
}

package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/// The addresses that the rules choose in one family: at most one of each type.
///
/// @param candidates the usable addresses of this family, in the order of the report
/// @param internal   the selection of an internal address
/// @param external   the selection of an external address
record FamilySelection(
        IpFamily family, List<AddressCandidate> candidates, TypeSelection internal, TypeSelection external) {
    FamilySelection {
        candidates = List.copyOf(candidates);
    }

    /// @param usable the usable addresses of all families
    static FamilySelection take(
            IpFamily family, List<AddressCandidate> usable, List<AddressTypeRules> sides, AddressInput question) {
        List<AddressCandidate> candidates =
                usable.stream().filter(candidate -> candidate.isOf(family)).toList();
        List<RankedCandidate> unranked = standings(candidates, question);
        return choose(
                family,
                candidates,
                TypeSelection.byRule(sides.getFirst(), unranked, question),
                TypeSelection.byRule(sides.getLast(), unranked, question));
    }

    /// If a rule chooses an address for one type only, the other type gets none, not even by default.
    private static FamilySelection choose(
            IpFamily family, List<AddressCandidate> candidates, TypeSelection internal, TypeSelection external) {
        return internal.pick().isEmpty() && external.pick().isEmpty()
                ? new FamilySelection(family, candidates, internal.byDefault(), external.byDefault())
                : new FamilySelection(family, candidates, internal, external);
    }

    /// Returns both selections, internal first, which is the order of a Node's addresses.
    List<TypeSelection> sides() {
        return List.of(internal, external);
    }

    Stream<NodeAddress> addresses() {
        return sides().stream().flatMap(side -> side.address().stream());
    }

    /// Returns true if nothing was chosen.
    boolean isFruitless() {
        return addresses().findAny().isEmpty();
    }

    /// Returns why nothing was chosen.
    ///
    /// @param alone    whether no other family is configured
    /// @param reported all addresses that the guest reports
    Reason failure(boolean alone, List<AddressCandidate> reported) {
        return candidates.isEmpty()
                ? AddressReasons.noneOf(family, alone, reported)
                : AddressReasons.allExcluded(family, candidates, sides());
    }

    private static List<RankedCandidate> standings(List<AddressCandidate> candidates, AddressInput question) {
        List<InetAddress> nodeIps = question.nodeIps();
        return candidates.stream()
                .map(candidate -> new RankedCandidate(
                        candidate,
                        nodeIps.contains(candidate.ip()),
                        false,
                        staticPlace(candidate, question.guest().statics()),
                        VirtualIpScore.about(candidate, NicContext.of(candidate, candidates, question))))
                .toList();
    }

    private static int staticPlace(AddressCandidate candidate, StaticAddresses statics) {
        int place =
                switch (statics) {
                    case StaticAddresses.Listed(List<InetAddress> ips) -> ips.indexOf(candidate.ip());
                    case StaticAddresses.None _, StaticAddresses.Unreadable _ -> -1;
                };
        return place < 0 ? RankedCandidate.NOT_STATIC : place;
    }
}

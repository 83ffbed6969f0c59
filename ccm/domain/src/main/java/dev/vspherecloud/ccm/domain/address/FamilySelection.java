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
    static FamilySelection select(
            IpFamily family, List<AddressCandidate> usable, List<AddressTypeRules> typeRules, AddressInput input) {
        List<AddressCandidate> candidates =
                usable.stream().filter(candidate -> candidate.isOf(family)).toList();
        List<RankedCandidate> unranked = rank(candidates, input);
        return choose(
                family,
                candidates,
                TypeSelection.byRule(typeRules.getFirst(), unranked, input),
                TypeSelection.byRule(typeRules.getLast(), unranked, input));
    }

    /// If a rule chooses an address for one type only, the other type gets none, not even by default.
    private static FamilySelection choose(
            IpFamily family, List<AddressCandidate> candidates, TypeSelection internal, TypeSelection external) {
        return internal.selected().isEmpty() && external.selected().isEmpty()
                ? new FamilySelection(family, candidates, internal.byDefault(), external.byDefault())
                : new FamilySelection(family, candidates, internal, external);
    }

    /// Returns both selections, internal first, which is the order of a Node's addresses.
    List<TypeSelection> types() {
        return List.of(internal, external);
    }

    Stream<NodeAddress> addresses() {
        return types().stream().flatMap(side -> side.address().stream());
    }

    /// Returns true if nothing was chosen.
    boolean isEmpty() {
        return addresses().findAny().isEmpty();
    }

    /// Returns why nothing was chosen.
    ///
    /// @param alone    whether no other family is configured
    /// @param reported all addresses that the guest reports
    Reason failure(boolean alone, List<AddressCandidate> reported) {
        return candidates.isEmpty()
                ? AddressReasons.familyUnreported(family, alone, reported)
                : AddressReasons.allExcluded(family, candidates, types());
    }

    private static List<RankedCandidate> rank(List<AddressCandidate> candidates, AddressInput input) {
        List<InetAddress> nodeIps = input.nodeIps();
        return candidates.stream()
                .map(candidate -> new RankedCandidate(
                        candidate,
                        nodeIps.contains(candidate.ip()),
                        false,
                        staticPosition(candidate, input.guest().statics()),
                        VirtualIpScore.of(candidate, NicContext.of(candidate, candidates, input))))
                .toList();
    }

    private static int staticPosition(AddressCandidate candidate, StaticAddresses statics) {
        int place =
                switch (statics) {
                    case StaticAddresses.Listed(List<InetAddress> ips) -> ips.indexOf(candidate.ip());
                    case StaticAddresses.None _, StaticAddresses.Unreadable _ -> -1;
                };
        return place < 0 ? RankedCandidate.NOT_STATIC : place;
    }
}

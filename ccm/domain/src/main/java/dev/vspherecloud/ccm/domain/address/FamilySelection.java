package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.StaticAddresses;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/// The addresses that the rules choose in one IP family: at most one internal and one external address.
///
/// @param candidates the usable addresses of this family, in the order of the report
/// @param internal the selection of the internal address
/// @param external the selection of the external address
record FamilySelection(
        IpFamily family, List<AddressCandidate> candidates, TypeSelection internal, TypeSelection external) {
    FamilySelection {
        candidates = List.copyOf(candidates);
    }

    /// Selects the internal and the external address of one family.
    ///
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

    /// Combines both selections of a family. If a rule chooses an address for only one of the types, the other type
    /// gets no address, not even the default one.
    private static FamilySelection choose(
            IpFamily family, List<AddressCandidate> candidates, TypeSelection internal, TypeSelection external) {
        return internal.selected().isEmpty() && external.selected().isEmpty()
                ? new FamilySelection(family, candidates, internal.byDefault(), external.byDefault())
                : new FamilySelection(family, candidates, internal, external);
    }

    /// Returns the selections of the internal and of the external address, in this order, which is also the order
    /// of a Node's addresses.
    List<TypeSelection> types() {
        return List.of(internal, external);
    }

    Stream<NodeAddress> addresses() {
        return types().stream().flatMap(selection -> selection.address().stream());
    }

    /// Returns true if the rules chose no address of this family.
    boolean isEmpty() {
        return addresses().findAny().isEmpty();
    }

    /// Returns the reason why the rules chose no address of this family.
    ///
    /// @param alone true if this is the only configured family
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

package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The configured rules for one type of address, internal or external.
///
/// @param excluded subnets whose addresses are never of this type, whatever the other rules say
/// @param subnets the subnets to choose from first
/// @param network the port group to choose from if the subnets choose no address
record AddressTypeRules(NodeAddress.Type type, SubnetRule excluded, SubnetRule subnets, NetworkRule network) {
    /// Returns the rules for internal and for external addresses, in this order, which is also the order of a
    /// Node's addresses.
    static List<AddressTypeRules> internalAndExternal(NodeNetworks networks) {
        return List.of(
                new AddressTypeRules(
                        NodeAddress.Type.INTERNAL_IP,
                        new SubnetRule("excludeInternalNetworkSubnetCidr", networks.excludeInternal()),
                        new SubnetRule("internalNetworkSubnetCidr", networks.internal()),
                        new NetworkRule("internalVmNetworkName", networks.internalNetwork())),
                new AddressTypeRules(
                        NodeAddress.Type.EXTERNAL_IP,
                        new SubnetRule("excludeExternalNetworkSubnetCidr", networks.excludeExternal()),
                        new SubnetRule("externalNetworkSubnetCidr", networks.external()),
                        new NetworkRule("externalVmNetworkName", networks.externalNetwork())));
    }

    /// Returns the address that the configured subnets choose, else the address that the configured port group
    /// chooses. Never returns an excluded address.
    ///
    /// @param ranked the candidates of one family, best first
    Optional<SelectedAddress> byRule(List<RankedCandidate> ranked) {
        List<RankedCandidate> admitted = admitted(ranked);
        return subnets.firstMatching(admitted)
                .map(subnet -> select(subnets.in(subnet, admitted), "in " + subnets.named(subnet)))
                .or(() -> selectIfAny(network.filter(admitted), "on " + network));
    }

    /// Returns the best address that is not excluded. Used if no rule chose an internal or an external address.
    Optional<SelectedAddress> first(List<RankedCandidate> ranked) {
        return selectIfAny(admitted(ranked), "the first that is not excluded");
    }

    /// Returns why these rules do not choose a candidate, for example `not in 10.1.0.0/16
    /// (internalNetworkSubnetCidr)`.
    String rejectionReason(AddressCandidate candidate) {
        Optional<Subnet> exclusion = excluded.matching(candidate);
        if (exclusion.isPresent()) {
            return "excluded by " + excluded.named(exclusion.get());
        }
        Optional<Subnet> later = subnets.matching(candidate);
        if (later.isPresent()) {
            return "in " + subnets.named(later.get()) + ", but an earlier subnet has an address";
        }
        if (subnets.isSet() && network.isSet()) {
            return "neither in " + subnets + " nor on " + network;
        }
        if (subnets.isSet()) {
            return "not in " + subnets;
        }
        return network.isSet() ? "not on " + network : "no rule for " + this;
    }

    /// Returns true if a subnet or a port group is configured from which an address of this family can be chosen.
    boolean isSetFor(IpFamily family) {
        return subnets.isSetFor(family) || network.isSet();
    }

    /// Returns true if a port group is configured, and no subnet of this family.
    boolean isNetworkOnly(IpFamily family) {
        return network.isSet() && !subnets.isSetFor(family);
    }

    /// Returns that these rules choose no address, for example `no address is in 10.1.0.0/16
    /// (internalNetworkSubnetCidr)`.
    String unmatched() {
        List<String> rules = Stream.of(subnets.isSet() ? "in " + subnets : "", network.isSet() ? "on " + network : "")
                .filter(rule -> !rule.isEmpty())
                .toList();
        if (rules.isEmpty()) {
            return "every address is excluded by " + excluded;
        }
        return "no address%s is %s"
                .formatted(excluded.isSet() ? " that is not excluded by " + excluded : "", String.join(" or ", rules));
    }

    private List<RankedCandidate> admitted(List<RankedCandidate> ranked) {
        return ranked.stream()
                .filter(rankedCandidate ->
                        excluded.matching(rankedCandidate.candidate()).isEmpty())
                .toList();
    }

    private Optional<SelectedAddress> selectIfAny(List<RankedCandidate> candidates, String rule) {
        return candidates.isEmpty() ? Optional.empty() : Optional.of(select(candidates, rule));
    }

    private SelectedAddress select(List<RankedCandidate> candidates, String rule) {
        return SelectedAddress.ofBest(candidates, type, rule);
    }

    /// Returns the type of address in the spelling of Kubernetes, for example `InternalIP`.
    @Override
    public String toString() {
        return type.spelling();
    }
}

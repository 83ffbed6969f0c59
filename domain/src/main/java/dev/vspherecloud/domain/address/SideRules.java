package dev.vspherecloud.domain.address;

import java.util.List;
import java.util.Optional;

/// What the configuration says of a Node's internal addresses, or of its external ones.
///
/// @param excluded never of this type, whatever else is said
/// @param subnets  comes first
/// @param network  comes second
record SideRules(NodeAddress.Type type, SubnetRule excluded, SubnetRule subnets, NetworkRule network) {
    /// Internal first, in which order a Node shows them.
    static List<SideRules> both(NodeNetworks networks) {
        return List.of(
                new SideRules(
                        NodeAddress.Type.INTERNAL_IP,
                        new SubnetRule("excludeInternalNetworkSubnetCidr", networks.excludeInternal()),
                        new SubnetRule("internalNetworkSubnetCidr", networks.internal()),
                        new NetworkRule("internalVmNetworkName", networks.internalNetwork())),
                new SideRules(
                        NodeAddress.Type.EXTERNAL_IP,
                        new SubnetRule("excludeExternalNetworkSubnetCidr", networks.excludeExternal()),
                        new SubnetRule("externalNetworkSubnetCidr", networks.external()),
                        new NetworkRule("externalVmNetworkName", networks.externalNetwork())));
    }

    /// What the subnets choose, else what the network chooses; nothing that is excluded.
    Optional<AddressPick> byRule(List<AddressCandidate> candidates) {
        List<AddressCandidate> admitted = admitted(candidates);
        return subnets.first(admitted)
                .map(candidate -> pick(candidate, inSubnet(candidate)))
                .or(() -> network.first(admitted).map(candidate -> pick(candidate, "on " + network)));
    }

    /// The first that is not excluded, for when no rule chose anything of either type.
    Optional<AddressPick> first(List<AddressCandidate> candidates) {
        return admitted(candidates).stream()
                .findFirst()
                .map(candidate -> pick(candidate, "the first that is not excluded"));
    }

    /// Why a candidate was not chosen, as in `not in 10.1.0.0/16 (internalNetworkSubnetCidr)`.
    String verdictOn(AddressCandidate candidate) {
        Optional<Subnet> exclusion = excluded.covering(candidate);
        if (exclusion.isPresent()) {
            return "excluded by " + excluded.named(exclusion.get());
        }
        if (subnets.isSet() && network.isSet()) {
            return "neither in " + subnets + " nor on " + network;
        }
        if (subnets.isSet()) {
            return "not in " + subnets;
        }
        return network.isSet() ? "not on " + network : "no rule for " + this;
    }

    private List<AddressCandidate> admitted(List<AddressCandidate> candidates) {
        return candidates.stream()
                .filter(candidate -> excluded.covering(candidate).isEmpty())
                .toList();
    }

    private String inSubnet(AddressCandidate candidate) {
        return subnets.covering(candidate)
                .map(subnet -> "in " + subnets.named(subnet))
                .orElseThrow();
    }

    private AddressPick pick(AddressCandidate candidate, String rule) {
        return new AddressPick(new NodeAddress(type, candidate.address().text()), rule);
    }

    /// `InternalIP`
    @Override
    public String toString() {
        return type.spelling();
    }
}

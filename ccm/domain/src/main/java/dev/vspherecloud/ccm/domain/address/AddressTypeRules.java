package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.Subnet;
import java.util.List;
import java.util.Optional;

/// What the configuration says of a Node's internal addresses, or of its external ones.
///
/// @param excluded never of this type, whatever else is said
/// @param subnets  comes first
/// @param network  comes second
record AddressTypeRules(NodeAddress.Type type, SubnetRule excluded, SubnetRule subnets, NetworkRule network) {
    /// Internal first, in which order a Node shows them.
    static List<AddressTypeRules> both(NodeNetworks networks) {
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

    /// What the subnets choose, else what the network chooses; nothing that is excluded.
    ///
    /// @param ranked best first
    Optional<SelectedAddress> byRule(List<RankedCandidate> ranked) {
        List<RankedCandidate> admitted = admitted(ranked);
        return subnets.firstHolding(admitted)
                .map(subnet -> pick(subnets.in(subnet, admitted), "in " + subnets.named(subnet)))
                .or(() -> pickIfAny(network.on(admitted), "on " + network));
    }

    /// The best that is not excluded, for when no rule chose anything of either type.
    Optional<SelectedAddress> first(List<RankedCandidate> ranked) {
        return pickIfAny(admitted(ranked), "the first that is not excluded");
    }

    /// Why no rule applies to a candidate, as in `not in 10.1.0.0/16 (internalNetworkSubnetCidr)`.
    String verdictOn(AddressCandidate candidate) {
        Optional<Subnet> exclusion = excluded.covering(candidate);
        if (exclusion.isPresent()) {
            return "excluded by " + excluded.named(exclusion.get());
        }
        Optional<Subnet> later = subnets.covering(candidate);
        if (later.isPresent()) {
            return "in " + subnets.named(later.get()) + ", which comes after";
        }
        if (subnets.isSet() && network.isSet()) {
            return "neither in " + subnets + " nor on " + network;
        }
        if (subnets.isSet()) {
            return "not in " + subnets;
        }
        return network.isSet() ? "not on " + network : "no rule for " + this;
    }

    private List<RankedCandidate> admitted(List<RankedCandidate> ranked) {
        return ranked.stream()
                .filter(rankedCandidate ->
                        excluded.covering(rankedCandidate.candidate()).isEmpty())
                .toList();
    }

    private Optional<SelectedAddress> pickIfAny(List<RankedCandidate> rivals, String rule) {
        return rivals.isEmpty() ? Optional.empty() : Optional.of(pick(rivals, rule));
    }

    private SelectedAddress pick(List<RankedCandidate> rivals, String rule) {
        return SelectedAddress.first(rivals, type, rule);
    }

    /// `InternalIP`
    @Override
    public String toString() {
        return type.spelling();
    }
}

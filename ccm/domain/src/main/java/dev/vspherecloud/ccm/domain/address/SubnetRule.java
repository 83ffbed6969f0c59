package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.ip.Subnet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Subnets of one configuration key, in order of preference.
///
/// @param key the configuration key, for example `internalNetworkSubnetCidr`
record SubnetRule(String key, List<Subnet> subnets) {
    boolean isSet() {
        return !subnets.isEmpty();
    }

    /// Returns the first subnet that contains any of the candidates. The order of the subnets decides, not the
    /// order of the candidates.
    Optional<Subnet> firstMatching(List<RankedCandidate> candidates) {
        return subnets.stream()
                .filter(subnet -> candidates.stream()
                        .anyMatch(rankedCandidate -> rankedCandidate.candidate().isIn(subnet)))
                .findFirst();
    }

    List<RankedCandidate> in(Subnet subnet, List<RankedCandidate> candidates) {
        return candidates.stream()
                .filter(rankedCandidate -> rankedCandidate.candidate().isIn(subnet))
                .toList();
    }

    /// Returns the first of these subnets that contains the candidate.
    Optional<Subnet> matching(AddressCandidate candidate) {
        return subnets.stream().filter(candidate::isIn).findFirst();
    }

    /// Returns true if a subnet is of this family.
    boolean isSetFor(IpFamily family) {
        return subnets.stream().anyMatch(subnet -> family.contains(subnet.network()));
    }

    /// Returns true if a subnet contains all addresses of this family.
    boolean containsAllOf(IpFamily family) {
        return subnets.stream().anyMatch(subnet -> subnet.length() == 0 && family.contains(subnet.network()));
    }

    /// Returns the subnet with its configuration key, for example `10.0.0.0/8 (internalNetworkSubnetCidr)`.
    String named(Subnet subnet) {
        return subnet + " (" + key + ")";
    }

    @Override
    public String toString() {
        return subnets.stream().map(Subnet::toString).collect(Collectors.joining(", ")) + " (" + key + ")";
    }
}

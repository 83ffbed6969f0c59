package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.List;

/// The context in which one candidate address is checked for signs of a virtual IP.
///
/// @param otherCandidates the other usable addresses of the same family on the same NIC. If there are none, no sign
///     counts
/// @param gateways the gateways of the guest's default routes. A link-local gateway, which IPv6 routers have, is in
///     the subnet of no candidate
/// @param virtualIpHints which other VMs and Services use the addresses
record NicContext(List<AddressCandidate> otherCandidates, List<InetAddress> gateways, VirtualIpHints virtualIpHints) {
    /// Creates the context of a candidate.
    ///
    /// @param ofFamily the usable addresses of the candidate's family, on all NICs
    static NicContext of(AddressCandidate candidate, List<AddressCandidate> ofFamily, AddressInput input) {
        List<AddressCandidate> others = ofFamily.stream()
                .filter(other ->
                        other.position() == candidate.position() && !other.ip().equals(candidate.ip()))
                .toList();
        return new NicContext(others, input.guest().gateways(), input.virtualIpHints());
    }
}

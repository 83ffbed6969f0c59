package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.List;

/// The context in which one candidate is checked for signs of being virtual.
///
/// @param otherCandidates         the other usable addresses of its family on its NIC. Without any, no sign counts
/// @param gateways       of the default routes. A link-local gateway, as of IPv6 routers, is in the subnet of no
///                       candidate
/// @param virtualIpHints hints about other users of the addresses
record NicContext(List<AddressCandidate> otherCandidates, List<InetAddress> gateways, VirtualIpHints virtualIpHints) {
    /// @param ofFamily the usable addresses of its family, on any NIC
    static NicContext of(AddressCandidate candidate, List<AddressCandidate> ofFamily, AddressInput question) {
        List<AddressCandidate> others = ofFamily.stream()
                .filter(other ->
                        other.position() == candidate.position() && !other.ip().equals(candidate.ip()))
                .toList();
        return new NicContext(others, question.guest().gateways(), question.virtualIpHints());
    }
}

package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.List;

/// What one candidate is judged beside.
///
/// @param others     the other usable addresses of its family on its NIC. Without any nothing is said against it
/// @param gateways   of the default routes. One on the link, as IPv6 routers have it, is in the subnet of no candidate
/// @param virtualIpHints what others say
record NicContext(List<AddressCandidate> others, List<InetAddress> gateways, VirtualIpHints virtualIpHints) {
    /// @param ofFamily the usable addresses of its family, on whatever NIC
    static NicContext of(AddressCandidate candidate, List<AddressCandidate> ofFamily, AddressInput question) {
        List<AddressCandidate> others = ofFamily.stream()
                .filter(other ->
                        other.place() == candidate.place() && !other.ip().equals(candidate.ip()))
                .toList();
        return new NicContext(others, question.guest().gateways(), question.virtualIpHints());
    }
}

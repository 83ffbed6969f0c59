package dev.vspherecloud.ccm.domain.address;

import java.net.InetAddress;
import java.util.List;

/// What one candidate is judged beside.
///
/// @param others     the other usable addresses of its family on its NIC. Without any nothing is said against it
/// @param gateways   of the default routes. One on the link, as IPv6 routers have it, is in the subnet of no candidate
/// @param suspicions what others say
record Neighbourhood(List<AddressCandidate> others, List<InetAddress> gateways, Suspicions suspicions) {
    /// @param ofFamily the usable addresses of its family, on whatever NIC
    static Neighbourhood of(AddressCandidate candidate, List<AddressCandidate> ofFamily, AddressQuestion question) {
        List<AddressCandidate> others = ofFamily.stream()
                .filter(other ->
                        other.place() == candidate.place() && !other.ip().equals(candidate.ip()))
                .toList();
        return new Neighbourhood(others, question.guest().gateways(), question.suspicions());
    }
}

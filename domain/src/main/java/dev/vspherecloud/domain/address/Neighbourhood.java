package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.vm.Guest;
import java.net.InetAddress;
import java.util.List;

/// What one candidate is judged beside.
///
/// @param others     the other usable addresses of its family on its NIC. Without any nothing is said against it
/// @param gateways   of the default routes that lead beyond the link, of whatever family
/// @param suspicions what others say
record Neighbourhood(List<AddressCandidate> others, List<InetAddress> gateways, Suspicions suspicions) {
    /// @param ofFamily the usable addresses of its family, on whatever NIC
    static Neighbourhood of(AddressCandidate candidate, List<AddressCandidate> ofFamily, AddressQuestion question) {
        List<AddressCandidate> others = ofFamily.stream()
                .filter(other ->
                        other.place() == candidate.place() && !other.ip().equals(candidate.ip()))
                .toList();
        return new Neighbourhood(others, gateways(question.guest()), question.suspicions());
    }

    /// A gateway on the link, as IPv6 routers have it, is in no subnet that an address could share.
    private static List<InetAddress> gateways(Guest guest) {
        return guest.gateways().stream()
                .filter(gateway -> !gateway.isLinkLocalAddress())
                .toList();
    }
}

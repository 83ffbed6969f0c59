package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.GuestAddress;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// Signs that an address is virtual: that software added it beside the machine's own address, and may move it to
/// another machine. Strongest first.
///
/// A sign counts only if there is another usable address of the same family on the same NIC, and then ranks that
/// one first. A sign rejects no address, because each sign may have a harmless cause.
enum VirtualIpHeuristic {
    /// OVN-Kubernetes gives every Node the same addresses for masquerading.
    MAGIC(VirtualIpHeuristic::magic),

    /// The subnet has a single address, and another address on the NIC has a larger subnet. kube-vip, keepalived
    /// and egress addresses look like this. Addresses of a DHCPv6 server do too, but only some guests report that
    /// origin.
    SUBNET_OF_ONE(VirtualIpHeuristic::subnetOfOne),

    /// The guest does not use the address, or not for new connections. keepalived marks its IPv6 addresses that
    /// way.
    STATE(VirtualIpHeuristic::state),

    /// The address is temporary for privacy, and ends after a day.
    TEMPORARY(VirtualIpHeuristic::temporary),

    /// The address is not in the subnet of the default gateway, but the machine's own address is.
    OFF_GATEWAY(VirtualIpHeuristic::offGateway),

    /// Another VM reported the address too: it has moved, or will.
    SEEN_ELSEWHERE(VirtualIpHeuristic::seenElsewhere),

    /// A Service or the API server's endpoint uses the address. This sign is the weakest: k3s publishes the
    /// addresses of Nodes as those of Services, and control planes are their own endpoint.
    CLAIMED(VirtualIpHeuristic::claimed);

    private static final Subnet OVN_MASQUERADE = Subnet.parse("fd69::/112").orElseThrow();

    private final Detector detector;

    VirtualIpHeuristic(Detector detector) {
        this.detector = detector;
    }

    private interface Detector {
        Optional<String> on(AddressCandidate candidate, NicContext around);
    }

    /// Returns the sign for people, as in `a /32 beside 10.1.0.5/24`; empty if the address does not show it.
    Optional<String> on(AddressCandidate candidate, NicContext around) {
        return detector.on(candidate, around);
    }

    private static Optional<String> magic(AddressCandidate candidate, NicContext around) {
        return candidate.isIn(OVN_MASQUERADE)
                ? Optional.of("in " + OVN_MASQUERADE + ", which OVN-Kubernetes uses on every Node")
                : Optional.empty();
    }

    private static Optional<String> subnetOfOne(AddressCandidate candidate, NicContext around) {
        return isAloneInItsSubnet(candidate) && isConfigured(candidate)
                ? beside(around, VirtualIpHeuristic::sharesItsSubnet)
                        .map(other -> "a /" + bits(candidate) + " beside " + withPrefix(other))
                : Optional.empty();
    }

    private static Optional<String> state(AddressCandidate candidate, NicContext around) {
        GuestAddress.State state = candidate.address().state();
        return switch (state) {
            case UNKNOWN, PREFERRED -> Optional.empty();
            case DEPRECATED, INVALID, INACCESSIBLE, TENTATIVE, DUPLICATE -> Optional.of(state.word() + " in the guest");
        };
    }

    private static Optional<String> temporary(AddressCandidate candidate, NicContext around) {
        return isTemporary(candidate)
                ? beside(around, other -> !isTemporary(other)).map(other -> "temporary, beside " + other.text())
                : Optional.empty();
    }

    private static Optional<String> offGateway(AddressCandidate candidate, NicContext around) {
        return candidate.address().prefixLength().isPresent() && !reachesGateway(candidate, around)
                ? beside(around, other -> reachesGateway(other, around))
                        .map(other -> "not in the subnet of the default gateway, as " + other.text() + " is")
                : Optional.empty();
    }

    private static Optional<String> seenElsewhere(AddressCandidate candidate, NicContext around) {
        return Optional.ofNullable(around.virtualIpHints().seenOn().get(candidate.ip()))
                .map(vm -> "also seen on VM " + vm);
    }

    private static Optional<String> claimed(AddressCandidate candidate, NicContext around) {
        return Optional.ofNullable(around.virtualIpHints().claimed().get(candidate.ip()))
                .map(claimant -> "also the address of " + claimant);
    }

    private static Optional<AddressCandidate> beside(NicContext around, Predicate<AddressCandidate> rule) {
        return around.others().stream().filter(rule).findFirst();
    }

    private static boolean isAloneInItsSubnet(AddressCandidate candidate) {
        OptionalInt length = candidate.address().prefixLength();
        return length.isPresent() && length.getAsInt() >= bits(candidate);
    }

    private static boolean sharesItsSubnet(AddressCandidate candidate) {
        OptionalInt length = candidate.address().prefixLength();
        return length.isPresent() && length.getAsInt() < bits(candidate);
    }

    /// Returns true if the address may have been configured by software. A virtual address never comes from a DHCP
    /// server, nor from a hardware address.
    private static boolean isConfigured(AddressCandidate candidate) {
        return switch (candidate.address().origin()) {
            case UNKNOWN, MANUAL, RANDOM, OTHER -> true;
            case DHCP, LINK_LAYER -> false;
        };
    }

    private static boolean isTemporary(AddressCandidate candidate) {
        return candidate.address().origin() == GuestAddress.Origin.RANDOM;
    }

    private static boolean reachesGateway(AddressCandidate candidate, NicContext around) {
        OptionalInt length = candidate.address().prefixLength();
        return length.isPresent()
                && length.getAsInt() <= bits(candidate)
                && around.gateways().stream()
                        .anyMatch(gateway -> Subnet.share(candidate.ip(), gateway, length.getAsInt()));
    }

    private static String withPrefix(AddressCandidate candidate) {
        return candidate.text() + "/" + candidate.address().prefixLength().orElseThrow();
    }

    private static int bits(AddressCandidate candidate) {
        InetAddress ip = candidate.ip();
        return ip.getAddress().length * Byte.SIZE;
    }
}

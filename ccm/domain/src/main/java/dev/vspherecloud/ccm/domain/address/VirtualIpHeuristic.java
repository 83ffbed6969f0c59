package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.GuestAddress;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// A sign that an address is virtual: that software put it there beside the machine's own, and another machine has it
/// tomorrow. Strongest first.
///
/// A sign counts only beside another usable address of the same family on the same NIC, and lets that one go first. It
/// rejects nothing, for each of them has an innocent cause too.
enum VirtualIpHeuristic {
    /// OVN-Kubernetes puts the same ones on every Node, to masquerade with.
    MAGIC(VirtualIpHeuristic::magic),

    /// A subnet for it alone, beside one with room for more: so do kube-vip, keepalived and egress addresses.
    /// A DHCPv6 server does it as well, which only some guests tell.
    SUBNET_OF_ONE(VirtualIpHeuristic::subnetOfOne),

    /// The guest itself does not use it, or not for what is new. keepalived marks its IPv6 addresses that way.
    STATE(VirtualIpHeuristic::state),

    /// For privacy, and gone after a day.
    TEMPORARY(VirtualIpHeuristic::temporary),

    /// The machine's own address is in the subnet of its default gateway.
    OFF_GATEWAY(VirtualIpHeuristic::offGateway),

    /// It has moved, or will.
    SEEN_ELSEWHERE(VirtualIpHeuristic::seenElsewhere),

    /// A Service or the API server's endpoint has it. The weakest: k3s publishes the addresses of Nodes as those of
    /// Services, and control planes are their own endpoint.
    CLAIMED(VirtualIpHeuristic::claimed);

    private static final Subnet OVN_MASQUERADE = Subnet.parse("fd69::/112").orElseThrow();

    private final Detector detector;

    VirtualIpHeuristic(Detector detector) {
        this.detector = detector;
    }

    private interface Detector {
        Optional<String> on(AddressCandidate candidate, NicContext around);
    }

    /// In words, as in `a /32 beside 10.1.0.5/24`; empty when this sign is not there.
    Optional<String> on(AddressCandidate candidate, NicContext around) {
        return detector.on(candidate, around);
    }

    private static Optional<String> magic(AddressCandidate candidate, NicContext around) {
        return candidate.isIn(OVN_MASQUERADE)
                ? Optional.of("in " + OVN_MASQUERADE + ", which OVN-Kubernetes has on every Node")
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

    /// Nobody gets a virtual address from a DHCP server, nor makes one of a hardware address.
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

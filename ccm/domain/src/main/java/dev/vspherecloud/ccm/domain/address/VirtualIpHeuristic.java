package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.Subnet;
import dev.vspherecloud.domain.vm.GuestAddress;
import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/// The signs that an address is a virtual IP, strongest first. Software adds a virtual IP beside the machine's own
/// address, and may move it to another machine.
///
/// A sign counts only if the same NIC has another usable address of the same family. That address then ranks first.
/// A sign rejects no address, because each sign may have a harmless cause.
enum VirtualIpHeuristic {
    /// The address is one that OVN-Kubernetes gives to every Node for masquerading.
    MAGIC(VirtualIpHeuristic::magic),

    /// The subnet consists of this address only (/32 or /128), and another address on the NIC has a larger subnet.
    /// kube-vip, keepalived and egress addresses look like this. Addresses from DHCPv6 do too, but only some guests
    /// report that origin.
    SUBNET_OF_ONE(VirtualIpHeuristic::subnetOfOne),

    /// The guest does not use the address, or does not use it for new connections. keepalived marks its IPv6
    /// addresses that way.
    STATE(VirtualIpHeuristic::state),

    /// The address is a temporary one that the guest uses for privacy and replaces after a day.
    TEMPORARY(VirtualIpHeuristic::temporary),

    /// The address is not in the subnet of the default gateway, and another address of the NIC is.
    OFF_GATEWAY(VirtualIpHeuristic::offGateway),

    /// Another VM reported the address too, so it has moved from one VM to the other, or will.
    SEEN_ELSEWHERE(VirtualIpHeuristic::seenElsewhere),

    /// A Service or the endpoint of the API server uses the address. This sign is the weakest: k3s publishes the
    /// addresses of Nodes as addresses of Services, and the endpoint of the API server may be the own address of a
    /// control plane Node.
    CLAIMED(VirtualIpHeuristic::inUseByService);

    private static final Subnet OVN_MASQUERADE = Subnet.parse("fd69::/112").orElseThrow();

    private final Detector detector;

    VirtualIpHeuristic(Detector detector) {
        this.detector = detector;
    }

    private interface Detector {
        Optional<String> evaluate(AddressCandidate candidate, NicContext context);
    }

    /// Returns the sign as text for people, for example `a /32 beside 10.1.0.5/24`. Returns empty if the address
    /// does not show the sign.
    Optional<String> evaluate(AddressCandidate candidate, NicContext context) {
        return detector.evaluate(candidate, context);
    }

    private static Optional<String> magic(AddressCandidate candidate, NicContext context) {
        return candidate.isIn(OVN_MASQUERADE)
                ? Optional.of("in " + OVN_MASQUERADE + ", which OVN-Kubernetes uses on every Node")
                : Optional.empty();
    }

    private static Optional<String> subnetOfOne(AddressCandidate candidate, NicContext context) {
        return isAloneInItsSubnet(candidate) && isConfigured(candidate)
                ? otherCandidate(context, VirtualIpHeuristic::sharesItsSubnet)
                        .map(other -> "a /" + bits(candidate) + " beside " + withPrefix(other))
                : Optional.empty();
    }

    private static Optional<String> state(AddressCandidate candidate, NicContext context) {
        GuestAddress.State state = candidate.address().state();
        return switch (state) {
            case UNKNOWN, PREFERRED -> Optional.empty();
            case DEPRECATED, INVALID, INACCESSIBLE, TENTATIVE, DUPLICATE -> Optional.of(state.text() + " in the guest");
        };
    }

    private static Optional<String> temporary(AddressCandidate candidate, NicContext context) {
        return isTemporary(candidate)
                ? otherCandidate(context, other -> !isTemporary(other))
                        .map(other -> "temporary, beside " + other.text())
                : Optional.empty();
    }

    private static Optional<String> offGateway(AddressCandidate candidate, NicContext context) {
        return candidate.address().prefixLength().isPresent() && !reachesGateway(candidate, context)
                ? otherCandidate(context, other -> reachesGateway(other, context))
                        .map(other -> "not in the subnet of the default gateway, as " + other.text() + " is")
                : Optional.empty();
    }

    private static Optional<String> seenElsewhere(AddressCandidate candidate, NicContext context) {
        return Optional.ofNullable(context.virtualIpHints().seenOn().get(candidate.ip()))
                .map(vm -> "also seen on VM " + vm);
    }

    private static Optional<String> inUseByService(AddressCandidate candidate, NicContext context) {
        return Optional.ofNullable(context.virtualIpHints().inUse().get(candidate.ip()))
                .map(user -> "also the address of " + user);
    }

    private static Optional<AddressCandidate> otherCandidate(NicContext context, Predicate<AddressCandidate> rule) {
        return context.otherCandidates().stream().filter(rule).findFirst();
    }

    private static boolean isAloneInItsSubnet(AddressCandidate candidate) {
        OptionalInt length = candidate.address().prefixLength();
        return length.isPresent() && length.getAsInt() >= bits(candidate);
    }

    private static boolean sharesItsSubnet(AddressCandidate candidate) {
        OptionalInt length = candidate.address().prefixLength();
        return length.isPresent() && length.getAsInt() < bits(candidate);
    }

    /// Returns true if software on the machine may have configured the address. A virtual IP never comes from a
    /// DHCP server and is never derived from a hardware address.
    private static boolean isConfigured(AddressCandidate candidate) {
        return switch (candidate.address().origin()) {
            case UNKNOWN, MANUAL, RANDOM, OTHER -> true;
            case DHCP, LINK_LAYER -> false;
        };
    }

    private static boolean isTemporary(AddressCandidate candidate) {
        return candidate.address().origin() == GuestAddress.Origin.RANDOM;
    }

    private static boolean reachesGateway(AddressCandidate candidate, NicContext context) {
        OptionalInt length = candidate.address().prefixLength();
        return length.isPresent()
                && length.getAsInt() <= bits(candidate)
                && context.gateways().stream()
                        .anyMatch(gateway -> Subnet.shareNetwork(candidate.ip(), gateway, length.getAsInt()));
    }

    private static String withPrefix(AddressCandidate candidate) {
        return candidate.text() + "/" + candidate.address().prefixLength().orElseThrow();
    }

    private static int bits(AddressCandidate candidate) {
        InetAddress ip = candidate.ip();
        return ip.getAddress().length * Byte.SIZE;
    }
}

package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.ccm.domain.reason.NodeReason;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.vm.Guest;
import dev.vspherecloud.domain.vm.GuestNic;
import java.net.InetAddress;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Creates the reasons why a Node gets no addresses: what was searched, and the verdict on each candidate.
///
/// Interfaces that are not virtual NICs are not listed. A Node has one for each Pod, so the sentence would be long
/// and change with every Pod.
final class AddressReasons {
    private static final int SHOWN = 12;

    private AddressReasons() {}

    static Reason noHostName(Guest guest) {
        return guest.toolsRunning()
                ? new Reason(
                        NodeReason.GUEST_HOST_NAME_MISSING,
                        "the guest reports no host name; one must be set in it, and VMware Tools (open-vm-tools) report it")
                : noTools("host name");
    }

    static Reason noNic(Guest guest) {
        if (!guest.toolsRunning()) {
            return noTools("NIC");
        }
        return new Reason(
                NodeReason.GUEST_NIC_MISSING,
                guest.nics().isEmpty()
                        ? "the guest reports no NIC; one must be connected"
                        : "the guest reports only interfaces that are no virtual NIC, such as bridges; a NIC must be connected");
    }

    private static Reason noTools(String missing) {
        return new Reason(
                NodeReason.TOOLS_NOT_RUNNING,
                "the guest reports no %s, since VMware Tools do not run in it; install and start open-vm-tools"
                        .formatted(missing));
    }

    static Reason nothingUsable(List<AddressCandidate> reported) {
        List<AddressCandidate> candidates = onVirtualNics(reported);
        return noAddress(
                candidates.isEmpty()
                        ? "the guest reports no IP address on a virtual NIC; one must be configured in it"
                        : "the guest reports no usable IP address, only "
                                + list(candidates, AddressCandidate::toString));
    }

    /// @param alone whether no other family is configured
    static Reason noneOf(IpFamily family, boolean alone, List<AddressCandidate> reported) {
        return new Reason(
                alone ? NodeReason.NO_USABLE_ADDRESS : NodeReason.FAMILY_MISSING,
                "the guest reports no usable %s address, only %s"
                        .formatted(family, list(onVirtualNics(reported), AddressCandidate::toString)));
    }

    static Reason noNetwork(List<GuestNic> nics, List<AddressTypeRules> sides) {
        String wanted = sides.stream().map(side -> side.network().toString()).collect(Collectors.joining(" or on "));
        List<String> there = nics.stream().map(GuestNic::network).distinct().toList();
        return new Reason(
                NodeReason.NETWORK_MISSING,
                "no NIC is on %s; they are on %s".formatted(wanted, list(there, "\"%s\""::formatted)));
    }

    static Reason allExcluded(IpFamily family, List<AddressCandidate> ofFamily, List<TypeSelection> sides) {
        String excluded = list(
                ofFamily,
                candidate -> candidate.with(sides.stream()
                        .map(side -> side.rules().verdictOn(candidate))
                        .collect(Collectors.joining(" and "))));
        return new Reason(
                NodeReason.ADDRESSES_EXCLUDED,
                "the configuration excludes every %s address of the guest: %s".formatted(family, excluded));
    }

    static Reason staticsUnreadable(String why) {
        return new Reason(
                NodeReason.STATIC_ADDRESSES_UNREADABLE,
                "the static addresses in its cloud-init metadata (guestinfo.metadata) can't be read: " + why);
    }

    static Reason nodeIpMalformed(String text) {
        return new Reason(
                NodeReason.NODE_IP_MALFORMED,
                "the Node's annotation %s is \"%s\" and should be one IP address, or one of each family joined by a comma; set --node-ip of its kubelet"
                        .formatted(ProvidedNodeIps.ANNOTATION, text));
    }

    /// @param nodeIps  the node IPs that match no address
    /// @param verdicts on every address of the report
    static Reason nodeIpUnmatched(
            List<InetAddress> nodeIps, List<AddressCandidate> reported, List<AddressVerdict> verdicts) {
        List<AddressCandidate> known = reported.stream()
                .filter(candidate -> nodeIps.contains(candidate.ip()))
                .toList();
        String found = known.isEmpty()
                ? "the guest does not report it, only " + list(onVirtualNics(reported), AddressCandidate::toString)
                : "no rule lets the Node have it: " + list(relevant(verdicts, known), AddressReasons::words);
        return new Reason(
                NodeReason.NODE_IP_UNMATCHED,
                "the kubelet was told node IP %s (--node-ip), and %s"
                        .formatted(list(nodeIps, InetAddress::getHostAddress), found));
    }

    private static List<AddressVerdict> relevant(List<AddressVerdict> verdicts, List<AddressCandidate> known) {
        return verdicts.stream()
                .filter(verdict -> verdict.device() != GuestNic.NOT_A_DEVICE
                        || known.stream().anyMatch(candidate -> candidate.text().equals(verdict.address())))
                .toList();
    }

    private static String words(AddressVerdict verdict) {
        return verdict.address() + " (" + verdict.rule() + ")";
    }

    static Reason familyMissing(Reason reason) {
        return new Reason(NodeReason.FAMILY_MISSING, reason.message());
    }

    private static List<AddressCandidate> onVirtualNics(List<AddressCandidate> reported) {
        return reported.stream()
                .filter(candidate -> candidate.nic().isVirtualDevice())
                .toList();
    }

    private static Reason noAddress(String message) {
        return new Reason(NodeReason.NO_USABLE_ADDRESS, message);
    }

    /// Returns the first items only, so that a sentence stays short whatever their number.
    static <T> String list(List<T> items, Function<T, String> words) {
        String shown = items.stream().limit(SHOWN).map(words).collect(Collectors.joining(", "));
        return items.size() <= SHOWN ? shown : shown + " and %d more".formatted(items.size() - SHOWN);
    }
}

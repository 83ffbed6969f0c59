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

/// Creates the reasons why a Node gets no addresses. Each reason names what was searched and the verdict on each
/// candidate.
///
/// Interfaces that are not virtual NICs are left out. A Node has such an interface for each Pod, so the sentence
/// would be long and change with every Pod.
final class AddressReasons {
    private static final int MAX_SHOWN = 12;

    private AddressReasons() {}

    static Reason noHostName(Guest guest) {
        return guest.toolsRunning()
                ? new Reason(
                        NodeReason.GUEST_HOST_NAME_MISSING,
                        "the guest reports no host name; set a host name in the guest, and check that VMware Tools (open-vm-tools) report it")
                : noTools("host name");
    }

    static Reason noNic(Guest guest) {
        if (!guest.toolsRunning()) {
            return noTools("NIC");
        }
        return new Reason(
                NodeReason.GUEST_NIC_MISSING,
                guest.nics().isEmpty()
                        ? "the guest reports no NIC; connect a NIC to the VM"
                        : "the guest reports no virtual NIC, only other interfaces such as bridges; connect a NIC to the VM");
    }

    private static Reason noTools(String missing) {
        return new Reason(
                NodeReason.TOOLS_NOT_RUNNING,
                "the guest reports no %s, because VMware Tools do not run in it; install and start open-vm-tools"
                        .formatted(missing));
    }

    static Reason noneUsable(List<AddressCandidate> reported) {
        List<AddressCandidate> candidates = onVirtualNics(reported);
        return noAddress(
                candidates.isEmpty()
                        ? "the guest reports no IP address on a virtual NIC; configure an address in the guest"
                        : "the guest reports no usable IP address, only "
                                + list(candidates, AddressCandidate::toString)
                                + "; configure a usable address in the guest");
    }

    /// Returns the reason for a family of which the guest reports no usable address.
    ///
    /// @param alone true if this is the only configured family
    static Reason familyUnreported(IpFamily family, boolean alone, List<AddressCandidate> reported) {
        return new Reason(
                alone ? NodeReason.NO_USABLE_ADDRESS : NodeReason.FAMILY_MISSING,
                "the guest reports no usable %s address, only %s; configure one in the guest, or change ipFamily"
                        .formatted(family, list(onVirtualNics(reported), AddressCandidate::toString)));
    }

    static Reason noNetwork(List<GuestNic> nics, List<AddressTypeRules> typeRules) {
        String wanted =
                typeRules.stream().map(rules -> rules.network().toString()).collect(Collectors.joining(" or on "));
        List<String> there = nics.stream().map(GuestNic::network).distinct().toList();
        return new Reason(
                NodeReason.NETWORK_MISSING,
                "no NIC of the VM is on %s; the NICs are on %s. Correct the configuration, or connect a NIC to that network"
                        .formatted(wanted, list(there, "\"%s\""::formatted)));
    }

    static Reason allExcluded(IpFamily family, List<AddressCandidate> ofFamily, List<TypeSelection> typeRules) {
        String excluded = list(
                ofFamily,
                candidate -> candidate.with(typeRules.stream()
                        .map(rules -> rules.rules().rejectionReason(candidate))
                        .collect(Collectors.joining(" and "))));
        return new Reason(
                NodeReason.ADDRESSES_EXCLUDED,
                "the configuration excludes every %s address of the guest: %s; correct the excluded subnets"
                        .formatted(family, excluded));
    }

    static Reason staticsUnreadable(String why) {
        return new Reason(
                NodeReason.STATIC_ADDRESSES_UNREADABLE,
                "cannot read the static addresses in its cloud-init metadata; correct guestinfo.metadata: " + why);
    }

    static Reason nodeIpMalformed(String text) {
        return new Reason(
                NodeReason.NODE_IP_MALFORMED,
                "annotation %s of the Node: found \"%s\", expected one IP address, or one of each family separated by a comma; correct --node-ip of the kubelet"
                        .formatted(ProvidedNodeIps.ANNOTATION, text));
    }

    /// Returns the reason for a Node whose kubelet uses a node IP that the Node would not get as an address.
    ///
    /// @param nodeIps the node IPs that equal no chosen address
    /// @param verdicts the verdicts on all addresses in the guest's report
    static Reason nodeIpUnmatched(
            List<InetAddress> nodeIps, List<AddressCandidate> reported, List<AddressVerdict> verdicts) {
        List<AddressCandidate> known = reported.stream()
                .filter(candidate -> nodeIps.contains(candidate.ip()))
                .toList();
        String found = known.isEmpty()
                ? "the guest does not report it, only " + list(onVirtualNics(reported), AddressCandidate::toString)
                : "no address rule chooses it: " + list(relevant(verdicts, known), AddressReasons::text);
        return new Reason(
                NodeReason.NODE_IP_UNMATCHED,
                "the kubelet uses node IP %s (--node-ip), but %s; correct --node-ip, or the address rules in section nodes"
                        .formatted(list(nodeIps, InetAddress::getHostAddress), found));
    }

    private static List<AddressVerdict> relevant(List<AddressVerdict> verdicts, List<AddressCandidate> known) {
        return verdicts.stream()
                .filter(verdict -> verdict.device() != GuestNic.NOT_A_DEVICE
                        || known.stream().anyMatch(candidate -> candidate.text().equals(verdict.address())))
                .toList();
    }

    private static String text(AddressVerdict verdict) {
        return verdict.address() + " (" + verdict.explanation() + ")";
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

    /// Returns the items as text, at most [#MAX_SHOWN] of them and the number of the others, so that a message
    /// stays short.
    static <T> String list(List<T> items, Function<T, String> text) {
        String shown = items.stream().limit(MAX_SHOWN).map(text).collect(Collectors.joining(", "));
        return items.size() <= MAX_SHOWN ? shown : shown + " and %d more".formatted(items.size() - MAX_SHOWN);
    }
}

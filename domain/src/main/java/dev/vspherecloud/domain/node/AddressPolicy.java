package dev.vspherecloud.domain.node;

import dev.vspherecloud.domain.node.AddressChoice.Chosen;
import dev.vspherecloud.domain.node.AddressChoice.None;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Chooses the addresses a Node gets. Pure: same input, same answer, no I/O.
///
/// Every address of the guest's report is judged by itself ([AddressCandidate]), then each family takes the first
/// usable one in the guest's order, as internal and as external address.
///
/// Rule from: cloud-provider-vsphere, nodemanager.go, DiscoverNode, for a configuration without subnets and network
/// names.
public final class AddressPolicy {
    private AddressPolicy() {}

    /// The addresses for a Node on this guest, host name first; or why the report does not suffice.
    public static AddressChoice choose(Guest guest, AddressRules rules) {
        if (guest.hostName().isBlank()) {
            return none(
                    Reason.Code.GUEST_HOST_NAME_MISSING,
                    "the guest reports no host name; VMware Tools (open-vm-tools) must run in it");
        }
        List<AddressCandidate> candidates = candidates(guest);
        var addresses = new ArrayList<NodeAddress>();
        addresses.add(new NodeAddress(NodeAddress.Type.HOSTNAME, guest.hostName()));
        for (IpFamily family : rules.families()) {
            Optional<GuestAddress> first = firstUsable(candidates, family);
            if (first.isEmpty()) {
                return none(Reason.Code.NO_USABLE_ADDRESS, noAddressMessage(candidates, family));
            }
            addresses.add(
                    new NodeAddress(NodeAddress.Type.INTERNAL_IP, first.get().text()));
            addresses.add(
                    new NodeAddress(NodeAddress.Type.EXTERNAL_IP, first.get().text()));
        }
        return new Chosen(addresses);
    }

    private static List<AddressCandidate> candidates(Guest guest) {
        return guest.nics().stream()
                .flatMap(nic -> nic.addresses().stream().map(address -> AddressCandidate.judge(address, nic)))
                .toList();
    }

    private static Optional<GuestAddress> firstUsable(List<AddressCandidate> candidates, IpFamily family) {
        return candidates.stream()
                .filter(AddressCandidate::isUsable)
                .map(AddressCandidate::address)
                .filter(address -> family.contains(address.ip()))
                .findFirst();
    }

    private static String noAddressMessage(List<AddressCandidate> candidates, IpFamily family) {
        if (candidates.isEmpty()) {
            return "the guest reports no IP address; VMware Tools must run in it and a NIC must be connected";
        }
        return "the guest reports no usable %s address, only %s"
                .formatted(
                        family,
                        candidates.stream().map(AddressCandidate::toString).collect(Collectors.joining(", ")));
    }

    private static None none(Reason.Code code, String message) {
        return new None(new Reason(code, message));
    }
}

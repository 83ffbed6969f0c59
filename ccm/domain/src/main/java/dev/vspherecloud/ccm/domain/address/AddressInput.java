package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.Guest;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// All input for the choice of a Node's addresses.
///
/// @param guest          the report of the guest, completed by [AddressRetentionPolicy]
/// @param isUninitialised        whether the Node is not initialised yet, so that nothing relies on its addresses
/// @param present        the addresses that the Node has
/// @param provided       the addresses that the kubelet was configured to use
/// @param virtualIpHints hints about other users of the addresses
public record AddressInput(
        Guest guest,
        AddressRules rules,
        boolean isUninitialised,
        List<NodeAddress> present,
        ProvidedNodeIps provided,
        VirtualIpHints virtualIpHints) {
    public AddressInput {
        present = List.copyOf(present);
    }

    /// Creates the input for a Node that has no addresses yet, without hints.
    public AddressInput(Guest guest, AddressRules rules) {
        this(guest, rules, true, List.of(), new ProvidedNodeIps.None(), VirtualIpHints.NONE);
    }

    /// Returns the addresses of one type that something relies on. Empty if the Node is not initialised: its
    /// addresses are then only assumed by the kubelet.
    Set<InetAddress> currentIps(NodeAddress.Type type) {
        return isUninitialised
                ? Set.of()
                : present.stream()
                        .filter(address -> address.type() == type)
                        .map(NodeAddress::ip)
                        .flatMap(Optional::stream)
                        .collect(Collectors.toUnmodifiableSet());
    }

    List<InetAddress> nodeIps() {
        return provided instanceof ProvidedNodeIps.Listed(List<InetAddress> ips) ? ips : List.of();
    }

    /// Returns true if the Node already has all addresses that the kubelet was configured to use, so that nothing
    /// has to change for it.
    boolean hasAllNodeIps() {
        return !isUninitialised
                && nodeIps().stream().allMatch(ip -> present.stream().anyMatch(address -> address.hasIp(ip)));
    }

    /// Returns the same input with the policy that a family may be missing.
    public AddressInput withPreferredFamilies() {
        var preferred = new AddressRules(rules.families(), FamilyPolicy.PREFER, rules.networks());
        return new AddressInput(guest, preferred, isUninitialised, present, provided, virtualIpHints);
    }
}

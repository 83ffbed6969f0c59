package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.Guest;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// All input for the choice of a Node's addresses.
///
/// @param guest the report of the guest, completed by [AddressRetentionPolicy]
/// @param isUninitialised true if the Node is not initialised yet; then nothing relies on its addresses
/// @param present the addresses that the Node has now
/// @param provided the node IPs with which the kubelet was configured (`--node-ip`)
/// @param virtualIpHints which other VMs and Services use the addresses
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

    /// Creates the input for a Node that is not initialised and has no addresses, without hints about virtual IPs.
    public AddressInput(Guest guest, AddressRules rules) {
        this(guest, rules, true, List.of(), new ProvidedNodeIps.None(), VirtualIpHints.NONE);
    }

    /// Returns the Node's present IP addresses of this type. Returns none if the Node is not initialised: the
    /// kubelet only assumed these addresses, and nothing relies on them.
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

    /// Returns true if the Node is initialised and already has all node IPs with which the kubelet was configured
    /// (`--node-ip`). Then the node IPs require no change of its addresses.
    boolean hasAllNodeIps() {
        return !isUninitialised
                && nodeIps().stream().allMatch(ip -> present.stream().anyMatch(address -> address.hasIp(ip)));
    }

    /// Returns the same input, but an address of one configured family may be missing ([FamilyPolicy#PREFER]).
    public AddressInput withPreferredFamilies() {
        var preferred = new AddressRules(rules.families(), FamilyPolicy.PREFER, rules.networks());
        return new AddressInput(guest, preferred, isUninitialised, present, provided, virtualIpHints);
    }
}

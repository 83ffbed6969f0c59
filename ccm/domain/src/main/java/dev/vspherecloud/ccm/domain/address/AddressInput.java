package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.vm.Guest;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Everything that decides on a Node's addresses.
///
/// @param guest      what the guest reports, or is held to report: see [AddressRetentionPolicy]
/// @param waiting    whether the Node is not initialised yet, so that nobody relies on an address of it
/// @param present    the addresses that the Node has
/// @param provided   what the kubelet was told
/// @param virtualIpHints what others say about the addresses
public record AddressInput(
        Guest guest,
        AddressRules rules,
        boolean waiting,
        List<NodeAddress> present,
        ProvidedNodeIps provided,
        VirtualIpHints virtualIpHints) {
    public AddressInput {
        present = List.copyOf(present);
    }

    /// About a Node that has no addresses yet, and nobody says anything.
    public AddressInput(Guest guest, AddressRules rules) {
        this(guest, rules, true, List.of(), new ProvidedNodeIps.None(), VirtualIpHints.NONE);
    }

    /// The addresses of one type that others rely on. Those of a Node that waits are the kubelet's guess.
    Set<InetAddress> held(NodeAddress.Type type) {
        return waiting
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

    /// Whether the Node has all that the kubelet was told already, so that nothing has to change for it.
    boolean obeysKubelet() {
        return !waiting && nodeIps().stream().allMatch(ip -> present.stream().anyMatch(address -> address.is(ip)));
    }

    /// The same, when a family may be missing.
    public AddressInput preferring() {
        var preferred = new AddressRules(rules.families(), FamilyPolicy.PREFER, rules.networks());
        return new AddressInput(guest, preferred, waiting, present, provided, virtualIpHints);
    }
}

package dev.vspherecloud.domain.address;

import dev.vspherecloud.domain.vm.Guest;
import java.util.List;

/// Everything that decides on a Node's addresses.
///
/// @param guest      what the guest reports, or is held to report: see [AddressRetention]
/// @param present    the addresses that the Node has
/// @param provided   what the kubelet was told
/// @param suspicions what others say about the addresses
public record AddressQuestion(
        Guest guest, AddressRules rules, List<NodeAddress> present, ProvidedNodeIps provided, Suspicions suspicions) {
    public AddressQuestion {
        present = List.copyOf(present);
    }

    /// About a Node that has no addresses yet, and nobody says anything.
    public AddressQuestion(Guest guest, AddressRules rules) {
        this(guest, rules, List.of(), new ProvidedNodeIps.None(), Suspicions.NONE);
    }
}

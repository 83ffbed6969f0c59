package dev.vspherecloud.ccm.domain.node;

import dev.vspherecloud.ccm.domain.address.AddressMemory;
import dev.vspherecloud.ccm.domain.address.Suspicions;

/// What is known beside a Node, its VM and the configuration when it is looked at.
///
/// @param memory     of the looks before
/// @param suspicions what others say about the addresses of its VM
/// @param now        nanoseconds of one monotonic clock
public record NodeContext(AddressMemory memory, Suspicions suspicions, long now) {
    /// The first look, and nobody says anything.
    public static final NodeContext FIRST = new NodeContext(AddressMemory.BLANK, Suspicions.NONE, 0);
}

package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.List;

/// The addresses that the cloud-init metadata of the VM sets in the guest (`guestinfo.metadata`).
public sealed interface StaticAddresses {
    /// The VM has no cloud-init metadata, or the metadata lists no addresses.
    record None() implements StaticAddresses {}

    /// The cloud-init metadata lists addresses.
    ///
    /// @param addresses the addresses in order of appearance, without their prefix
    record Listed(List<InetAddress> addresses) implements StaticAddresses {
        public Listed {
            addresses = List.copyOf(addresses);
        }
    }

    /// The VM has cloud-init metadata, but the metadata cannot be parsed.
    ///
    /// @param why the cause for messages, without any text of the metadata
    record Unreadable(String why) implements StaticAddresses {}
}

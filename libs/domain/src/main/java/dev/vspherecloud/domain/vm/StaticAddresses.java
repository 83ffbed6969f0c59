package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.List;

/// The addresses that the cloud-init metadata of the VM sets in the guest (`guestinfo.metadata`).
public sealed interface StaticAddresses {
    /// There is no metadata, or none that lists addresses.
    record None() implements StaticAddresses {}

    /// The metadata lists addresses.
    ///
    /// @param addresses in order of appearance, without their prefix
    record Listed(List<InetAddress> addresses) implements StaticAddresses {
        public Listed {
            addresses = List.copyOf(addresses);
        }
    }

    /// There is metadata, but it cannot be read.
    ///
    /// @param why for people, without any of the metadata's text
    record Unreadable(String why) implements StaticAddresses {}
}

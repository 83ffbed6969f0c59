package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.List;

/// The addresses that cloud-init is told to set in the guest (`guestinfo.metadata`).
public sealed interface StaticAddresses {
    /// There is no metadata, or none that lists addresses.
    record None() implements StaticAddresses {}

    /// @param addresses in order of appearance, without their prefix
    record Listed(List<InetAddress> addresses) implements StaticAddresses {
        public Listed {
            addresses = List.copyOf(addresses);
        }
    }

    /// There is metadata and it can't be read.
    ///
    /// @param why for people, without any of the metadata's text
    record Unreadable(String why) implements StaticAddresses {}
}

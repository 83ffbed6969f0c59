package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.OptionalInt;

/// An IP address that VMware Tools report.
///
/// @param text         as reported; it is written to the Node in this form
/// @param ip           the parsed address; an IPv4-mapped IPv6 address counts as IPv4
/// @param prefixLength bits of its subnet, 0 to 128; empty if Tools do not report it
/// @param origin       how the interface got the address
/// @param state        whether the guest uses it
public record GuestAddress(String text, InetAddress ip, OptionalInt prefixLength, Origin origin, State state) {
    /// From the vSphere API, NetIpConfigInfoIpAddressOrigin.
    public enum Origin {
        /// Tools do not report it, as on most Linux guests.
        UNKNOWN("unknown"),
        MANUAL("manual"),
        DHCP("dhcp"),
        /// Derived from the MAC address.
        LINK_LAYER("link_layer"),
        /// A temporary address for privacy.
        RANDOM("random"),
        OTHER("other");

        private final String text;

        Origin(String text) {
            this.text = text;
        }

        /// Returns the name in JSON and tables, as in `link_layer`. It stays when the constant is renamed.
        public String text() {
            return text;
        }
    }

    /// From the vSphere API, NetIpConfigInfoIpAddressStatus.
    public enum State {
        /// Tools do not report it.
        UNKNOWN("unknown"),
        PREFERRED("preferred"),
        /// Still valid, but not to be used for new connections.
        DEPRECATED("deprecated"),
        INVALID("invalid"),
        INACCESSIBLE("inaccessible"),
        /// The guest has not checked yet whether another machine has it.
        TENTATIVE("tentative"),
        /// Another machine has it.
        DUPLICATE("duplicate");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /// Returns the name in JSON and tables, as in `preferred`. It stays when the constant is renamed.
        public String text() {
            return text;
        }
    }

    /// Creates an address of which nothing else is known.
    public GuestAddress(String text, InetAddress ip) {
        this(text, ip, OptionalInt.empty(), Origin.UNKNOWN, State.UNKNOWN);
    }
}

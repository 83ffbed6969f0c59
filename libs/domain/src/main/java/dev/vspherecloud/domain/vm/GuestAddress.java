package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.OptionalInt;

/// An IP address that VMware Tools report.
///
/// @param text         the address as reported; it is written to the Node in this form
/// @param ip           the parsed address; an IPv4-mapped IPv6 address counts as IPv4
/// @param prefixLength the number of bits of its subnet, 0 to 128; empty if VMware Tools do not report it
/// @param origin       how the interface got the address
/// @param state        whether the guest uses the address
public record GuestAddress(String text, InetAddress ip, OptionalInt prefixLength, Origin origin, State state) {
    /// How an interface got its address. From the vSphere API, NetIpConfigInfoIpAddressOrigin.
    public enum Origin {
        /// VMware Tools do not report the origin, as on most Linux guests.
        UNKNOWN("unknown"),
        MANUAL("manual"),
        DHCP("dhcp"),
        /// The guest derived the address from the MAC address.
        LINK_LAYER("link_layer"),
        /// The guest chose a random, temporary address for privacy.
        RANDOM("random"),
        OTHER("other");

        private final String text;

        Origin(String text) {
            this.text = text;
        }

        /// Returns the name in JSON and tables, as in `link_layer`. The name does not change if the constant is
        /// renamed.
        public String text() {
            return text;
        }
    }

    /// The state of an address in the guest. From the vSphere API, NetIpConfigInfoIpAddressStatus.
    public enum State {
        /// VMware Tools do not report the state of the address.
        UNKNOWN("unknown"),
        PREFERRED("preferred"),
        /// The address is still valid, but must not be used for new connections.
        DEPRECATED("deprecated"),
        INVALID("invalid"),
        INACCESSIBLE("inaccessible"),
        /// The guest has not checked yet whether another machine has the address.
        TENTATIVE("tentative"),
        /// Another machine has the address.
        DUPLICATE("duplicate");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /// Returns the name in JSON and tables, as in `preferred`. The name does not change if the constant is
        /// renamed.
        public String text() {
            return text;
        }
    }

    /// Creates an address whose prefix length, origin and state are not known.
    public GuestAddress(String text, InetAddress ip) {
        this(text, ip, OptionalInt.empty(), Origin.UNKNOWN, State.UNKNOWN);
    }
}

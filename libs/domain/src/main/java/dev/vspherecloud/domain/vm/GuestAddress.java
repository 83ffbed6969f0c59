package dev.vspherecloud.domain.vm;

import java.net.InetAddress;
import java.util.OptionalInt;

/// An address that VMware Tools report.
///
/// @param text         as reported, which is how it is written to the Node
/// @param ip           the same, to calculate with; an IPv4-mapped IPv6 address counts as IPv4
/// @param prefixLength bits of its subnet, 0 to 128; empty when Tools do not say
/// @param origin       how the interface came to it
/// @param state        whether the guest uses it
public record GuestAddress(String text, InetAddress ip, OptionalInt prefixLength, Origin origin, State state) {
    /// From the vSphere API, NetIpConfigInfoIpAddressOrigin.
    public enum Origin {
        /// Tools do not say, as most Linux guests.
        UNKNOWN("unknown"),
        MANUAL("manual"),
        DHCP("dhcp"),
        /// Made of the MAC address.
        LINK_LAYER("link_layer"),
        /// A temporary address, for privacy.
        RANDOM("random"),
        OTHER("other");

        private final String word;

        Origin(String word) {
            this.word = word;
        }

        /// In JSON and tables, as in `link_layer`. It stays when the constant is renamed.
        public String word() {
            return word;
        }
    }

    /// From the vSphere API, NetIpConfigInfoIpAddressStatus.
    public enum State {
        /// Tools do not say.
        UNKNOWN("unknown"),
        PREFERRED("preferred"),
        /// Still answers, and is not to be used for what is new.
        DEPRECATED("deprecated"),
        INVALID("invalid"),
        INACCESSIBLE("inaccessible"),
        /// Not checked yet for another machine that has it.
        TENTATIVE("tentative"),
        /// Another machine has it.
        DUPLICATE("duplicate");

        private final String word;

        State(String word) {
            this.word = word;
        }

        /// In JSON and tables, as in `preferred`. It stays when the constant is renamed.
        public String word() {
            return word;
        }
    }

    /// Nothing but the address is known.
    public GuestAddress(String text, InetAddress ip) {
        this(text, ip, OptionalInt.empty(), Origin.UNKNOWN, State.UNKNOWN);
    }
}

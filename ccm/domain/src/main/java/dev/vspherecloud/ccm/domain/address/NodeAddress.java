package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpAddressParser;
import java.net.InetAddress;
import java.util.Optional;

/// One entry of a Node's `status.addresses`.
///
/// @param text an IP address or a host name, depending on the type
public record NodeAddress(Type type, String text) {
    /// The address types of Kubernetes, in its spelling.
    public enum Type {
        HOSTNAME("Hostname"),
        INTERNAL_IP("InternalIP"),
        EXTERNAL_IP("ExternalIP"),
        INTERNAL_DNS("InternalDNS"),
        EXTERNAL_DNS("ExternalDNS");

        private final String spelling;

        Type(String spelling) {
            this.spelling = spelling;
        }

        /// Returns the name as in the Node.
        public String spelling() {
            return spelling;
        }

        /// Parses a type; empty for a type that a newer Kubernetes added.
        public static Optional<Type> parse(String spelling) {
            for (Type type : values()) {
                if (type.spelling.equals(spelling)) {
                    return Optional.of(type);
                }
            }
            return Optional.empty();
        }
    }

    /// Returns the IP address; empty if the text is none, as for a host name.
    public Optional<InetAddress> ip() {
        return IpAddressParser.SLOPPY.parse(text);
    }

    /// Returns true if the text is this address, whatever the type: a host name may be an address. An IPv4 address
    /// also matches if it is written as an IPv4-mapped IPv6 address.
    boolean hasIp(InetAddress ip) {
        return IpAddressParser.SLOPPY.parse(text).filter(ip::equals).isPresent();
    }

    @Override
    public String toString() {
        return type.spelling() + "=" + text;
    }
}

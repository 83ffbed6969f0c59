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

        /// Returns the name of the type as it stands in the Node, for example `InternalIP`.
        public String spelling() {
            return spelling;
        }

        /// Parses the name of a type. Returns empty if this program does not know the type, for example because a
        /// newer Kubernetes added it.
        public static Optional<Type> parse(String spelling) {
            for (Type type : values()) {
                if (type.spelling.equals(spelling)) {
                    return Optional.of(type);
                }
            }
            return Optional.empty();
        }
    }

    /// Returns the text as an IP address; empty if it is a host name.
    public Optional<InetAddress> ip() {
        return IpAddressParser.SLOPPY.parse(text);
    }

    /// Returns true if the text of this entry is the IP address, whatever its type: a host name may be an IP
    /// address. An IPv4 address also matches if the text is an IPv4-mapped IPv6 address.
    boolean hasIp(InetAddress ip) {
        return IpAddressParser.SLOPPY.parse(text).filter(ip::equals).isPresent();
    }

    @Override
    public String toString() {
        return type.spelling() + "=" + text;
    }
}

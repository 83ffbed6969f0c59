package dev.vspherecloud.ccm.domain.address;

import dev.vspherecloud.domain.ip.IpAddressParser;
import java.net.InetAddress;
import java.util.Optional;

/// One entry of a Node's `status.addresses`.
///
/// @param text an IP address or a host name, as the type says
public record NodeAddress(Type type, String text) {
    /// The types that Kubernetes knows, in its spelling.
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

        /// As it stands in a Node.
        public String spelling() {
            return spelling;
        }

        /// Empty for a type that a newer Kubernetes brought.
        public static Optional<Type> parse(String spelling) {
            for (Type type : values()) {
                if (type.spelling.equals(spelling)) {
                    return Optional.of(type);
                }
            }
            return Optional.empty();
        }
    }

    /// The address; empty when the text is none, as that of a host name.
    public Optional<InetAddress> ip() {
        return IpAddressParser.SLOPPY.parse(text);
    }

    /// Whatever its type: a guest may be named after its address. An IPv4 address is the same when it is written as
    /// one of IPv6.
    boolean is(InetAddress ip) {
        return IpAddressParser.SLOPPY.parse(text).filter(ip::equals).isPresent();
    }

    @Override
    public String toString() {
        return type.spelling() + "=" + text;
    }
}

package dev.vspherecloud.domain.address;

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

    /// Empty for a name, and for what should be an IP address and is none.
    public Optional<InetAddress> ip() {
        return switch (type) {
            case HOSTNAME, INTERNAL_DNS, EXTERNAL_DNS -> Optional.empty();
            case INTERNAL_IP, EXTERNAL_IP -> parsed();
        };
    }

    private Optional<InetAddress> parsed() {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return type.spelling() + "=" + text;
    }
}

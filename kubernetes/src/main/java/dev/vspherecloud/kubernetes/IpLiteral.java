package dev.vspherecloud.kubernetes;

import java.net.InetAddress;
import java.util.Optional;

/// An IP address as text, which asks no name server.
final class IpLiteral {
    private IpLiteral() {}

    /// Empty for the empty text, a name, and everything else that is none.
    static Optional<InetAddress> parse(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}

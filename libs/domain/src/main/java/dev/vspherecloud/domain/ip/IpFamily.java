package dev.vspherecloud.domain.ip;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/// An IP family. Its names in the configuration are `ipv4` and `ipv6`.
public enum IpFamily {
    IPV4("ipv4", "IPv4"),
    IPV6("ipv6", "IPv6");

    private final String text;
    private final String spelling;

    IpFamily(String text, String spelling) {
        this.text = text;
        this.spelling = spelling;
    }

    /// Parses the name of a family in any case. Blanks around it are ignored.
    public static Optional<IpFamily> parse(String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        for (IpFamily family : values()) {
            if (family.text.equals(wanted)) {
                return Optional.of(family);
            }
        }
        return Optional.empty();
    }

    public static IpFamily of(InetAddress ip) {
        return ip instanceof Inet4Address ? IPV4 : IPV6;
    }

    public boolean contains(InetAddress ip) {
        return of(ip) == this;
    }

    /// Returns the name in the configuration, as in `ipv4`. The name does not change if the constant is
    /// renamed.
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return spelling;
    }
}

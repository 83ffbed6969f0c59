package dev.vspherecloud.config.credentials;

import java.net.Inet6Address;
import java.util.HexFormat;
import java.util.Locale;

/// Decides whether two texts name the same host. Brackets, case, and the notation of an IPv6 literal do not
/// matter.
final class SameHost {
    private SameHost() {}

    static boolean test(String one, String other) {
        return canonical(one).equals(canonical(other));
    }

    private static String canonical(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        String bare = (bracketed ? host.substring(1, host.length() - 1) : host).toLowerCase(Locale.ROOT);
        return bare.contains(":") ? literal(bare) : bare;
    }

    /// Returns the bytes of an IPv6 address as hex digits, with its zone if it has one. A text that is no IPv6
    /// address is returned as it is.
    private static String literal(String host) {
        int zone = host.contains("%") ? host.indexOf('%') : host.length();
        try {
            byte[] address = Inet6Address.ofLiteral(host.substring(0, zone)).getAddress();
            return HexFormat.of().formatHex(address) + host.substring(zone);
        } catch (IllegalArgumentException e) {
            return host;
        }
    }
}

package dev.vspherecloud.http;

import java.net.URI;
import java.net.URISyntaxException;

/// Formats and checks a host with a port. The host may be an IPv6 address.
public final class HostAndPort {
    private HostAndPort() {}

    /// Returns the host without white space around it and without the brackets of an IPv6 address.
    ///
    /// @param owner what the host is, for messages, as in `proxy`
    /// @throws IllegalArgumentException if the host or the port is not valid
    public static String validate(String owner, String host, int port) {
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("%s: port %d is not in 1 to 65535".formatted(owner, port));
        }
        String bare = withoutBrackets(host.strip());
        if (!isAuthority(bare, port)) {
            throw new IllegalArgumentException(
                    "%s: '%s' is neither a host name nor an IP address".formatted(owner, PrintableText.of(bare)));
        }
        return bare;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /// Returns host and port in one text, as in `vc.example.com:443` and `[2001:db8::5]:443`.
    public static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /// Returns true if a URI with this host and port parses as exactly that host and port.
    private static boolean isAuthority(String host, int port) {
        String authority = authority(host, port);
        try {
            URI uri = new URI("https://" + authority);
            return uri.getHost() != null && authority.equals(uri.getHost() + ":" + uri.getPort());
        } catch (URISyntaxException _) {
            return false;
        }
    }
}

package dev.vspherecloud.http;

import java.net.URI;
import java.net.URISyntaxException;

/// How a host and a port are written together, IPv6 addresses included.
public final class HostAndPort {
    private HostAndPort() {}

    public static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    /// As in `vc.example.com:443` and `[2001:db8::5]:443`.
    public static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /// Whether a URI with these reads as that host and port and nothing else.
    public static boolean isAuthority(String host, int port) {
        String authority = authority(host, port);
        try {
            URI uri = new URI("https://" + authority);
            return uri.getHost() != null && authority.equals(uri.getHost() + ":" + uri.getPort());
        } catch (URISyntaxException _) {
            return false;
        }
    }
}

package dev.vspherecloud.vsphere.client;

import java.net.URI;
import java.net.URISyntaxException;

/// Where a vCenter is, and what makes us believe it is that one.
///
/// @param name how messages and logs call it, as in the configuration
/// @param host host name or IP address; an IPv6 address with or without brackets
/// @param port 1 to 65535, usually 443
public record VcenterEndpoint(String name, String host, int port, TlsTrust trust) {
    public VcenterEndpoint {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a vCenter without a name");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("vCenter %s: port %d is not in 1 to 65535".formatted(name, port));
        }
        host = withoutBrackets(host.strip());
        checkHost(name, host, port);
    }

    /// The address of a path on this server.
    ///
    /// @param pathAndQuery starts with a slash, escaped already
    URI uri(String pathAndQuery) {
        return URI.create("https://" + authority(host, port) + pathAndQuery);
    }

    /// Name and address for messages: `vCenter vc-a (vc-a.example.com:443)`.
    String describe() {
        String address = authority(host, port);
        return name.equals(host) ? "vCenter " + address : "vCenter " + name + " (" + address + ")";
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static String authority(String host, int port) {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    private static void checkHost(String name, String host, int port) {
        if (!isAuthority(authority(host, port))) {
            throw new IllegalArgumentException(
                    "vCenter %s: '%s' is neither a host name nor an IP address".formatted(name, Printable.of(host)));
        }
    }

    /// Whether a URI with this authority reads as that host and port and nothing else.
    private static boolean isAuthority(String authority) {
        try {
            URI uri = new URI("https://" + authority);
            return uri.getHost() != null && authority.equals(uri.getHost() + ":" + uri.getPort());
        } catch (URISyntaxException _) {
            return false;
        }
    }
}

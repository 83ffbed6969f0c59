package dev.vspherecloud.http;

import java.net.URI;
import java.util.Optional;

/// The address of an HTTPS server, how its certificate is verified, and the proxy on the way.
///
/// @param host host name or IP address; an IPv6 address with or without brackets
/// @param port 1 to 65535, usually 443
/// @param proxy the proxy on the way; empty means a direct connection, whatever the proxy settings of the process
///     are
public record HttpEndpoint(String host, int port, TlsTrust trust, Optional<HttpProxy> proxy) {
    public HttpEndpoint {
        host = HostAndPort.validate("HTTPS server", host, port);
    }

    /// Returns the URI of a path on this server.
    ///
    /// @param pathAndQuery starts with a slash, escaped already
    URI uri(String pathAndQuery) {
        return URI.create("https://" + HostAndPort.authority(host, port) + pathAndQuery);
    }

    boolean isIpv6() {
        return host.contains(":");
    }
}

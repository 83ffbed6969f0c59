package dev.vspherecloud.http;

import java.net.URI;
import java.util.Optional;

/// The address of an HTTPS server, the rules for its certificate, and the proxy through which the client
/// connects.
///
/// @param host host name or IP address; an IPv6 address with or without brackets
/// @param port 1 to 65535, usually 443
/// @param proxy the proxy; empty means a direct connection, whatever the proxy settings of the process are
public record HttpEndpoint(String host, int port, TlsTrust trust, Optional<HttpProxy> proxy) {
    public HttpEndpoint {
        host = HostAndPort.validate("HTTPS server", host, port);
    }

    /// Returns the URI of a path on this server.
    ///
    /// @param pathAndQuery the path and query, beginning with a slash, percent-encoded already
    URI uri(String pathAndQuery) {
        return URI.create("https://" + HostAndPort.authority(host, port) + pathAndQuery);
    }

    boolean isIpv6() {
        return host.contains(":");
    }
}

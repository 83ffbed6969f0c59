package dev.vspherecloud.http;

import java.net.URI;
import java.util.Optional;

/// An HTTPS server: where it is, and what makes us believe it is that one.
///
/// @param host host name or IP address; an IPv6 address with or without brackets
/// @param port 1 to 65535, usually 443
/// @param proxy on the way; empty to go straight, whatever the process is told of proxies elsewhere
public record HttpEndpoint(String host, int port, TlsTrust trust, Optional<HttpProxy> proxy) {
    public HttpEndpoint {
        host = HostAndPort.checked("HTTPS server", host, port);
    }

    /// The address of a path on this server.
    ///
    /// @param pathAndQuery starts with a slash, escaped already
    URI uri(String pathAndQuery) {
        return URI.create("https://" + HostAndPort.authority(host, port) + pathAndQuery);
    }

    boolean isIpv6() {
        return host.contains(":");
    }
}

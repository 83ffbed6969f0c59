package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.HostAndPort;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.Printable;
import dev.vspherecloud.http.TlsTrust;
import java.net.URI;
import java.util.Optional;

/// Where a vCenter is, and what makes us believe it is that one.
///
/// @param name how messages and logs call it, as in the configuration
/// @param host host name or IP address; an IPv6 address with or without brackets
/// @param port 1 to 65535, usually 443
/// @param proxy on the way; empty to go straight, whatever the process is told of proxies elsewhere
public record VcenterEndpoint(String name, String host, int port, TlsTrust trust, Optional<HttpProxy> proxy) {
    public VcenterEndpoint {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a vCenter without a name");
        }
        if (port < 1 || port > 65535) {
            throw new IllegalArgumentException("vCenter %s: port %d is not in 1 to 65535".formatted(name, port));
        }
        host = HostAndPort.withoutBrackets(host.strip());
        if (!HostAndPort.isAuthority(host, port)) {
            throw new IllegalArgumentException(
                    "vCenter %s: '%s' is neither a host name nor an IP address".formatted(name, Printable.of(host)));
        }
    }

    /// The same vCenter, with this proxy on the way.
    public VcenterEndpoint through(HttpProxy onTheWay) {
        return new VcenterEndpoint(name, host, port, trust, Optional.of(onTheWay));
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

    /// Name and address for messages: `vCenter vc-a (vc-a.example.com:443)`, and the proxy if there is one.
    String describe() {
        String address = HostAndPort.authority(host, port);
        String server = name.equals(host) ? "vCenter " + address : "vCenter " + name + " (" + address + ")";
        return proxy.map(via -> server + " through the proxy " + via.describe()).orElse(server);
    }
}

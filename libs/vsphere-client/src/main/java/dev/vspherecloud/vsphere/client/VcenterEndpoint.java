package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.HostAndPort;
import dev.vspherecloud.http.HttpEndpoint;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.TlsTrust;
import java.util.Optional;

/// The address of a vCenter, and the trust settings that prove its identity.
///
/// @param name the name of the vCenter in messages and logs, as in the configuration
/// @param host host name or IP address; an IPv6 address with or without brackets
/// @param port 1 to 65535, usually 443
/// @param proxy the proxy; empty for a direct connection, whatever the environment variables for proxies are
public record VcenterEndpoint(String name, String host, int port, TlsTrust trust, Optional<HttpProxy> proxy) {
    public VcenterEndpoint {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of the vCenter is empty");
        }
        host = HostAndPort.validate("vCenter " + name, host, port);
    }

    /// Returns the same vCenter with this proxy.
    public VcenterEndpoint withProxy(HttpProxy newProxy) {
        return new VcenterEndpoint(name, host, port, trust, Optional.of(newProxy));
    }

    /// Returns the HTTP endpoint of the server.
    HttpEndpoint httpEndpoint() {
        return new HttpEndpoint(host, port, trust, proxy);
    }

    /// Returns name and address for messages: `vCenter vc-a (vc-a.example.com:443)`, and the proxy if there is
    /// one.
    String describe() {
        String address = HostAndPort.authority(host, port);
        String server = name.equals(host) ? "vCenter " + address : "vCenter " + name + " (" + address + ")";
        return proxy.map(via -> server + " through the proxy " + via.describe()).orElse(server);
    }
}

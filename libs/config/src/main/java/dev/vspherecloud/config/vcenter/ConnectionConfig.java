package dev.vspherecloud.config.vcenter;

import java.util.Optional;

/// The connection settings of a vCenter: address, TLS and proxy. If they change, a client must open a new
/// connection.
///
/// @param server the host name or address as written, without brackets; also the key of this vCenter in a
///     Kubernetes Secret with several servers
/// @param port the port, 1 to 65535
/// @param proxy the HTTP proxy; empty means a direct connection. The environment variables for proxies are
///     already applied
public record ConnectionConfig(String server, int port, TlsConfig tls, Optional<ProxyConfig> proxy) {}

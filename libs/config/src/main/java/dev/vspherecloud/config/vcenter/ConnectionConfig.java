package dev.vspherecloud.config.vcenter;

import java.util.Optional;

/// The connection settings of a vCenter: address, TLS and proxy. A change of them needs a new connection.
///
/// @param server host name or address literal, as written but without brackets; also the key of a Kubernetes
///   Secret with several servers
/// @param port 1 to 65535
/// @param proxy the HTTP proxy; empty means a direct connection; the environment has been applied already
public record ConnectionConfig(String server, int port, TlsConfig tls, Optional<ProxyConfig> proxy) {}

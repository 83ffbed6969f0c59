package dev.vspherecloud.config.vcenter;

import java.util.Optional;

/// How a vCenter is reached and believed in: with another of these it takes another connection.
///
/// @param server host name or address literal, as written but without brackets; also the key of a Kubernetes Secret
///               with several servers
/// @param port   1 to 65535
/// @param proxy  the HTTP proxy on the way; empty means straight, whatever the environment says: that is in here
public record ConnectionConfig(String server, int port, TlsConfig tls, Optional<ProxyConfig> proxy) {}

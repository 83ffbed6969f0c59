package dev.vspherecloud.serving;

import dev.vspherecloud.serving.tls.TlsSettings;

/// The address on which a server with TLS listens, with the socket options and TLS settings.
///
/// @param bindAddress  an IP address; `0.0.0.0` and `::` mean all addresses
/// @param port         0 means any free port, which [HttpServer#localPort] returns; if the port in its
///     settings is 0, a process serves nothing
/// @param shareAddress true to bind with `SO_REUSEADDR`
/// @param sharePort    true to bind with `SO_REUSEPORT`
public record ServingSettings(String bindAddress, int port, boolean shareAddress, boolean sharePort, TlsSettings tls) {}

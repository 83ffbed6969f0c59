package dev.vspherecloud.serving;

import dev.vspherecloud.serving.tls.TlsSettings;

/// The address that the server listens on, and how.
///
/// @param bindAddress  an IP address; `0.0.0.0` and `::` mean all addresses
/// @param port         0 means any free port, which [HttpsServer#nextNumber] returns; with 0 in its settings, a
///                     process serves nothing
/// @param shareAddress bind with `SO_REUSEADDR`
/// @param sharePort    bind with `SO_REUSEPORT`
public record ServingSettings(String bindAddress, int port, boolean shareAddress, boolean sharePort, TlsSettings tls) {}

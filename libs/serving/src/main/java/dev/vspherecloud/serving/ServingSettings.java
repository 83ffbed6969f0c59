package dev.vspherecloud.serving;

import dev.vspherecloud.serving.tls.TlsSettings;

/// Where the process serves, and how.
///
/// @param bindAddress an IP address; `0.0.0.0` and `::` mean every one
/// @param port        0 means any free one, which [HttpsServer#number] says; a process serves nothing then
/// @param shareAddress bind with `SO_REUSEADDR`
/// @param sharePort    bind with `SO_REUSEPORT`
public record ServingSettings(String bindAddress, int port, boolean shareAddress, boolean sharePort, TlsSettings tls) {}

package dev.vspherecloud.vsphere.connection;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import java.util.List;
import java.util.Optional;

/// Targets that set only the server and the source of credentials.
final class TestTargets {
    private TestTargets() {}

    /// A target whose name is its server.
    static VcenterTarget target(String server, CredentialsSource credentials) {
        return target(server, 443, credentials);
    }

    static VcenterTarget target(String server, int port, CredentialsSource credentials) {
        return new VcenterTarget(
                server,
                new ConnectionConfig(server, port, new TlsConfig(List.of(), List.of(), false), Optional.empty()),
                List.of(),
                credentials);
    }
}

package dev.vspherecloud.ccm.application.vcenter;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.domain.ip.IpFamily;
import java.util.List;
import java.util.Optional;

/// Configurations of vCenters that set only the server and the source of credentials.
public final class VcenterConfigs {
    private VcenterConfigs() {}

    static VcenterConfig vcenter(String server, CredentialsSource credentials) {
        return new VcenterConfig(
                server,
                new ConnectionConfig(server, 443, new TlsConfig(List.of(), List.of(), false), Optional.empty()),
                List.of(),
                credentials,
                List.of(IpFamily.IPV4),
                false);
    }
}

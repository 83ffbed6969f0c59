package dev.vspherecloud.ccm.application.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.config.vcenter.ConnectionConfig;
import dev.vspherecloud.config.vcenter.TlsConfig;
import dev.vspherecloud.domain.ip.IpFamily;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VcenterTargetsTest {
    private static final ConnectionConfig CONNECTION =
            new ConnectionConfig("vc", 443, new TlsConfig(List.of(), List.of(), false), Optional.empty());

    @Test
    void aDeletionPauseChangesNothingForTheConnection() {
        VcenterConfig running = vcenter(List.of("dc-1"), false);
        VcenterConfig paused = vcenter(List.of("dc-1"), true);

        assertThat(paused).isNotEqualTo(running);
        assertThat(VcenterTargets.of(paused)).isEqualTo(VcenterTargets.of(running));
        assertThat(VcenterTargets.of(vcenter(List.of("dc-2"), false))).isNotEqualTo(VcenterTargets.of(running));
    }

    @Test
    void vcenterSeesThisProgramAndSendsOnlyTypesOfVim25() {
        assertThat(VcenterTargets.client().userAgent()).matches("vsphere-cloud-controller-manager/\\S+");
        assertThat(VcenterTargets.client().types()).isEqualTo(SessionTypes.VIM25);
    }

    private static VcenterConfig vcenter(List<String> datacenters, boolean deletionPaused) {
        return new VcenterConfig(
                "vc",
                CONNECTION,
                datacenters,
                new CredentialsSource.Inline("u", new Secret("p")),
                List.of(IpFamily.IPV4),
                deletionPaused);
    }
}

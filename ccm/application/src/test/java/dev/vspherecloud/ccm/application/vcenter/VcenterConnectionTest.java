package dev.vspherecloud.ccm.application.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.ccm.config.VcenterConfig;
import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import org.junit.jupiter.api.Test;

class VcenterConnectionTest {
    private static final VcenterConfig VC =
            VcenterConfigs.vcenter("vc", new CredentialsSource.Inline("u", new Secret("p")));

    @Test
    void aDeletionPauseDoesNotReconnect() {
        try (var connection = VcenterConnection.prepare(VC, VcenterObserver.NONE)) {
            assertThat(connection.isSameServer(paused(VC))).isTrue();
            assertThat(paused(VC)).isNotEqualTo(VC);
        }
    }

    private static VcenterConfig paused(VcenterConfig vcenter) {
        return new VcenterConfig(
                vcenter.name(),
                vcenter.connection(),
                vcenter.datacenters(),
                vcenter.credentials(),
                vcenter.ipFamilies(),
                true);
    }
}

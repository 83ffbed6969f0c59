package dev.vspherecloud.vsphere.connection;

import static dev.vspherecloud.vsphere.connection.TestTargets.target;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.config.credentials.CredentialsSource;
import dev.vspherecloud.text.Secret;
import dev.vspherecloud.vsphere.client.VcenterClient.SessionTypes;
import dev.vspherecloud.vsphere.client.VcenterObserver;
import java.util.List;
import org.junit.jupiter.api.Test;

class VcenterConnectionTest {
    private static final CredentialsSource INLINE = new CredentialsSource.Inline("u", new Secret("p"));
    private static final VcenterTarget VC = target("vc", INLINE);

    @Test
    void onlyOtherConnectionSettingsNeedAnotherConnection() {
        var rotated = new CredentialsSource.Inline("u", new Secret("q"));
        var moved = new VcenterTarget(VC.name(), VC.connection(), List.of("dc-2"), VC.credentials());
        var settings = new ClientSettings("test", SessionTypes.VIM25);

        try (var connection = VcenterConnection.prepare(VC, settings, VcenterObserver.NONE)) {
            assertThat(connection.isSameServer(target("vc", rotated))).isTrue();
            assertThat(connection.isSameServer(moved)).isTrue();
            assertThat(connection.isSameServer(target("vc", 8443, INLINE))).isFalse();
        }
    }
}

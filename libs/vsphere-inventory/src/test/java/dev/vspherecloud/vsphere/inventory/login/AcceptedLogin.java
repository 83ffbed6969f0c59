package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.inventory.WatchObserver;

/// Tells a gate that vCenter accepted these credentials by SOAP, for tests of what REST does then.
public final class AcceptedLogin {
    private AcceptedLogin() {}

    public static void at(LoginRateLimiter gate, VcenterClient client, CredentialSource.Reading.Ready ready) {
        var soap = new LoginRequest(LoginTarget.of(client.endpoint(), LoginProtocol.SOAP), ready, false);
        assertThat(gate.logIn(soap, WatchObserver.NONE, () -> client, VcenterClient::endpoint))
                .isInstanceOf(LoginResult.LoggedIn.class);
    }
}

package dev.vspherecloud.vsphere.inventory.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.vsphere.client.VcenterClient;
import dev.vspherecloud.vsphere.inventory.WatchObserver;

/// Records in a rate limiter that vCenter accepted these credentials by SOAP, for tests of REST logins.
public final class AcceptedLogin {
    private AcceptedLogin() {}

    public static void at(LoginRateLimiter rateLimiter, VcenterClient client, CredentialSource.Reading.Ready ready) {
        var soap = new LoginRequest(LoginTarget.of(client.endpoint(), LoginProtocol.SOAP), ready, false);
        assertThat(rateLimiter.logIn(soap, WatchObserver.NONE, () -> client, VcenterClient::endpoint))
                .isInstanceOf(LoginResult.LoggedIn.class);
    }
}

package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.vsphere.client.Credentials;
import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import java.util.Locale;

/// A login that somebody wants to try.
///
/// @param server         host and port in lower case
/// @param hasLostSession whether a lost session shows that something changed at vCenter
record LoginRequest(String server, LoginSide side, CredentialSource.Reading.Ready ready, boolean hasLostSession) {
    /// On which side of which server as whom.
    record Account(String server, LoginSide side, String user) {}

    static String server(VcenterEndpoint endpoint) {
        return (endpoint.host() + ":" + endpoint.port()).toLowerCase(Locale.ROOT);
    }

    Credentials credentials() {
        return ready.credentials();
    }

    /// In lower case, as vCenter compares it.
    String user() {
        return credentials().user().strip().toLowerCase(Locale.ROOT);
    }

    Account account() {
        return new Account(server, side, user());
    }
}

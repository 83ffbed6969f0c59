package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.http.Credentials;
import java.util.Locale;

/// A request to log in.
///
/// @param hasLostSession true if a lost session shows that something changed at vCenter
record LoginRequest(LoginTarget target, CredentialSource.Reading.Ready ready, boolean hasLostSession) {
    Credentials credentials() {
        return ready.credentials();
    }

    /// Returns the user in lower case, as vCenter compares it.
    String user() {
        return credentials().user().strip().toLowerCase(Locale.ROOT);
    }
}

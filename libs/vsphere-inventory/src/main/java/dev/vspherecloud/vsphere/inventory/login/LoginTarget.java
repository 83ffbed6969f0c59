package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import java.util.Locale;

/// Where a login is sent.
///
/// @param server host and port in lower case, as in `vc-a.example.com:443`
record LoginTarget(String server, LoginProtocol side) {
    static LoginTarget of(VcenterEndpoint endpoint, LoginProtocol side) {
        return new LoginTarget((endpoint.host() + ":" + endpoint.port()).toLowerCase(Locale.ROOT), side);
    }

    /// Parses the two parts of [#text].
    ///
    /// @throws IllegalArgumentException if there is no such protocol
    static LoginTarget parse(String side, String server) {
        return new LoginTarget(server, LoginProtocol.parse(side));
    }

    /// Returns the text form, as in `soap vc-a.example.com:443`.
    String text() {
        return side.word() + " " + server;
    }
}

package dev.vspherecloud.vsphere.inventory.login;

import dev.vspherecloud.vsphere.client.VcenterEndpoint;
import java.util.Locale;

/// The server and protocol to which a login is sent.
///
/// @param server host and port in lower case, as in `vc-a.example.com:443`
record LoginTarget(String server, LoginProtocol protocol) {
    static LoginTarget of(VcenterEndpoint endpoint, LoginProtocol protocol) {
        return new LoginTarget((endpoint.host() + ":" + endpoint.port()).toLowerCase(Locale.ROOT), protocol);
    }

    /// Parses the two parts of the text form, see [#text].
    ///
    /// @throws IllegalArgumentException if there is no such protocol
    static LoginTarget parse(String protocol, String server) {
        return new LoginTarget(server, LoginProtocol.parse(protocol));
    }

    /// Returns the text form of the target, as in `soap vc-a.example.com:443`.
    String text() {
        return protocol.text() + " " + server;
    }
}

package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.http.Credentials;
import dev.vspherecloud.http.HttpProxy;
import dev.vspherecloud.http.TlsTrust;
import dev.vspherecloud.text.Secret;
import java.util.List;
import java.util.Optional;

/// A separate program for [ProxyLoginIT]. It logs in to `vc.example.com` twice through a proxy on loopback, and prints
/// the results. Java decides once per process if it may send passwords to proxies.
final class TunnellingProgram {
    /// Password of the proxy's user `us`.
    static final String PASSWORD = "wörd-1";

    private TunnellingProgram() {}

    /// @param args port of the proxy; `right` or `wrong` for the password; `permitted` or `forgotten`
    @SuppressWarnings("SystemOut") // the output is the result
    public static void main(String[] args) {
        if (args[2].equals("permitted")) {
            HttpProxy.permitLogins();
        }
        var login = new Credentials("us", new Secret(args[1].equals("right") ? PASSWORD : "wrong-1"));
        var via = new HttpProxy("127.0.0.1", Integer.parseInt(args[0]), Optional.of(login));
        var endpoint = new VcenterEndpoint("vc-test", "vc.example.com", 443, new TlsTrust.Insecure(), Optional.empty())
                .withProxy(via);
        for (var each : List.of("SOAP", "REST")) {
            try (var client = new VcenterClient(endpoint, Timeouts.standard(), "test/1", VcenterObserver.NONE)) {
                logIn(client, each);
                System.out.println(each + " works");
            } catch (VcenterException | IllegalStateException e) {
                System.out.println(e.getMessage() + (e.getCause() == null ? "" : " because " + e.getCause()));
            }
        }
    }

    private static void logIn(VcenterClient client, String by) {
        if (by.equals("SOAP")) {
            client.login(Recorded.CREDENTIALS).close();
        } else {
            client.openTaggingSession(Recorded.CREDENTIALS).close();
        }
    }
}

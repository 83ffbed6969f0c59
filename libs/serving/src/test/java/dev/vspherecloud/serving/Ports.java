package dev.vspherecloud.serving;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.serving.auth.Admission;
import dev.vspherecloud.serving.auth.Gate;
import dev.vspherecloud.serving.auth.User;
import dev.vspherecloud.serving.tls.CertificateSource;
import dev.vspherecloud.serving.tls.TlsSettings;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Ports of the loopback interface to be visited in tests.
final class Ports {
    static final TlsSettings IN_MEMORY =
            new TlsSettings(new CertificateSource.InMemory(), List.of(), "TLSv1.2", List.of(), List.of());
    static final Gate OPEN = _ -> new Admission.Granted(User.ANONYMOUS);

    /// The kernel chooses the port; [HttpsPort#number] says which.
    static final int ANY = 0;

    private Ports() {}

    static HttpsPort open(TlsSettings tls, Limits limits, Gate gate, Map<String, Page> pages) {
        var settings = new ServingSettings("127.0.0.1", ANY, false, false, tls);
        return open(settings, limits, gate, pages);
    }

    static HttpsPort open(ServingSettings settings, Limits limits, Gate gate, Map<String, Page> pages) {
        return HttpsPort.open(
                settings,
                limits,
                new Reception(gate, new Pages(pages)),
                System::nanoTime,
                InstantSource.system(),
                Supervisor.system(SupervisorObserver.NONE));
    }
}

package dev.vspherecloud.serving;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.serving.auth.AccessDecision;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.serving.auth.User;
import dev.vspherecloud.serving.tls.CertificateSource;
import dev.vspherecloud.serving.tls.TlsSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/// Servers on the loopback interface for tests.
final class Ports {
    static final TlsSettings IN_MEMORY =
            new TlsSettings(new CertificateSource.InMemory(), List.of(), "TLSv1.2", List.of(), List.of());
    static final AccessFilter OPEN = _ -> new AccessDecision.Granted(User.ANONYMOUS);

    /// The kernel chooses the port; [HttpServer#localPort] says which.
    static final int ANY = 0;

    private Ports() {}

    static HttpServer open(
            TlsSettings tls, ServerLimits limits, AccessFilter accessFilter, Map<String, Handler> pages) {
        var settings = new ServingSettings("127.0.0.1", ANY, false, false, tls);
        return open(settings, limits, accessFilter, pages);
    }

    static HttpServer open(
            ServingSettings settings, ServerLimits limits, AccessFilter accessFilter, Map<String, Handler> pages) {
        return open(settings, limits, accessFilter, pages, System::nanoTime);
    }

    /// Opens a server with TLS whose limits of time are those of this clock.
    static HttpServer open(LongSupplier nanoTime, Map<String, Handler> pages) {
        var settings = new ServingSettings("127.0.0.1", ANY, false, false, IN_MEMORY);
        return open(settings, ServerLimits.DEFAULTS, OPEN, pages, nanoTime);
    }

    private static HttpServer open(
            ServingSettings settings,
            ServerLimits limits,
            AccessFilter accessFilter,
            Map<String, Handler> pages,
            LongSupplier nanoTime) {
        return HttpServer.openTls(
                settings,
                limits,
                new RequestDispatcher(accessFilter, new Router(pages), ServingObserver.NONE),
                nanoTime,
                InstantSource.system(),
                Supervisor.system(SupervisorObserver.NONE),
                ServingObserver.NONE);
    }

    /// Opens a server without TLS.
    static HttpServer openPlain(LongSupplier nanoTime, ServerLimits limits, Map<String, Handler> pages) {
        return HttpServer.openPlain(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), ANY),
                limits,
                new RequestDispatcher(OPEN, new Router(pages), ServingObserver.NONE),
                nanoTime,
                InstantSource.system(),
                Supervisor.system(SupervisorObserver.NONE),
                ServingObserver.NONE);
    }
}

package dev.vspherecloud.csi.application.endpoint;

import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.HttpServer;
import dev.vspherecloud.serving.RequestDispatcher;
import dev.vspherecloud.serving.Router;
import dev.vspherecloud.serving.ServerLimits;
import dev.vspherecloud.serving.ServingException;
import dev.vspherecloud.serving.ServingObserver;
import dev.vspherecloud.serving.auth.AccessDecision;
import dev.vspherecloud.serving.auth.User;
import dev.vspherecloud.serving.health.HealthCheck;
import dev.vspherecloud.serving.health.HealthPage;
import dev.vspherecloud.serving.health.HealthSlis;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The port with the metrics and the health of this process: plain HTTP, without authentication, as
/// vsphere-csi-driver (Go) serves its metrics.
///
/// Every client in the network of the Pods may read the pages, so they show no reason of a failed check. The pages
/// support `GET` and `HEAD`.
///
/// Rule from: csi 8.3. Differs: the health pages are not in Go.
///
/// Threads: opened and closed by the main thread; the other methods may be called from anywhere.
public final class MetricsEndpoint implements AutoCloseable {
    /// The port at which vsphere-csi-driver (Go) serves metrics, which existing ServiceMonitors name.
    public static final int DEFAULT_PORT = 2112;

    private static final Logger log = LoggerFactory.getLogger(MetricsEndpoint.class);

    private final HttpServer server;

    private MetricsEndpoint(HttpServer server) {
        this.server = server;
    }

    /// Opens the port.
    ///
    /// @param bindAddress an IP address; `0.0.0.0` and `::` mean all addresses
    /// @param port        0 means any free port, which [#localPort] returns
    /// @param metrics     the page `/metrics`
    /// @param live        the checks of `/livez` and `/healthz`; must not depend on vCenter
    /// @param ready       the checks of `/readyz`
    /// @param supervisor  restarts the threads of the port if they fail
    /// @param observer    counts what is refused to clients
    /// @throws ServingException if the process cannot listen on the address
    public static MetricsEndpoint open(
            String bindAddress,
            int port,
            Handler metrics,
            Supplier<List<HealthCheck>> live,
            Supplier<List<HealthCheck>> ready,
            Supervisor supervisor,
            ServingObserver observer) {
        var slis = new HealthSlis();
        var pages = new Router(Map.of(
                "/metrics", metrics,
                "/healthz", new HealthPage("healthz", live, slis),
                "/livez", new HealthPage("livez", live, slis),
                "/readyz", new HealthPage("readyz", ready, slis)));
        HttpServer server = HttpServer.openPlain(
                new InetSocketAddress(InetAddress.ofLiteral(bindAddress), port),
                ServerLimits.DEFAULTS,
                new RequestDispatcher(_ -> new AccessDecision.Granted(User.ANONYMOUS), pages, observer),
                System::nanoTime,
                InstantSource.system(),
                supervisor,
                observer);
        log.atInfo()
                .addKeyValue("address", bindAddress)
                .addKeyValue("port", server.localPort())
                .log("Serving metrics and health over HTTP");
        return new MetricsEndpoint(server);
    }

    /// Returns the number of the port on which the process listens.
    public int localPort() {
        return server.localPort();
    }

    /// Returns why a thread of the port fails after each restart; empty while all threads work.
    public Optional<String> unhealthyReason() {
        return server.unhealthyReason();
    }

    @Override
    public void close() {
        server.close();
    }
}

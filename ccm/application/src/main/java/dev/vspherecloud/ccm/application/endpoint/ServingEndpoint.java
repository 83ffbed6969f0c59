package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.ccm.application.flag.ComponentConfig;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.flag.ProgramName;
import dev.vspherecloud.json.JsonWriter;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.Handler;
import dev.vspherecloud.serving.HttpServer;
import dev.vspherecloud.serving.RequestDispatcher;
import dev.vspherecloud.serving.Response;
import dev.vspherecloud.serving.Router;
import dev.vspherecloud.serving.ServerLimits;
import dev.vspherecloud.serving.ServingObserver;
import dev.vspherecloud.serving.ServingSettings;
import dev.vspherecloud.serving.auth.AccessFilter;
import dev.vspherecloud.serving.debug.DebugPages;
import dev.vspherecloud.serving.debug.FlagsPage;
import dev.vspherecloud.serving.debug.StatusPage;
import dev.vspherecloud.serving.health.HealthPage;
import dev.vspherecloud.serving.health.HealthSlis;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTPS port of this process with its pages. The port is open from before the leader election until the
/// controllers have stopped.
///
/// Threads: opened and closed by the main thread.
public final class ServingEndpoint implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ServingEndpoint.class);

    private final Optional<HttpServer> port;

    private ServingEndpoint(Optional<HttpServer> port) {
        this.port = port;
    }

    /// Opens the port, unless the flags disable it. Throws [ServingException] if the port cannot be opened.
    ///
    /// @param more the pages of other parts, by path
    /// @param supervisor restarts the threads of the port if they fail
    /// @param observer counts what is refused to clients
    public static ServingEndpoint open(
            Options options,
            AccessFilter accessFilter,
            ProcessHealth health,
            Map<String, Handler> more,
            Supervisor supervisor,
            ServingObserver observer) {
        ServingSettings settings = options.serving().port();
        if (settings.port() == 0) {
            log.info("The HTTPS port is disabled: --secure-port is 0");
            return new ServingEndpoint(Optional.empty());
        }
        var pages = new Router(pages(options, health, more, InstantSource.system()));
        HttpServer port = HttpServer.openTls(
                settings,
                ServerLimits.DEFAULTS,
                new RequestDispatcher(accessFilter, pages, observer),
                System::nanoTime,
                InstantSource.system(),
                supervisor,
                observer);
        log.atInfo()
                .addKeyValue("address", settings.bindAddress())
                .addKeyValue("port", settings.port())
                .log("Serving HTTPS");
        return new ServingEndpoint(Optional.of(port));
    }

    private static Map<String, Handler> pages(
            Options options, ProcessHealth health, Map<String, Handler> more, InstantSource clock) {
        var slis = new HealthSlis();
        var pages = new TreeMap<>(more);
        pages.putAll(new HealthPage("healthz", health::live, slis).paths());
        pages.putAll(new HealthPage("livez", health::live, slis).paths());
        pages.putAll(new HealthPage("readyz", health::ready, slis).paths());
        pages.put("/metrics/slis", slis);
        String config = JsonWriter.pretty(ComponentConfig.of(options)) + "\n";
        pages.put("/configz", _ -> Response.of(Response.JSON, config));
        pages.put("/flagz", new FlagsPage(ProgramName.VALUE, options.texts()));
        if (options.serving().profiling()) {
            pages.putAll(DebugPages.of(LogConfig.active()::verbosity));
        }
        pages.put(
                "/statusz",
                new StatusPage(
                        ProgramName.VALUE, Version.text(), clock.instant(), clock, () -> List.copyOf(pages.keySet())));
        return pages;
    }

    /// Returns why a thread of the port fails after each restart; empty while all threads work, and if the port is
    /// disabled.
    public Optional<String> unhealthyReason() {
        return port.flatMap(HttpServer::unhealthyReason);
    }

    @Override
    public void close() {
        port.ifPresent(HttpServer::close);
    }
}

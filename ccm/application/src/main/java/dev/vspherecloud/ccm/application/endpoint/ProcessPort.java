package dev.vspherecloud.ccm.application.endpoint;

import dev.vspherecloud.ccm.application.flag.ComponentConfig;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.json.JsonWriter;
import dev.vspherecloud.observability.LogConfig;
import dev.vspherecloud.observability.Version;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.serving.HttpsPort;
import dev.vspherecloud.serving.Limits;
import dev.vspherecloud.serving.Page;
import dev.vspherecloud.serving.Pages;
import dev.vspherecloud.serving.Reception;
import dev.vspherecloud.serving.Reply;
import dev.vspherecloud.serving.ServingSettings;
import dev.vspherecloud.serving.auth.Gate;
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

/// The port of this process and the pages that are on it: from before the election until after the last work.
///
/// Threads: opened and closed by the main thread.
public final class ProcessPort implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProcessPort.class);
    private static final String PROGRAM = "vsphere-cloud-controller-manager";

    private final Optional<HttpsPort> port;

    private ProcessPort(Optional<HttpsPort> port) {
        this.port = port;
    }

    /// Begins to serve, unless the flags say that nothing is to be served. Throws [ServingException] when it can't.
    ///
    /// @param more       pages of others, by their paths
    /// @param supervisor keeps the threads at work
    public static ProcessPort open(
            Options options, Gate gate, ProcessHealth health, Map<String, Page> more, Supervisor supervisor) {
        ServingSettings settings = options.serving().port();
        if (settings.port() == 0) {
            log.info("Nothing is served: --secure-port is 0");
            return new ProcessPort(Optional.empty());
        }
        var pages = new Pages(pages(options, health, more, InstantSource.system()));
        HttpsPort port = HttpsPort.open(
                settings,
                Limits.USUAL,
                new Reception(gate, pages),
                System::nanoTime,
                InstantSource.system(),
                supervisor);
        log.atInfo()
                .addKeyValue("address", settings.bindAddress())
                .addKeyValue("port", settings.port())
                .log("Serving");
        return new ProcessPort(Optional.of(port));
    }

    private static Map<String, Page> pages(
            Options options, ProcessHealth health, Map<String, Page> more, InstantSource clock) {
        var slis = new HealthSlis();
        var pages = new TreeMap<>(more);
        pages.putAll(new HealthPage("healthz", health::live, slis).paths());
        pages.putAll(new HealthPage("livez", health::live, slis).paths());
        pages.putAll(new HealthPage("readyz", health::ready, slis).paths());
        pages.put("/metrics/slis", slis);
        String config = JsonWriter.pretty(ComponentConfig.of(options)) + "\n";
        pages.put("/configz", _ -> Reply.of(Reply.JSON, config));
        pages.put("/flagz", new FlagsPage(PROGRAM, options.texts()));
        if (options.serving().profiling()) {
            pages.putAll(DebugPages.of(LogConfig.active()::verbosity));
        }
        pages.put(
                "/statusz",
                new StatusPage(PROGRAM, Version.text(), clock.instant(), clock, () -> List.copyOf(pages.keySet())));
        return pages;
    }

    /// Why a thread of the port can't go on although it starts anew; empty while they can, and without a port.
    public Optional<String> flaw() {
        return port.flatMap(HttpsPort::flaw);
    }

    @Override
    public void close() {
        port.ifPresent(HttpsPort::close);
    }
}

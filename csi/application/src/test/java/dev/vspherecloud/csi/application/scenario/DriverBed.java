package dev.vspherecloud.csi.application.scenario;

import dev.vspherecloud.testkit.bed.Checkout;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.VcenterVolumes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The packaged driver between a real API server and simulated vCenters.
///
/// Threads: one.
final class DriverBed implements AutoCloseable {
    static final String NAMESPACE = "vmware-system-csi";
    static final String CLUSTER_ID = "cluster-a";

    private static final Duration START = Duration.ofSeconds(60);

    private final Path folder;
    private final KubeApiServer api;
    private final Map<String, VcenterSite> sites = new LinkedHashMap<>();
    private final List<Program> programs = new ArrayList<>();
    private Optional<FaultProxy> apiProxy = Optional.empty();

    /// Creates a bed without a vCenter.
    ///
    /// @param api stays open when the bed closes
    DriverBed(KubeApiServer api, Path folder) {
        this.api = api;
        this.folder = folder;
        if (api.objects().find("/api/v1/namespaces/" + NAMESPACE).isEmpty()) {
            api.objects().create("/api/v1/namespaces", "{\"metadata\": {\"name\": \"%s\"}}".formatted(NAMESPACE));
        }
    }

    VcenterSite addVcenter(String name, VcenterOptions options) {
        var site = VcenterSite.start(name, options, folder);
        sites.put(name, site);
        return site;
    }

    VcenterSite addVcenter(String name) {
        return addVcenter(name, VcenterOptions.defaults());
    }

    KubeObjects objects() {
        return api.objects();
    }

    /// The proxy in front of the API server, through which all drivers go that start after the first call.
    FaultProxy apiProxy() {
        FaultProxy proxy = apiProxy.orElseGet(
                () -> FaultProxy.inFrontOf(api.url()).named("api").start());
        apiProxy = Optional.of(proxy);
        return proxy;
    }

    /// The volumes of the first vCenter.
    VcenterVolumes volumes() {
        return sites.values().iterator().next().vcenter().volumes();
    }

    Path socket() {
        return folder.resolve("csi.sock");
    }

    /// The configuration with all vCenters, through their proxies.
    String config() {
        return "[Global]\ncluster-id = \"%s\"\n".formatted(CLUSTER_ID)
                + sites.values().stream().map(this::section).collect(Collectors.joining());
    }

    private String section(VcenterSite site) {
        return """

                [VirtualCenter "%s"]
                user = "%s"
                password = "%s"
                port = "%d"
                ca-file = "%s"
                """.formatted(
                        "127.0.0.1",
                        site.vcenter().username(),
                        site.vcenter().password(),
                        site.proxy().port(),
                        folder.resolve(site.name() + ".pem"));
    }

    /// One process of the driver.
    record Driver(Program program, int port) {
        /// Waits until it is the active controller and has logged in to a vCenter.
        Driver awaitReady() {
            program.awaitLog("The driver is ready", START);
            return this;
        }

        /// Reads a page of the port for metrics and health.
        HttpResponse<String> page(String path) {
            try (HttpClient client = HttpClient.newHttpClient()) {
                return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
                                .timeout(Duration.ofSeconds(10))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    /// Starts the driver with [#config].
    Driver start() {
        return start(config(), Map.of());
    }

    /// Starts the driver.
    ///
    /// @param config      the contents of `csi-vsphere.conf`
    /// @param environment added to the usual variables
    Driver start(String config, Map<String, String> environment) {
        int number = programs.size();
        int port = freePort();
        var variables = new LinkedHashMap<String, String>();
        variables.put("X_CSI_MODE", "controller");
        variables.put("CSI_ENDPOINT", "unix://" + socket());
        variables.put("CSI_NAMESPACE", NAMESPACE);
        variables.put("VSPHERE_CSI_CONFIG", write("csi-vsphere.conf", config).toString());
        variables.putAll(environment);
        Path kubeconfig = apiProxy.map(proxy ->
                        api.kubeconfig().through(proxy.uri(), proxy.identity().certificatePem()))
                .orElseGet(api::kubeconfig)
                .write(folder.resolve("kubeconfig"));
        Program program = Program.start(
                folder.resolve("driver-%d.log".formatted(number)),
                variables,
                List.of(Checkout.root().resolve("dist/bin/vsphere-csi").toString()),
                List.of("--kubeconfig=" + kubeconfig, "--http-endpoint=127.0.0.1:" + port, "--v=2"));
        programs.add(program);
        return new Driver(program, port);
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        programs.forEach(Program::close);
        sites.values().forEach(VcenterSite::close);
        apiProxy.ifPresent(FaultProxy::close);
    }
}

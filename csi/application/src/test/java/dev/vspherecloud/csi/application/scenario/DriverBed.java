package dev.vspherecloud.csi.application.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.testkit.bed.Checkout;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.csi.DriverAccount;
import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.Kubeconfig;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.volume.SimulatedVolume;
import dev.vspherecloud.testkit.volume.SimulatorVolumes;
import dev.vspherecloud.testkit.volume.VolumeTask;
import dev.vspherecloud.testkit.wire.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// The packaged driver between a real API server and simulated vCenters.
///
/// Threads: one.
public final class DriverBed implements AutoCloseable {
    public static final String NAMESPACE = DriverAccount.NAMESPACE;
    public static final String CLUSTER_ID = "cluster-a";

    /// The path of the records of operations.
    public static final String RECORDS =
            "/apis/cns.vmware.com/v1alpha1/namespaces/%s/cnsvolumeoperationrequests".formatted(NAMESPACE);

    /// The path of the PersistentVolumes.
    public static final String VOLUMES = "/api/v1/persistentvolumes";

    private static final Duration START = Duration.ofMinutes(2);
    private static final String CONFIG = "csi-vsphere.conf";
    private static final String KUBECONFIG = "kubeconfig";
    private static final List<String> PACKAGED =
            List.of(Checkout.root().resolve("dist/bin/vsphere-csi").toString());

    private final Path folder;
    private final KubeApiServer api;
    private final Kubeconfig account;
    private final Map<String, VcenterSite> sites = new LinkedHashMap<>();
    private final List<VcenterSite> shared = new ArrayList<>();
    private final List<Program> programs = new ArrayList<>();
    private final List<ReservedPort> ports = new ArrayList<>();
    private Optional<FaultProxy> apiProxy = Optional.empty();
    private int explained;

    /// Creates a bed without a vCenter.
    ///
    /// @param api stays open when the bed closes
    public DriverBed(KubeApiServer api, Path folder) {
        this.api = api;
        this.folder = folder;
        this.account = DriverAccount.kubeconfig(api);
    }

    public VcenterSite addVcenter(String name, VcenterOptions options) {
        var site = VcenterSite.start(name, options, folder);
        sites.put(name, site);
        return site;
    }

    public VcenterSite addVcenter(String name) {
        return addVcenter(name, VcenterOptions.defaults());
    }

    /// Uses a vCenter of another bed, which stays open when this bed closes.
    public void shareVcenter(DriverBed other, String name) {
        VcenterSite site = Objects.requireNonNull(other.sites.get(name), name);
        sites.put(name, site);
        shared.add(site);
        write(name + ".pem", site.proxy().identity().certificatePem());
    }

    public KubeObjects objects() {
        return api.objects();
    }

    /// The proxy in front of the API server, through which all drivers go that start after the first call.
    public FaultProxy apiProxy() {
        FaultProxy proxy = apiProxy.orElseGet(
                () -> FaultProxy.inFrontOf(api.url()).named("api").start());
        apiProxy = Optional.of(proxy);
        return proxy;
    }

    /// The volumes of the first vCenter.
    public SimulatorVolumes volumes() {
        return sites.values().iterator().next().vcenter().volumes();
    }

    /// The tasks of the first vCenter, without the updates of metadata, which come at any time.
    public List<VolumeTask> operations() {
        return volumes().tasks().stream()
                .filter(task -> !task.method().equals("CnsUpdateVolumeMetadata"))
                .filter(task -> !task.method().startsWith("CnsQuery"))
                .toList();
    }

    /// Returns the ids of the volumes in the first vCenter that have this name.
    public List<String> idsOf(String name) {
        return volumes().list().stream()
                .filter(volume -> volume.name().equals(name))
                .map(SimulatedVolume::id)
                .toList();
    }

    /// Creates the PersistentVolume of a volume.
    public void bind(String name, String id) {
        objects().create(VOLUMES, """
                {"metadata": {"name": "%s"},
                 "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
                          "csi": {"driver": "csi.vsphere.vmware.com", "volumeHandle": "%s"}}}""".formatted(name, id));
    }

    /// Writes into all records that their operations began two hours ago.
    public void makeRecordsOld() {
        String time = InstantSource.system()
                .instant()
                .minus(Duration.ofHours(2))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        for (JsonNode record : objects().get(RECORDS).path("items")) {
            ObjectNode status = record.path("status").deepCopy();
            ((ObjectNode) status.path("firstOperationDetails")).put("taskInvocationTimestamp", time);
            StreamSupport.stream(status.path("latestOperationDetails").spliterator(), false)
                    .forEach(attempt -> ((ObjectNode) attempt).put("taskInvocationTimestamp", time));
            objects().patch(RECORDS + "/" + record.at("/metadata/name").asText(), "{\"status\": %s}".formatted(status));
        }
    }

    /// A configuration with the shortest interval between two sweeps of records.
    public String configWithFrequentSweeps() {
        return config().replaceFirst("\n", "\ncnsvolumeoperationrequest-cleanup-intervalinmin = \"1\"\n");
    }

    public Path socket() {
        return folder.resolve("csi.sock");
    }

    /// The configuration with all vCenters, through their proxies.
    public String config() {
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
    public record Driver(Program program, int port) {
        /// Waits until it is the active controller and has logged in to a vCenter.
        public Driver awaitReady() {
            program.awaitLog("The driver is ready", START);
            return this;
        }

        /// Reads a page of the port for metrics and health.
        public HttpResponse<String> page(String path) {
            try (HttpClient client = HttpClient.newHttpClient()) {
                return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
                                .timeout(START)
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
    public Driver start() {
        return start(config(), Map.of());
    }

    /// Starts the driver.
    ///
    /// @param config      the contents of `csi-vsphere.conf`
    /// @param environment added to the usual variables
    public Driver start(String config, Map<String, String> environment) {
        int number = programs.size();
        ReservedPort port = ReservedPort.any();
        ports.add(port);
        var variables = new LinkedHashMap<String, String>();
        variables.put("X_CSI_MODE", "controller");
        variables.put("CSI_ENDPOINT", "unix://" + socket());
        variables.put("CSI_NAMESPACE", NAMESPACE);
        variables.put("VSPHERE_CSI_CONFIG", write(CONFIG, config).toString());
        variables.putAll(environment);
        Path kubeconfig = apiProxy.map(
                        proxy -> account.through(proxy.uri(), proxy.identity().certificatePem()))
                .orElse(account)
                .write(folder.resolve(KUBECONFIG));
        Program program = Program.start(
                folder.resolve("driver-%d.log".formatted(number)),
                variables,
                PACKAGED,
                List.of("--kubeconfig=" + kubeconfig, "--http-endpoint=127.0.0.1:" + port.number(), "--v=2"));
        programs.add(program);
        return new Driver(program, port.number());
    }

    /// Changes the configuration of the drivers that run.
    public void reconfigure(String config) {
        write(CONFIG, config);
    }

    /// What a command printed.
    public record Output(int exitCode, String text) {}

    /// Runs `explain volume` with the configuration of the driver that started last.
    public Output explain(String... words) {
        return explain(Map.of("VSPHERE_CSI_CONFIG", folder.resolve(CONFIG).toString()), words);
    }

    /// Runs `explain volume`.
    public Output explain(Map<String, String> environment, String... words) {
        return explain(environment, "volume", List.of(words));
    }

    /// Runs `explain orphans` with the configuration of the driver.
    public Output explainOrphans(String... words) {
        return explainOrphans(
                Map.of("VSPHERE_CSI_CONFIG", folder.resolve(CONFIG).toString()), words);
    }

    /// Runs `explain orphans`.
    public Output explainOrphans(Map<String, String> environment, String... words) {
        return explain(environment, "orphans", List.of(words));
    }

    private Output explain(Map<String, String> environment, String about, List<String> words) {
        var arguments = new ArrayList<>(List.of("explain", about));
        arguments.addAll(words);
        arguments.add("--kubeconfig=" + folder.resolve(KUBECONFIG));
        try (Program program = Program.start(
                folder.resolve("explain-%d.txt".formatted(explained++)), environment, PACKAGED, arguments)) {
            int exitCode = program.awaitExit(START);
            return new Output(exitCode, program.log());
        }
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Ends all processes of the driver except this one.
    public void closeOthers(Program kept) {
        programs.stream().filter(program -> program != kept).forEach(Program::close);
    }

    @Override
    public void close() {
        programs.forEach(Program::close);
        ports.forEach(ReservedPort::close);
        sites.values().stream().filter(site -> !shared.contains(site)).forEach(VcenterSite::close);
        apiProxy.ifPresent(FaultProxy::close);
    }
}

package dev.vspherecloud.testkit.bed;

import dev.vspherecloud.testkit.proxy.FaultProxy;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.KubeRelease;
import dev.vspherecloud.testkit.servers.KubeUser;
import dev.vspherecloud.testkit.servers.Kubeconfig;
import dev.vspherecloud.testkit.servers.VcenterOptions;
import dev.vspherecloud.testkit.wire.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A cluster without kubelets on one or more vCenters without hosts, each behind a [FaultProxy], and the packaged
/// program to run on them.
///
/// Threads: one.
public final class TestBed implements AutoCloseable {
    /// The tag categories that [VcenterSite] uses.
    public static final String ZONE = "k8s-zone";

    public static final String REGION = "k8s-region";

    /// The file in [#folder] with the output of the program.
    public static final String PROGRAM_LOG = "program.log";

    /// Not serving by default: several programs at a time would use the same default port.
    private static final String NOT_SERVING = "--secure-port=0";

    private final Path folder;
    private final KubeApiServer api;
    private final FaultProxy apiProxy;
    private final Map<String, VcenterSite> sites = new LinkedHashMap<>();
    private final List<Program> programs = new ArrayList<>();
    private final List<ReservedPort> ports = new ArrayList<>();

    private TestBed(Path folder, KubeApiServer api) {
        this.folder = folder;
        this.api = api;
        this.apiProxy = FaultProxy.inFrontOf(api.url()).named("api").start();
    }

    /// Uses an API server that an earlier test of this JVM may have used, see [KubeApiServer#shared]. Add vCenters
    /// with [#addVcenter].
    public static TestBed start() {
        return on(KubeApiServer.shared());
    }

    /// The same, with a new API server that ends with the test bed.
    public static TestBed startAlone() {
        return start(KubeRelease.PINNED);
    }

    /// The same, with an API server of this release.
    public static TestBed start(KubeRelease release) {
        return on(KubeApiServer.start(release));
    }

    private static TestBed on(KubeApiServer api) {
        try {
            return new TestBed(Files.createTempDirectory("vsphere-cloud-bed-"), api);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Adds a vCenter with one datacenter, tagged as region, and two clusters of two hosts, tagged as zones.
    public VcenterSite addVcenter(String name) {
        return addVcenter(name, VcenterOptions.defaults());
    }

    public VcenterSite addVcenter(String name, VcenterOptions options) {
        var site = VcenterSite.start(name, options, folder);
        sites.put(name, site);
        return site;
    }

    public VcenterSite vcenter(String name) {
        return Optional.ofNullable(sites.get(name)).orElseThrow();
    }

    public List<VcenterSite> sites() {
        return List.copyOf(sites.values());
    }

    public KubeApiServer api() {
        return api;
    }

    public KubeObjects objects() {
        return api.objects();
    }

    public FaultProxy apiProxy() {
        return apiProxy;
    }

    /// A configuration with every vCenter and zones, and with user and password inline.
    public String config() {
        var text = new StringBuilder("vcenter:\n");
        sites.values().forEach(site -> text.append(site.config()));
        return text + labels();
    }

    /// The section of a configuration that turns zones on.
    public static String labels() {
        return "labels:\n  zone: %s\n  region: %s\n".formatted(ZONE, REGION);
    }

    /// The default flags: kubeconfig through the proxy, this configuration, no leader election, no port.
    public List<String> flags(String config) {
        return List.of(
                "--kubeconfig=" + kubeconfig(),
                "--cloud-config=" + write("vsphere.conf", config),
                "--leader-elect=false",
                NOT_SERVING);
    }

    private Path kubeconfig() {
        return throughProxy().write(folder.resolve("kubeconfig"));
    }

    /// A kubeconfig of this user, through the proxy.
    public Path kubeconfig(KubeUser user) {
        return throughProxy().as(user).write(folder.resolve("kubeconfig-" + user.name()));
    }

    private Kubeconfig throughProxy() {
        URI server = apiProxy.uri();
        return api.kubeconfig().through(server, apiProxy.identity().certificatePem());
    }

    /// A launch through the proxies. Add the configuration; leader election is off by default.
    public Launch launch() {
        return new Launch(this, List.of("--kubeconfig=" + kubeconfig(), "--leader-elect=false", NOT_SERVING), Map.of());
    }

    /// Reserves a port of the loopback interface until the test bed is closed, for a program that is started again and
    /// again.
    ///
    /// The program cannot choose a port, because `--secure-port=0` means that it serves nothing.
    public int reservePort() {
        var port = ReservedPort.any();
        ports.add(port);
        return port.number();
    }

    /// Starts the packaged program with the configuration of all vCenters.
    public Program run(String... moreFlags) {
        return runWith(config(), moreFlags);
    }

    /// Starts the packaged program with direct connections to the servers, without proxies, for measurements.
    public Program runDirectly() {
        return launchDirectly().start();
    }

    /// A launch with direct connections to the servers and all of their vCenters. Leader election is off by default.
    public Launch launchDirectly() {
        var text = new StringBuilder("vcenter:\n");
        sites.values().forEach(site -> text.append(site.directConfig()));
        return new Launch(
                this,
                List.of(
                        "--kubeconfig=" + api.kubeconfig().write(folder.resolve("kubeconfig-direct")),
                        "--cloud-config=" + write("vsphere-direct.conf", text + labels()),
                        "--leader-elect=false",
                        NOT_SERVING),
                Map.of());
    }

    public Program runWith(String config, String... moreFlags) {
        return start(Stream.concat(flags(config).stream(), Stream.of(moreFlags)).toList());
    }

    private Program start(List<String> flags) {
        return keep(Program.start(folder.resolve(PROGRAM_LOG), flags));
    }

    Program start(List<String> words, Map<String, String> environment) {
        Path log = folder.resolve("program-" + programs.size() + ".log");
        return keep(Program.start(log, environment, List.of(Program.executable().toString()), words));
    }

    private Program keep(Program program) {
        programs.add(program);
        return program;
    }

    /// Returns everything that the programs of this test bed wrote, by its place: their output and, in the cluster,
    /// Events, Leases and Nodes.
    public Map<String, String> written() {
        var texts = new TreeMap<String, String>();
        programs.forEach(program -> texts.put(program.logFile().getFileName().toString(), program.log()));
        for (String path : List.of("/api/v1/events", "/apis/coordination.k8s.io/v1/leases", "/api/v1/nodes")) {
            texts.put(path, objects().get(path).toPrettyString());
        }
        return texts;
    }

    /// Writes a file that the program can read.
    public Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path folder() {
        return folder;
    }

    @Override
    public void close() {
        programs.forEach(Program::close);
        ports.forEach(ReservedPort::close);
        sites.values().forEach(VcenterSite::close);
        apiProxy.close();
        api.close();
        Folders.delete(folder);
    }
}

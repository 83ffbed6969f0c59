package dev.vspherecloud.testkit.csi;

import dev.vspherecloud.testkit.bed.Checkout;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeApiServer;
import dev.vspherecloud.testkit.wire.ReservedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The packaged driver, `dist/bin/vsphere-csi`, as a process between an API server and one to three simulated
/// vCenters. It calls the vCenters through their proxies.
///
/// Threads: one.
public final class DriverProcess implements AutoCloseable {
    /// The name of the driver in StorageClasses.
    public static final String NAME = "csi.vsphere.vmware.com";

    /// The file with its output, in the folder.
    public static final String LOG = "driver.log";

    private static final String GLOBAL = "[Global]\ncluster-id = \"cluster-a\"\n";
    private static final Duration START = Duration.ofSeconds(60);

    /// The names of this machine in the certificate of a proxy. Each vCenter needs a name of its own, because records
    /// name it without the port. DNS does not distinguish the cases of letters; records do.
    private static final List<String> HOSTS = List.of("127.0.0.1", "localhost", "LOCALHOST");

    private final Path folder;
    private final Program program;
    private final ReservedPort port;

    private DriverProcess(Path folder, Program program, ReservedPort port) {
        this.folder = folder;
        this.program = program;
        this.port = port;
    }

    /// The launcher in `dist/`.
    public static List<String> packaged() {
        return List.of(Checkout.root().resolve("dist/bin/vsphere-csi").toString());
    }

    /// Starts the driver. It is ready after [#awaitReady].
    ///
    /// @param folder  gets its socket, configuration, kubeconfig and log
    /// @param command starts the driver; the flags are appended
    public static DriverProcess start(KubeApiServer api, List<VcenterSite> sites, Path folder, List<String> command) {
        return start(api, config(sites, folder), folder, command);
    }

    /// Starts the driver with one vCenter, which it calls without the proxy: a measurement of many calls at the same
    /// time would include the work of the proxy.
    public static DriverProcess startDirect(KubeApiServer api, VcenterSite site, Path folder, List<String> command) {
        String config = GLOBAL
                + section(
                        HOSTS.getFirst(),
                        site,
                        site.vcenter().port(),
                        site.vcenter().certificateFile());
        return start(api, config, folder, command);
    }

    private static DriverProcess start(KubeApiServer api, String text, Path folder, List<String> command) {
        Path kubeconfig = DriverAccount.kubeconfig(api).write(folder.resolve("kubeconfig"));
        DriverAccount.allowPatch(api);
        Path config = write(folder.resolve("csi-vsphere.conf"), text);
        ReservedPort port = ReservedPort.any();
        Program program = Program.start(
                folder.resolve(LOG),
                Map.of(
                        "LC_ALL",
                        "C.UTF-8",
                        "X_CSI_MODE",
                        "controller",
                        "CSI_ENDPOINT",
                        "unix://" + socket(folder),
                        "CSI_NAMESPACE",
                        DriverAccount.NAMESPACE,
                        "VSPHERE_CSI_CONFIG",
                        config.toString()),
                command,
                List.of("--kubeconfig=" + kubeconfig, "--http-endpoint=127.0.0.1:" + port.number(), "--v=2"));
        return new DriverProcess(folder, program, port);
    }

    private static String config(List<VcenterSite> sites, Path folder) {
        if (sites.size() > HOSTS.size()) {
            throw new IllegalArgumentException(
                    "found %d vCenters, expected at most %d".formatted(sites.size(), HOSTS.size()));
        }
        String labels = sites.size() == 1
                ? ""
                : "\n[Labels]\ntopology-categories = \"%s, %s\"\n".formatted(TestBed.REGION, TestBed.ZONE);
        return IntStream.range(0, sites.size())
                .mapToObj(i -> section(
                        HOSTS.get(i),
                        sites.get(i),
                        sites.get(i).proxy().port(),
                        folder.resolve(sites.get(i).name() + ".pem")))
                .collect(Collectors.joining("", GLOBAL, labels));
    }

    private static String section(String host, VcenterSite site, int port, Path certificate) {
        return """

                [VirtualCenter "%s"]
                user = "%s"
                password = "%s"
                port = "%d"
                ca-file = "%s"
                """.formatted(host, site.vcenter().username(), site.vcenter().password(), port, certificate);
    }

    private static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path socket(Path folder) {
        return folder.resolve("csi.sock");
    }

    /// Waits until it is the active controller and has logged in to a vCenter.
    public DriverProcess awaitReady() {
        program.awaitLog("The driver is ready", START);
        return this;
    }

    public Path socket() {
        return socket(folder);
    }

    /// The port for metrics and health.
    public int port() {
        return port.number();
    }

    public Program program() {
        return program;
    }

    @Override
    public void close() {
        program.close();
        port.close();
    }
}

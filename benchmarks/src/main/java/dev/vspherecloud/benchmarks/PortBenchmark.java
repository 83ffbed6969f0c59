package dev.vspherecloud.benchmarks;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.flood.HostileClient;
import dev.vspherecloud.testkit.flood.PortFlood;
import dev.vspherecloud.testkit.proxy.ActiveRule;
import dev.vspherecloud.testkit.proxy.Fault;
import dev.vspherecloud.testkit.proxy.Rule;
import dev.vspherecloud.testkit.report.Report;
import dev.vspherecloud.testkit.wire.AnyCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;

/// Measures the probes of the kubelet while 2,000 clients without credentials attack the port of the packaged provider,
/// beside an API server that is well, slow, or does not answer.
///
/// The clients run in a process of lower priority, as on another machine: they must not take the processor from the
/// provider. A probe opens a new connection each time and fails after five seconds, as in the chart.
public final class PortBenchmark {
    private static final int CLIENTS = 2_000;
    private static final int CONNECTIONS_PER_SECOND = 500;
    private static final int PROBES = Integer.getInteger("vspherecloud.runs", 60);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private enum ApiServer {
        WELL(Fault.pass()),
        SLOW(Fault.delay(Duration.ofMillis(100))),
        HANGS(Fault.hang());

        private final Fault fault;

        ApiServer(Fault fault) {
            this.fault = fault;
        }
    }

    private record Measured(
            String clients, ApiServer api, int failed, List<Double> seconds, String connections, Memory memory) {
        String line() {
            List<Double> sorted = seconds.stream().sorted().toList();
            return "%-20s %-6s %6d %6d %8.3f %8.3f %10s %8.0f%n"
                    .formatted(
                            clients,
                            api.name().toLowerCase(Locale.ROOT),
                            seconds.size(),
                            failed,
                            sorted.get(sorted.size() / 2),
                            sorted.getLast(),
                            connections,
                            memory.peak());
        }
    }

    private PortBenchmark() {}

    /// @param arguments the file for the report
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var lines = new StringBuilder();
        for (ApiServer api : ApiServer.values()) {
            lines.append(
                    measure("all kinds", List.of(HostileClient.values()), api).line());
            lines.append(measure("made-up tokens", List.of(HostileClient.MADE_UP_TOKEN), api)
                    .line());
            System.err.print(lines);
        }
        Report.write(Path.of(arguments[0]), InstantSource.system(), """
                Probes of /livez on new connections, once a second, while %,d clients attack the port with at most %d new
                connections a second, as a process of nice 10. The API server is well, takes 100 ms for each answer
                (slow), or does not answer (hangs, without leader election, since a Lease cannot be renewed then).

                clients              API    probes failed   median      max connections  peak MB
                %s""".formatted(
                CLIENTS, CONNECTIONS_PER_SECOND, lines).lines().toList());
    }

    private static Measured measure(String name, List<HostileClient> kinds, ApiServer api)
            throws IOException, InterruptedException {
        try (var bed = TestBed.start()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, 3);
            bed.objects().createNodes(site.nodes("w", 0, 3));
            int port = bed.reservePort();
            String reviews = bed.kubeconfig(bed.api().admin()).toString();
            try (Program program = bed.launch()
                    .config(bed.write("vsphere.conf", bed.config()))
                    .with("--leader-elect=" + (api != ApiServer.HANGS))
                    .serving(port)
                    .with("--authentication-kubeconfig=" + reviews, "--authorization-kubeconfig=" + reviews)
                    .start()) {
                program.awaitLog("Logged in to vCenter", LIMIT);
                ActiveRule rule = bed.apiProxy().add(Rule.onAny().then(api.fault));
                Measured measured = measure(name, kinds, api, port, program);
                rule.close();
                requireLeader(program, api);
                return measured;
            }
        }
    }

    private static void requireLeader(Program program, ApiServer api) {
        boolean isLeaderLost = api != ApiServer.HANGS && program.log().contains("Stopped leading");
        if (!program.isAlive() || isLeaderLost) {
            throw new IllegalStateException("the process ended or lost its Lease:\n" + program.log());
        }
    }

    private static Measured measure(String name, List<HostileClient> kinds, ApiServer api, int port, Program program)
            throws IOException, InterruptedException {
        Process attackers = attack(port, kinds);
        try {
            var seconds = new ArrayList<Double>();
            int failed = 0;
            long begin = System.nanoTime();
            for (int n = 0; n < PROBES; n++) {
                TimeUnit.NANOSECONDS.sleep(Math.max(0, begin + n * PERIOD.toNanos() - System.nanoTime()));
                long start = System.nanoTime();
                failed += isAnswered(port) ? 0 : 1;
                seconds.add((double) (System.nanoTime() - start) / 1e9);
            }
            Memory memory = Memory.of(program.pid());
            attackers.getOutputStream().close();
            String last = new String(attackers.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return new Measured(name, api, failed, seconds, last.replace(" connections", ""), memory);
        } finally {
            attackers.destroyForcibly();
        }
    }

    private static Process attack(int port, List<HostileClient> kinds) throws IOException {
        var command = new ArrayList<>(List.of(
                "nice",
                "-n",
                "10",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PortFlood.class.getName(),
                String.valueOf(port),
                String.valueOf(CLIENTS),
                String.valueOf(CONNECTIONS_PER_SECOND)));
        kinds.forEach(kind -> command.add(kind.name()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // The first line: it has begun.
        while (process.getInputStream().read() != '\n') {
            // Waits.
        }
        return process;
    }

    private static boolean isAnswered(int port) {
        try (var socket = new Socket()) {
            int timeout = Math.toIntExact(PROBE_TIMEOUT.toMillis());
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), timeout);
            socket.setSoTimeout(timeout);
            var secured = (SSLSocket)
                    AnyCertificate.context().getSocketFactory().createSocket(socket, "127.0.0.1", port, true);
            secured.getOutputStream()
                    .write("GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(secured.getInputStream().readNBytes(12), StandardCharsets.US_ASCII)
                    .equals("HTTP/1.1 200");
        } catch (IOException _) {
            return false;
        }
    }
}

package dev.vspherecloud.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.ServedPages;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// Measures the process: time until it is ready, memory, and the size of the image.
///
/// Runs the packaged provider, with the JVM settings and the locale of the image, against real servers in two
/// situations: all Nodes are new, and all Nodes are known, as after an update in a running cluster.
public final class ProcessBenchmark {
    private static final int RUNS = Integer.getInteger("vspherecloud.runs", 3);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

    /// The clusters to measure. In the largest one, the provider writes annotations for two minutes after all Nodes are
    /// ready, and is idle only then.
    private static final List<Cluster> CLUSTERS = List.of(
            new Cluster(20, RUNS, Duration.ofSeconds(30)),
            new Cluster(100, RUNS, Duration.ofSeconds(30)),
            new Cluster(1_000, RUNS, Duration.ofSeconds(30)),
            new Cluster(5_000, 1, Duration.ofSeconds(130)));

    /// @param starts number of starts in each of the two situations
    /// @param calm   time between ready and the second memory measurement
    private record Cluster(int nodes, int starts, Duration calm) {}

    /// The measurements of one start.
    ///
    /// @param lease seconds until the process holds the Lease
    /// @param ready seconds until the process is ready and no Node is tainted
    /// @param cpu   CPU seconds until ready
    /// @param then  memory when ready
    /// @param idle  memory after an idle time
    private record Run(double lease, double ready, double cpu, Memory then, Memory idle) {}

    private record Measured(Cluster cluster, List<Run> fresh, List<Run> known) {}

    private ProcessBenchmark() {}

    /// @param arguments the file with the digests of the image, from `make image`, and the file for the report
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var all = new ArrayList<Measured>();
        for (Cluster cluster : CLUSTERS) {
            all.add(measure(cluster));
        }
        String report = text(all, Files.readString(Path.of(arguments[0])));
        System.out.print(report);
        Files.writeString(Path.of(arguments[1]), report);
    }

    private static Measured measure(Cluster cluster) throws IOException, InterruptedException {
        var fresh = new ArrayList<Run>();
        var known = new ArrayList<Run>();
        for (int i = 0; i < cluster.starts(); i++) {
            try (var bed = TestBed.startAlone()) {
                VcenterSite site = bed.addVcenter("vc-a");
                site.addVms("w", 0, cluster.nodes());
                bed.objects().createNodes(site.nodes("w", 0, cluster.nodes()));
                fresh.add(measure(bed, cluster.calm()));
                known.add(measure(bed, cluster.calm()));
            }
            System.err.printf("%d Nodes: %s%n    %s%n", cluster.nodes(), fresh.getLast(), known.getLast());
        }
        return new Measured(cluster, fresh, known);
    }

    /// Adds one Node, so that the cluster is ready only if the new process works.
    private static Run measure(TestBed bed, Duration calm) throws InterruptedException, IOException {
        String before = holder(bed);
        VcenterSite site = bed.vcenter("vc-a");
        addProbe(bed, site);
        int port = bed.reservePort();
        long start = System.nanoTime();
        try (var pages = new ServedPages(port);
                Program program = bed.launchDirectly()
                        .electing()
                        .serving(port)
                        .environment("LC_ALL", "C.UTF-8")
                        .start()) {
            bed.objects()
                    .awaitNodes(
                            LIMIT, _ -> !holder(bed).isEmpty() && !holder(bed).equals(before));
            double lease = seconds(start);
            bed.objects()
                    .awaitNodes(
                            LIMIT,
                            nodes -> nodes.stream().allMatch(ProcessBenchmark::isInitialised) && pages.isOk("/readyz"));
            double ready = seconds(start);
            double cpu = cpu(program);
            Memory then = Memory.of(program.pid());
            TimeUnit.NANOSECONDS.sleep(calm.toNanos());
            Memory idle = Memory.of(program.pid());
            program.terminate();
            return new Run(lease, ready, cpu, then, idle);
        }
    }

    private static void addProbe(TestBed bed, VcenterSite site) {
        int n = bed.objects().nodes().size();
        site.addVms("w", n, n + 1);
        bed.objects().createNodes(site.nodes("w", n, n + 1));
    }

    private static String holder(TestBed bed) {
        return bed.objects()
                .findLease("kube-system", "cloud-controller-manager")
                .map(lease -> lease.path("spec").path("holderIdentity").asText())
                .orElse("");
    }

    private static boolean isInitialised(JsonNode node) {
        return !node.path("spec").path("taints").toString().contains(UNINITIALIZED);
    }

    private static double seconds(long start) {
        return (double) (System.nanoTime() - start) / 1e9;
    }

    private static double cpu(Program program) {
        return ProcessHandle.of(program.pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .map(time -> time.toMillis() / 1e3)
                .orElseThrow();
    }

    private static String text(List<Measured> all, String image) {
        return """
                Start and memory of the process: the packaged provider with the JVM settings and the locale of the
                image, leader election, a real API server and a simulated vCenter, all on one machine with %d cores.
                Median (worst), in seconds and MB.

                %sReady: the process holds the Lease and has read the Nodes and VMs, /readyz succeeds, and no Node is
                tainted. One Node is new in both cases. The limit at 100 Nodes is 3 s on two cores. The goals for idle
                memory are 90, 95, 125 and 195 MB at 20, 100, 1,000 and 5,000 Nodes; cloud-provider-vsphere (Go) needs
                76, 80, 104 and 205.

                Size of the compressed image (limit: 100 MB):
                %s""".formatted(
                        Runtime.getRuntime().availableProcessors(),
                        all.stream().map(ProcessBenchmark::table).collect(Collectors.joining()),
                        image);
    }

    private static String table(Measured measured) {
        Cluster cluster = measured.cluster();
        String title = "%,d Nodes, %d %s"
                .formatted(cluster.nodes(), cluster.starts(), cluster.starts() == 1 ? "start" : "starts");
        return "%-28s %18s %20s%n".formatted(title, "all Nodes new", "all Nodes known")
                + row(measured, "Lease held", Run::lease)
                + row(measured, "ready", Run::ready)
                + row(measured, "CPU until ready", Run::cpu)
                + row(measured, "memory when ready", run -> run.then().resident())
                + row(measured, "memory %d s later".formatted(cluster.calm().toSeconds()), run -> run.idle()
                        .resident())
                + row(measured, "  of which anonymous", run -> run.idle().anonymous())
                + row(measured, "peak memory", run -> run.idle().peak())
                + "\n";
    }

    private static String row(Measured measured, String name, ToDoubleFunction<Run> figure) {
        return "%-28s %18s %20s%n".formatted(name, spread(measured.fresh(), figure), spread(measured.known(), figure));
    }

    private static String spread(List<Run> runs, ToDoubleFunction<Run> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return "%.2f (%.2f)".formatted(sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }
}

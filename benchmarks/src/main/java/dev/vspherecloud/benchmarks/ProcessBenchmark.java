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

/// What the process costs where 100 Nodes are: time until it works, memory, and the size of the image it comes in.
///
/// Packaged program, with the settings of the JVM and the locale of the image, straight on real servers, in two
/// situations: all Nodes are new, and all Nodes are known, as after the update of a running cluster.
public final class ProcessBenchmark {
    private static final int NODES = 100;
    private static final int RUNS = Integer.getInteger("vspherecloud.runs", 5);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int IDLE_SECONDS = 30;
    private static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

    /// One start.
    ///
    /// @param lease seconds until its name is on the Lease
    /// @param ready seconds until it says that it is ready, and no Node is tainted any more
    /// @param cpu   seconds until then
    /// @param then  memory at that moment
    /// @param idle  memory a while later, in which nothing happened
    private record Run(double lease, double ready, double cpu, Memory then, Memory idle) {}

    private record Report(List<Run> fresh, List<Run> known, String image) {}

    private ProcessBenchmark() {}

    /// @param arguments the digests of the image, as `make image` wrote them, and the file for the report
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var fresh = new ArrayList<Run>();
        var known = new ArrayList<Run>();
        for (int i = 0; i < RUNS; i++) {
            try (var bed = TestBed.startAlone()) {
                VcenterSite site = bed.addVcenter("vc-a");
                site.addVms("w", 0, NODES);
                bed.objects().createNodes(site.nodes("w", 0, NODES));
                fresh.add(measure(bed));
                known.add(measure(bed));
            }
            System.err.printf("run %d: %s%n       %s%n", i + 1, fresh.getLast(), known.getLast());
        }
        String report = text(new Report(fresh, known, Files.readString(Path.of(arguments[0]))));
        System.out.print(report);
        Files.writeString(Path.of(arguments[1]), report);
    }

    /// A Node more makes sure that what is ready is the program, and not what another left behind.
    private static Run measure(TestBed bed) throws InterruptedException, IOException {
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
            TimeUnit.SECONDS.sleep(IDLE_SECONDS);
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

    private static String text(Report report) {
        return """
                The process at %d Nodes: packaged program with the settings and the locale of the image, leader election on,
                real API server, simulated vCenter, all on one machine of %d cores. Median (worst) of %d starts, seconds and MB.

                                               all Nodes new      all Nodes known
                %s
                Ready: the lease is held, Nodes and VMs are read, /readyz says so, and no Node is tainted any more; a new one is among
                them in both cases. The bar is 3 s on two cores, and 128 MB. The Go program needs 76 to 103 MB.

                The image, compressed (the bar is 100 MB):
                %s""".formatted(NODES, Runtime.getRuntime().availableProcessors(), RUNS, rows(report), report.image());
    }

    private static String rows(Report report) {
        return row(report, "lease held", Run::lease)
                + row(report, "ready", Run::ready)
                + row(report, "CPU until ready", Run::cpu)
                + row(report, "memory when ready", run -> run.then().resident())
                + row(report, "memory %d s later".formatted(IDLE_SECONDS), run -> run.idle()
                        .resident())
                + row(report, "  of it not in files", run -> run.idle().anonymous())
                + row(report, "most memory ever", run -> run.idle().peak());
    }

    private static String row(Report report, String name, ToDoubleFunction<Run> figure) {
        return "%-28s %18s %20s%n".formatted(name, spread(report.fresh(), figure), spread(report.known(), figure));
    }

    private static String spread(List<Run> runs, ToDoubleFunction<Run> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        return "%.2f (%.2f)".formatted(sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }
}

package dev.vspherecloud.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.servers.KubeObjects;
import dev.vspherecloud.testkit.servers.NodeSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/// Measures the time from the start of the process until 1,000 Nodes are ready, with zones, and the best time that the
/// API server allows: two patches for each of 1,000 Nodes from 8 threads. Both are in one run, because only their
/// ratio is meaningful on a shared machine.
public final class InitialisationBenchmark {
    private static final int NODES = 1000;
    private static final int RUNS = 3;
    private static final int THREADS = 8;
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /// The times of one run, in seconds.
    private record Run(double lowerBound, double program) {
        double ratio() {
            return program / lowerBound;
        }
    }

    private InitialisationBenchmark() {}

    /// @param arguments the file for the report
    public static void main(String[] arguments) throws IOException, InterruptedException, ExecutionException {
        var runs = new ArrayList<Run>();
        for (int i = 0; i < RUNS; i++) {
            Run run = measure();
            System.err.printf("run %d: provider %.2f s, patches %.2f s%n", i + 1, run.program(), run.lowerBound());
            runs.add(run);
        }
        String report = report(runs);
        System.out.print(report);
        Path file = Path.of(arguments[0]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, report);
    }

    private static Run measure() throws InterruptedException, ExecutionException {
        try (var bed = TestBed.startAlone()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, NODES);
            double floor = seconds(lowerBound(bed.objects()));
            bed.objects().deleteNodes();
            bed.objects().createNodes(site.nodes("w", 0, NODES));
            return new Run(floor, seconds(program(bed)));
        }
    }

    private static Duration lowerBound(KubeObjects objects) throws InterruptedException, ExecutionException {
        objects.createNodes(IntStream.range(0, NODES)
                .mapToObj(n -> NodeSpec.aNode("floor-" + n))
                .toList());
        long start = System.nanoTime();
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            var patches = new ArrayList<Callable<JsonNode>>();
            for (int n = 0; n < NODES; n++) {
                String path = "/api/v1/nodes/floor-" + n;
                patches.add(() -> {
                    objects.patch(
                            path + "/status",
                            "{\"status\":{\"phase\":\"\"},\"metadata\":{\"annotations\":{\"a\":\"1\"}}}");
                    return objects.patch(path, "{\"metadata\":{\"labels\":{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\"}}}");
                });
            }
            for (var done : threads.invokeAll(patches)) {
                done.get();
            }
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static Duration program(TestBed bed) {
        long start = System.nanoTime();
        try (Program program = bed.runDirectly()) {
            bed.objects().awaitNodes(LIMIT, all -> all.stream().allMatch(InitialisationBenchmark::isReady));
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            program.terminate();
            return took;
        }
    }

    private static boolean isReady(JsonNode node) {
        return node.path("spec").path("taints").isEmpty()
                && node.path("metadata").path("labels").has("topology.kubernetes.io/zone");
    }

    private static double seconds(Duration duration) {
        return (double) duration.toNanos() / 1e9;
    }

    private static String report(List<Run> runs) {
        List<Double> ratios = runs.stream().map(Run::ratio).sorted().toList();
        var text = new StringBuilder(
                """
                Time from the start of the process until %d Nodes are ready, with zones, compared with the time for
                two patches for each of %d Nodes from %d threads to the same API server. Packaged provider and
                simulated vCenter, all on one machine with %d cores.

                  provider s  patches s    ratio
                """.formatted(NODES, NODES, THREADS, Runtime.getRuntime().availableProcessors()));
        runs.forEach(
                run -> text.append("   %9.2f  %9.2f  %7.2f%n".formatted(run.program(), run.lowerBound(), run.ratio())));
        text.append("%nmedian ratio %.2f (limit: 5; cloud-provider-vsphere (Go): about 107)%n"
                .formatted(ratios.get(ratios.size() / 2)));
        return text.toString();
    }
}

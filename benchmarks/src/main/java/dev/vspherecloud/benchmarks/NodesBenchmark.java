package dev.vspherecloud.benchmarks;

import dev.vspherecloud.testkit.bed.Program;
import dev.vspherecloud.testkit.bed.TestBed;
import dev.vspherecloud.testkit.bed.VcenterSite;
import dev.vspherecloud.testkit.flood.WorstNode;
import dev.vspherecloud.testkit.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Measures the packaged provider, with its own heap of 128 MiB, in two large clusters. One has 500 Nodes that are
/// as large as their kubelets can make them, the other twice as many ordinary Nodes as Kubernetes supports.
public final class NodesBenchmark {
    private static final int WORST = 500;
    private static final int GOOD = 20;
    private static final int ORDINARY = Integer.getInteger("vspherecloud.nodes", 10_000);
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

    private NodesBenchmark() {}

    /// @param arguments the file for the report
    public static void main(String[] arguments) throws IOException {
        var lines = new ArrayList<String>();
        lines.add("%-66s %8s %8s".formatted("", "seconds", "peak MB"));
        besideTheWorst(lines);
        ordinary(lines);
        lines.add("");
        lines.add(
                "Seconds from the start of the process, or from the creation of the Nodes if it runs, until all Nodes");
        lines.add("that are counted are initialised. The heap is 128 MiB, and nothing ended with an OutOfMemoryError.");
        Report.write(Path.of(arguments[0]), InstantSource.system(), lines);
    }

    private static void besideTheWorst(List<String> lines) {
        try (var bed = TestBed.startAlone()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("good", 0, 3 * GOOD);
            site.addVms("worst", 0, WORST);
            bed.objects()
                    .createNodes(site.nodes("worst", 0, WORST).stream()
                            .map(WorstNode::of)
                            .toList());

            bed.objects().createNodes(site.nodes("good", 0, GOOD));
            long start = System.nanoTime();
            try (Program program = bed.run("--leader-elect=false")) {
                lines.add(line(
                        "20 Nodes beside 500 worst, at the start", readyAfter(bed, "good", 0, GOOD, start), program));
                lines.add(line("all 520", readyAfter(bed, "worst", 0, WORST, start), program));
                start = System.nanoTime();
                bed.objects().createNodes(site.nodes("good", GOOD, 2 * GOOD));
                lines.add(line("20 more, while the process runs", readyAfter(bed, "good", GOOD, GOOD, start), program));
                end(program);
            }
            bed.objects().createNodes(site.nodes("good", 2 * GOOD, 3 * GOOD));
            start = System.nanoTime();
            try (Program program = bed.run("--leader-elect=false")) {
                lines.add(line("20 more, at a restart", readyAfter(bed, "good", 2 * GOOD, GOOD, start), program));
                end(program);
            }
        }
        System.err.println(String.join("\n", lines));
    }

    private static void ordinary(List<String> lines) {
        try (var bed = TestBed.startAlone()) {
            VcenterSite site = bed.addVcenter("vc-a");
            site.addVms("w", 0, ORDINARY);
            bed.objects().createNodes(site.nodes("w", 0, ORDINARY));
            lines.add(ordinary("%,d ordinary Nodes, all new".formatted(ORDINARY), bed));
            lines.add(ordinary("the same, all but one known", bed, site));
        }
    }

    private static String ordinary(String title, TestBed bed, VcenterSite site) {
        site.addVms("w", ORDINARY, ORDINARY + 1);
        bed.objects().createNodes(site.nodes("w", ORDINARY, ORDINARY + 1));
        return ordinary(title, bed);
    }

    private static String ordinary(String title, TestBed bed) {
        long start = System.nanoTime();
        try (Program program = bed.run("--leader-elect=false")) {
            bed.objects().awaitNodes(LIMIT, nodes -> nodes.stream().allMatch(node -> isInitialised(node.toString())));
            String line = line(title, seconds(start), program);
            end(program);
            return line;
        }
    }

    private static double readyAfter(TestBed bed, String prefix, int first, int count, long start) {
        for (int n = first; n < first + count; n++) {
            bed.objects().awaitNode(prefix + "-" + n, LIMIT, node -> isInitialised(node.toString()));
        }
        return seconds(start);
    }

    private static boolean isInitialised(String node) {
        return !node.contains(UNINITIALIZED);
    }

    private static String line(String title, double seconds, Program program) {
        return "%-66s %8.2f %8.0f".formatted(title, seconds, memory(program).peak());
    }

    private static Memory memory(Program program) {
        try {
            return Memory.of(program.pid());
        } catch (IOException e) {
            throw new IllegalStateException("the process has ended:\n" + program.log(), e);
        }
    }

    private static void end(Program program) {
        if (program.terminate() != 0 || program.log().contains("OutOfMemoryError")) {
            throw new IllegalStateException("the process did not end as it should:\n" + program.log());
        }
    }

    private static double seconds(long start) {
        return (double) (System.nanoTime() - start) / 1e9;
    }
}

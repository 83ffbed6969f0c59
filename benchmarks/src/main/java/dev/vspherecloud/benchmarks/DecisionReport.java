package dev.vspherecloud.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Runs [DecisionBenchmark] and writes the time of each decision for one Node.
final class DecisionReport {
    private DecisionReport() {}

    public static void main(String[] arguments) throws IOException, RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(DecisionBenchmark.class.getSimpleName())
                        .jvmArgs("-Xmx512m", "-XX:+UseSerialGC")
                        .build())
                .run();
        Files.writeString(Path.of(arguments[0]), text(results));
    }

    private static String text(Collection<RunResult> results) {
        Map<String, Map<Integer, Double>> perNode = new TreeMap<>();
        for (RunResult result : results) {
            String name = result.getPrimaryResult().getLabel();
            int nodes = Integer.parseInt(result.getParams().getParam("nodes"));
            perNode.computeIfAbsent(name, _ -> new TreeMap<>())
                    .put(nodes, result.getPrimaryResult().getScore() / nodes);
        }
        var text = new StringBuilder();
        text.append(
                        "Time of a decision for one Node in microseconds, if all Nodes of a cluster are evaluated once (JMH,\n")
                .append(
                        "average of 5 seconds after 3 seconds of warm-up, one thread, SerialGC). Each VM has one NIC with four\n")
                .append("addresses and thirty interfaces of Pods.\n\n")
                .append("   %-12s %8s %8s %8s   %s\n".formatted("decision", "50", "500", "5000", "5000 / 50"));
        perNode.forEach((name, times) -> text.append(line(name, times)));
        return text.toString();
    }

    private static String line(String name, Map<Integer, Double> times) {
        double few = times.getOrDefault(50, Double.NaN);
        double some = times.getOrDefault(500, Double.NaN);
        double many = times.getOrDefault(5000, Double.NaN);
        return String.format(Locale.ROOT, "   %-12s %8.2f %8.2f %8.2f   %.2f%n", name, few, some, many, many / few);
    }
}

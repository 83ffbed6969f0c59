package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.exposition.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The series that a Prometheus server scraped each minute, as `input_series` of promtool.
///
/// Threads: one.
final class ScrapedSeries {
    private final Set<String> metrics;
    private final Map<String, Map<Integer, Double>> series = new TreeMap<>();
    private int last;

    /// @param metrics the metrics to keep
    ScrapedSeries(Set<String> metrics) {
        this.metrics = Set.copyOf(metrics);
    }

    /// Adds one scrape.
    ///
    /// @param target labels that the server adds to all series of this target, as `job` and `instance`
    void add(int minute, Map<String, String> target, Exposition scrape) {
        last = minute;
        scrape.samples().filter(sample -> metrics.contains(sample.name())).forEach(sample -> series.computeIfAbsent(
                        name(target, sample), _ -> new TreeMap<>())
                .put(minute, sample.value()));
    }

    private static String name(Map<String, String> target, Sample sample) {
        var labels = new TreeMap<>(target);
        labels.putAll(sample.labels());
        return labels.entrySet().stream()
                .map(label -> "%s=\"%s\"".formatted(label.getKey(), label.getValue()))
                .collect(Collectors.joining(",", sample.name() + "{", "}"));
    }

    List<Map<String, String>> input() {
        return series.entrySet().stream()
                .map(each -> Map.of("series", each.getKey(), "values", values(each.getValue())))
                .toList();
    }

    /// Marks a series as stale if a scrape no longer has it, as Prometheus does.
    private String values(Map<Integer, Double> samples) {
        var values = new ArrayList<String>();
        for (int minute = 0; minute <= last; minute++) {
            Double value = samples.get(minute);
            values.add(value != null ? text(value) : samples.containsKey(minute - 1) ? "stale" : "_");
        }
        return String.join(" ", values);
    }

    private static String text(double value) {
        return Double.isInfinite(value) ? (value > 0 ? "Inf" : "-Inf") : Double.toString(value);
    }
}

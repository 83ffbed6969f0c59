package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.observability.metrics.Label;
import dev.vspherecloud.observability.metrics.MetricKind;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Compares the metrics and labels of a query with the table.
final class NamesInQuery {
    /// The labels that a Prometheus server adds.
    private static final Set<String> OF_TARGETS = Set.of("cluster", "job", "instance", "namespace", "pod");

    private NamesInQuery() {}

    static void requireInTable(String where, String query) {
        assertThat(unknown(query)).as(where).isEmpty();
    }

    /// Returns the names that are neither in the table nor added by a Prometheus server.
    static Set<String> unknown(String query) {
        var names = QueryNames.of(query);
        var unknown = new HashSet<String>();
        var known = new HashSet<>(OF_TARGETS);
        names.selectors().forEach(select -> metric(select.metric())
                .ifPresentOrElse(metric -> known.addAll(labels(metric)), () -> unknown.add(select.metric())));
        names.labels().filter(label -> !known.contains(label)).forEach(unknown::add);
        return unknown;
    }

    /// Returns the metric that has a line of this name.
    private static Optional<Metric> metric(String line) {
        return Arrays.stream(Metric.values())
                .filter(metric -> lines(metric).contains(line))
                .findFirst();
    }

    private static List<String> lines(Metric metric) {
        String name = metric.text();
        return switch (metric.kind()) {
            case HISTOGRAM -> List.of(name + "_bucket", name + "_sum", name + "_count");
            case SUMMARY -> List.of(name + "_sum", name + "_count");
            case COUNTER, GAUGE, INFO -> List.of(name);
        };
    }

    private static Set<String> labels(Metric metric) {
        Set<String> labels = metric.labels().stream().map(Label::name).collect(Collectors.toSet());
        if (metric.kind() == MetricKind.HISTOGRAM) {
            labels.add("le");
        }
        return labels;
    }
}

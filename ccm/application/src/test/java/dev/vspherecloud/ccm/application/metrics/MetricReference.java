package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.Label;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Renders the reference of the metrics: the entries come from [Metric], the text around them from a template.
final class MetricReference {
    private static final String WARNING =
            "<!-- Rendered from Metric and metrics.template.md. Do not edit; `make docs` renews it. -->\n\n";

    private MetricReference() {}

    /// @param template with `<groups>` where they belong
    static String render(String template) {
        return WARNING + template.replace("<groups>\n", groups());
    }

    private static String groups() {
        return Arrays.stream(Metric.values())
                .map(Metric::group)
                .distinct()
                .map(group -> "## " + group + "\n\n" + table(group) + labels(group))
                .collect(Collectors.joining("\n"));
    }

    private static List<Metric> in(String group) {
        return Arrays.stream(Metric.values())
                .filter(metric -> metric.group().equals(group))
                .toList();
    }

    private static String table(String group) {
        return in(group).stream()
                .map(MetricReference::row)
                .collect(Collectors.joining(
                        "\n", "| metric | kind | labels | meaning | from | Go |\n|---|---|---|---|---|---|\n", "\n"));
    }

    private static String row(Metric metric) {
        String labels =
                metric.labels().stream().map(label -> "`" + label.name() + "`").collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s | %s | %s |"
                .formatted(
                        metric.text(),
                        kind(metric),
                        labels,
                        metric.description(),
                        metric.source(),
                        metric.isFromGo() ? "yes" : "");
    }

    private static String kind(Metric metric) {
        return switch (metric.kind()) {
            case INFO -> "info";
            case COUNTER, GAUGE, SUMMARY -> metric.kind().type();
            case HISTOGRAM -> "histogram, %s".formatted(bounds(metric.buckets()));
        };
    }

    private static String bounds(List<Double> buckets) {
        return "%s … %s".formatted(number(buckets.getFirst()), number(buckets.getLast()));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }

    private static String labels(String group) {
        List<Label> labels = in(group).stream()
                .flatMap(metric -> metric.labels().stream())
                .distinct()
                .toList();
        return labels.isEmpty()
                ? ""
                : labels.stream().map(MetricReference::label).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String label(Label label) {
        String values = label.values().stream().map(value -> "`" + value + "`").collect(Collectors.joining(", "));
        return "- `%s`: %s%s".formatted(label.name(), label.description(), values.isEmpty() ? "" : "; " + values);
    }
}

package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.observability.metrics.Label;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Renders the reference of the metrics of the CSI driver: the entries come from [CsiMetric], the text around them
/// from a template.
final class CsiMetricReference {
    private static final String WARNING =
            "<!-- Rendered from CsiMetric and csi-metrics.template.md. Do not edit; `make docs` renews it. -->\n\n";

    private CsiMetricReference() {}

    /// @param template with `<groups>` where they belong
    static String render(String template) {
        return WARNING + template.replace("<groups>\n", groups());
    }

    private static String groups() {
        return Arrays.stream(CsiMetric.values())
                .map(CsiMetric::group)
                .distinct()
                .map(group -> "## " + group + "\n\n" + table(group) + labels(group))
                .collect(Collectors.joining("\n"));
    }

    private static List<CsiMetric> in(String group) {
        return Arrays.stream(CsiMetric.values())
                .filter(metric -> metric.group().equals(group))
                .toList();
    }

    private static String table(String group) {
        return in(group).stream()
                .map(CsiMetricReference::row)
                .collect(Collectors.joining(
                        "\n", "| metric | kind | labels | meaning | from | Go |\n|---|---|---|---|---|---|\n", "\n"));
    }

    private static String row(CsiMetric metric) {
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

    private static String kind(CsiMetric metric) {
        return switch (metric.kind()) {
            case INFO -> "info";
            case COUNTER, GAUGE, SUMMARY -> metric.kind().type();
            case HISTOGRAM ->
                "histogram, %s … %s"
                        .formatted(
                                number(metric.buckets().getFirst()),
                                number(metric.buckets().getLast()));
        };
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
                : labels.stream().map(CsiMetricReference::label).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String label(Label label) {
        String values = label.values().stream()
                .filter(value -> !value.isEmpty())
                .map(value -> "`" + value + "`")
                .collect(Collectors.joining(", "));
        return "- `%s`: %s%s".formatted(label.name(), label.description(), values.isEmpty() ? "" : "; " + values);
    }
}

package dev.vspherecloud.observability.metrics;

import java.util.List;

/// One row of the table of metrics: what [Metric] says of a metric, column by column.
///
/// Threads: written by the one that loads [Metric], which nobody sees before it is done; only read ever after.
final class MetricRow {
    final MetricGroup group;
    final MetricKind kind;
    final String name;
    List<Label> labels = List.of();
    List<Double> buckets = List.of();
    String meaning = "";
    String source = "";
    boolean isOfGo;
    boolean isOfRuntime;

    private MetricRow(MetricGroup group, MetricKind kind, String name) {
        this.group = group;
        this.kind = kind;
        this.name = name;
    }

    static MetricRow counter(MetricGroup group, String name) {
        return new MetricRow(group, MetricKind.COUNTER, name);
    }

    static MetricRow gauge(MetricGroup group, String name) {
        return new MetricRow(group, MetricKind.GAUGE, name);
    }

    static MetricRow info(MetricGroup group, String name) {
        return new MetricRow(group, MetricKind.INFO, name);
    }

    /// @param buckets the upper bounds
    static MetricRow histogram(MetricGroup group, String name, List<Double> buckets) {
        var row = new MetricRow(group, MetricKind.HISTOGRAM, name);
        row.buckets = buckets;
        return row;
    }

    /// One that the library takes from the running Java itself.
    static MetricRow runtime(MetricKind kind, String name) {
        var row = new MetricRow(MetricGroup.PROCESS, kind, name).from("Java runtime");
        row.isOfRuntime = true;
        return row;
    }

    MetricRow by(Label... names) {
        labels = List.of(names);
        return this;
    }

    MetricRow means(String sentences) {
        meaning = sentences;
        return this;
    }

    /// Where its values come from.
    MetricRow from(String place) {
        source = place;
        return this;
    }

    /// The Go program has it, under this name, with these labels and this meaning.
    MetricRow asInGo() {
        isOfGo = true;
        return this;
    }
}

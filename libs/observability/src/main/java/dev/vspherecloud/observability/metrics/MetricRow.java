package dev.vspherecloud.observability.metrics;

import java.util.List;

/// One row of a program's table of metrics: what it says of a metric, column by column.
///
/// Threads: written by the one that loads the table, which nobody sees before it is done; only read ever after.
public final class MetricRow {
    final String group;
    final MetricKind kind;
    final String name;
    List<Label> labels = List.of();
    List<Double> buckets = List.of();
    String meaning = "";
    String source = "";
    boolean isOfGo;
    boolean isOfRuntime;

    private MetricRow(String group, MetricKind kind, String name) {
        this.group = group;
        this.kind = kind;
        this.name = name;
    }

    /// @param group title of what it is about, the same for all rows of a group
    public static MetricRow counter(String group, String name) {
        return new MetricRow(group, MetricKind.COUNTER, name);
    }

    public static MetricRow gauge(String group, String name) {
        return new MetricRow(group, MetricKind.GAUGE, name);
    }

    public static MetricRow info(String group, String name) {
        return new MetricRow(group, MetricKind.INFO, name);
    }

    /// @param buckets the upper bounds
    public static MetricRow histogram(String group, String name, List<Double> buckets) {
        var row = new MetricRow(group, MetricKind.HISTOGRAM, name);
        row.buckets = buckets;
        return row;
    }

    /// One that the library takes from the running Java itself.
    public static MetricRow runtime(String group, MetricKind kind, String name) {
        var row = new MetricRow(group, kind, name).from("Java runtime");
        row.isOfRuntime = true;
        return row;
    }

    /// The labels, in the order in which their values are given.
    public MetricRow by(Label... names) {
        labels = List.of(names);
        return this;
    }

    /// For people, and the text of its `# HELP` line.
    public MetricRow means(String sentences) {
        meaning = sentences;
        return this;
    }

    /// Where its values come from.
    public MetricRow from(String place) {
        source = place;
        return this;
    }

    /// The Go program has it, under this name, with these labels and this meaning.
    public MetricRow asInGo() {
        isOfGo = true;
        return this;
    }
}

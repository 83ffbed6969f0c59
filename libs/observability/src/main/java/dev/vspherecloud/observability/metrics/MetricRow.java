package dev.vspherecloud.observability.metrics;

import java.util.List;

/// One row of a program's table of metrics: the properties of one metric.
///
/// Threads: only the thread that loads the table writes a row, before other threads can see the table.
/// Afterwards all threads only read.
public final class MetricRow {
    final String group;
    final MetricKind kind;
    final String name;
    List<Label> labels = List.of();
    List<Double> buckets = List.of();
    String description = "";
    String source = "";
    boolean isFromGo;
    boolean isFromRuntime;

    private MetricRow(String group, MetricKind kind, String name) {
        this.group = group;
        this.kind = kind;
        this.name = name;
    }

    /// Creates the row of a counter.
    ///
    /// @param group the title of the group of metrics, the same for all rows of a group
    public static MetricRow counter(String group, String name) {
        return new MetricRow(group, MetricKind.COUNTER, name);
    }

    public static MetricRow gauge(String group, String name) {
        return new MetricRow(group, MetricKind.GAUGE, name);
    }

    public static MetricRow info(String group, String name) {
        return new MetricRow(group, MetricKind.INFO, name);
    }

    /// Creates the row of a histogram.
    ///
    /// @param buckets the upper bounds of the buckets
    public static MetricRow histogram(String group, String name, List<Double> buckets) {
        var row = new MetricRow(group, MetricKind.HISTOGRAM, name);
        row.buckets = buckets;
        return row;
    }

    /// Returns a row for a metric that the metrics library reads from the Java runtime.
    public static MetricRow runtime(String group, MetricKind kind, String name) {
        var row = new MetricRow(group, kind, name).from("Java runtime");
        row.isFromRuntime = true;
        return row;
    }

    /// Sets the labels. Their order is the order in which callers pass the values.
    public MetricRow by(Label... names) {
        labels = List.of(names);
        return this;
    }

    /// Sets the description for people, which is also the text of the `# HELP` line.
    public MetricRow means(String sentences) {
        description = sentences;
        return this;
    }

    /// Sets the text that says where the values come from.
    public MetricRow from(String place) {
        source = place;
        return this;
    }

    /// Marks a metric that the program in Go has, too, with the same name, labels and meaning:
    /// cloud-provider-vsphere (Go) or vsphere-csi-driver (Go).
    public MetricRow asInGo() {
        isFromGo = true;
        return this;
    }
}

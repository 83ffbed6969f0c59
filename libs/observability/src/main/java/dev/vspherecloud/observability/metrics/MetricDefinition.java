package dev.vspherecloud.observability.metrics;

import java.util.List;

/// Defines one metric of a program. Each program has one closed table of metrics, usually an enum. Each
/// constant describes its metric with a [MetricRow].
///
/// Names and labels are stable, since alerts depend on them.
public interface MetricDefinition {
    /// Returns the row of the table that describes this metric.
    MetricRow row();

    /// Returns the name of the metric in the exposition format, including `_total`.
    default String text() {
        return row().name;
    }

    /// Returns the title of the group to which the metric belongs.
    default String group() {
        return row().group;
    }

    default MetricKind kind() {
        return row().kind;
    }

    default List<Label> labels() {
        return row().labels;
    }

    /// Returns the upper bounds of a histogram's buckets.
    default List<Double> buckets() {
        return row().buckets;
    }

    /// Returns the description for people, which is also the text of the `# HELP` line.
    default String description() {
        return row().description;
    }

    /// Returns a text that says where the values of the metric come from.
    default String source() {
        return row().source;
    }

    /// Returns true if the program in Go that this one replaces has this metric, too: cloud-provider-vsphere (Go)
    /// or vsphere-csi-driver (Go).
    default boolean isFromGo() {
        return row().isFromGo;
    }

    /// Returns true if the metrics library reads the metric from the Java runtime, under a name of its own.
    default boolean isFromRuntime() {
        return row().isFromRuntime;
    }
}

package dev.vspherecloud.observability.metrics;

import java.util.List;

/// One metric of a program. Each program has one closed table of them, usually an enum: its constants say what they
/// are with a [MetricRow], and all else follows from that.
///
/// Names and labels are stable: alerts are written on them.
public interface MetricDefinition {
    /// What the table says of it.
    MetricRow row();

    /// As in the text, `_total` included.
    default String text() {
        return row().name;
    }

    /// Title of what it is about.
    default String group() {
        return row().group;
    }

    default MetricKind kind() {
        return row().kind;
    }

    default List<Label> labels() {
        return row().labels;
    }

    /// Upper bounds of a histogram.
    default List<Double> buckets() {
        return row().buckets;
    }

    /// For people, and the text of its `# HELP` line.
    default String meaning() {
        return row().meaning;
    }

    /// Where its values come from.
    default String source() {
        return row().source;
    }

    /// True if cloud-provider-vsphere (Go) has it, too.
    default boolean isOfGo() {
        return row().isOfGo;
    }

    /// True if the library takes it from the running Java, under a name of its own.
    default boolean isOfRuntime() {
        return row().isOfRuntime;
    }
}

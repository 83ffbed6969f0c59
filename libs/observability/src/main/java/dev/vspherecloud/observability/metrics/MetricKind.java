package dev.vspherecloud.observability.metrics;

/// The type of a metric.
public enum MetricKind {
    /// Only increases while the process runs; its name ends in `_total`.
    COUNTER("counter"),

    /// Increases and decreases. Also used for counts of cloud-provider-vsphere (Go) whose names lack `_total`: the
    /// format has no other type for such a name.
    GAUGE("gauge"),

    /// Counts how many values were at most each of the bounds.
    HISTOGRAM("histogram"),

    /// Count and sum of the observed values.
    SUMMARY("summary"),

    /// Always 1; the information is in its labels.
    INFO("gauge");

    private final String type;

    MetricKind(String type) {
        this.type = type;
    }

    /// Returns the type in a `# TYPE` line.
    public String type() {
        return type;
    }
}

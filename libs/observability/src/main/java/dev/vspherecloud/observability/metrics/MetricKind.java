package dev.vspherecloud.observability.metrics;

/// The type of a metric.
public enum MetricKind {
    /// A value that only increases while the process runs. The name ends in `_total`.
    COUNTER("counter"),

    /// A value that increases and decreases. Counts of cloud-provider-vsphere (Go) whose names lack `_total`
    /// also have this type, because the format has no other type for such a name.
    GAUGE("gauge"),

    /// For each bound, the number of observed values that were at most as large as the bound.
    HISTOGRAM("histogram"),

    /// The number and the sum of the observed values.
    SUMMARY("summary"),

    /// A value that is always 1; the labels contain the information.
    INFO("gauge");

    private final String type;

    MetricKind(String type) {
        this.type = type;
    }

    /// Returns the type as a `# TYPE` line shows it.
    public String type() {
        return type;
    }
}

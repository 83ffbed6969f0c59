package dev.vspherecloud.observability.metrics;

/// How the values of a metric behave.
public enum MetricKind {
    /// Only grows while the process lives; its name ends in `_total`.
    COUNTER("counter"),

    /// Goes up and down. Also what the Go program counts under a name without `_total`: the format has no other kind
    /// for such a name.
    GAUGE("gauge"),

    /// How often a value was at most this.
    HISTOGRAM("histogram"),

    /// Count and sum of what was observed.
    SUMMARY("summary"),

    /// Always 1; what it tells is in its labels.
    INFO("gauge");

    private final String type;

    MetricKind(String type) {
        this.type = type;
    }

    /// The word in a `# TYPE` line.
    public String type() {
        return type;
    }
}

package dev.vspherecloud.observability.program;

import static dev.vspherecloud.observability.metrics.MetricRow.counter;
import static dev.vspherecloud.observability.metrics.MetricRow.histogram;

import dev.vspherecloud.observability.metrics.Label;
import dev.vspherecloud.observability.metrics.MetricDefinition;
import dev.vspherecloud.observability.metrics.MetricRow;
import java.util.List;

/// The metrics of a program that attaches disks.
enum DiskMetric implements MetricDefinition {
    ATTACHED(counter("Disks", "example_disks_attached_total")
            .by(Label.of("result", "what came of it", "attached", "refused"))
            .means("Disks that were to be attached.")
            .from("the attacher")),
    DURATION(histogram("Disks", "example_attach_seconds", List.of(0.5, 5.0))
            .means("From the request to the attached disk.")
            .from("the attacher"));

    private final MetricRow row;

    DiskMetric(MetricRow row) {
        this.row = row;
    }

    @Override
    public MetricRow row() {
        return row;
    }
}

package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import org.junit.jupiter.api.Test;

class MetricReferenceTest {
    private final String rendered =
            MetricReference.render(Project.resource(MetricReferenceTest.class, "metrics.template.md"));

    @Test
    void thePageIsWhatTheTableSays() {
        assertThat(Project.renewed(Project.path("docs/reference/metrics.md"), rendered))
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void everyMetricIsOnThePage() {
        for (Metric metric : Metric.values()) {
            assertThat(rendered).contains("\n| `" + metric.text() + "` |");
        }
    }
}

package dev.vspherecloud.csi.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Project;
import org.junit.jupiter.api.Test;

class CsiMetricReferenceTest {
    private final String rendered =
            CsiMetricReference.render(Project.resource(CsiMetricReferenceTest.class, "csi-metrics.template.md"));

    @Test
    void thePageIsWhatTheTableSays() {
        assertThat(Project.renewed(Project.path("docs/reference/csi-metrics.md"), rendered))
                .as("renew it with `make docs`, and look at the difference")
                .hasContent(rendered);
    }

    @Test
    void everyMetricIsOnThePage() {
        for (CsiMetric metric : CsiMetric.values()) {
            assertThat(rendered).contains("\n| `" + metric.text() + "` |");
        }
    }
}

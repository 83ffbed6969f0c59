package dev.vspherecloud.ccm.application.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.observability.metrics.Label;
import dev.vspherecloud.observability.metrics.MetricKind;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MetricTest {
    @Test
    void namesAreUnique() {
        assertThat(Arrays.stream(Metric.values()).map(Metric::text)).doesNotHaveDuplicates();
    }

    @Test
    void countersEndInTotalAndNothingElseDoes() {
        assertThat(Metric.values())
                .allSatisfy(metric -> assertThat(metric.text().endsWith("_total"))
                        .as(metric.text())
                        .isEqualTo(metric.kind() == MetricKind.COUNTER));
    }

    @Test
    void metricsOfThisProjectHaveItsPrefix() {
        assertThat(Metric.values())
                .filteredOn(metric -> !metric.isFromGo() && !metric.isFromRuntime())
                .allSatisfy(metric -> assertThat(metric.text()).startsWith("vspherecloud_"));
    }

    @Test
    void everyRowHasADescriptionAndASource() {
        assertThat(Metric.values()).allSatisfy(metric -> {
            assertThat(metric.description()).endsWith(".");
            assertThat(metric.source()).isNotBlank();
        });
    }

    @Test
    void noLabelIsANodeOrAVm() {
        assertThat(Metric.values())
                .flatExtracting(Metric::labels)
                .extracting(Label::name)
                .doesNotContain("node", "vm", "uid");
    }

    @Test
    void thereAreMoreThanThirtyBesidesThoseOfTheRuntime() {
        assertThat(Metric.values())
                .filteredOn(metric -> !metric.isFromRuntime())
                .hasSizeGreaterThan(30);
    }
}

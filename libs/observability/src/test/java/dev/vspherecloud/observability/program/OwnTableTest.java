package dev.vspherecloud.observability.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.MetricDefinition;
import dev.vspherecloud.observability.metrics.MetricRow;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.testkit.exposition.Exposition;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OwnTableTest {
    private final Metrics metrics = new Metrics(DiskMetric.values());

    @Test
    void theTableOfAnyProgramIsShown() {
        metrics.counter(DiskMetric.ATTACHED).increment("attached");
        metrics.histogram(DiskMetric.DURATION).observe(Duration.ofSeconds(2));

        assertThat(metrics.text("")).contains("""
                        # HELP example_attach_seconds From the request to the attached disk.
                        # TYPE example_attach_seconds histogram
                        example_attach_seconds_bucket{le="0.5"} 0
                        example_attach_seconds_bucket{le="5.0"} 1
                        example_attach_seconds_bucket{le="+Inf"} 1
                        example_attach_seconds_count 1
                        example_attach_seconds_sum 2.0
                        # HELP example_disks_attached_total Disks that were to be attached.
                        # TYPE example_disks_attached_total counter
                        example_disks_attached_total{result="attached"} 1.0
                        """);
    }

    @Test
    void unknownLabelValuesCountAsOther() {
        CounterSeries attached = metrics.counter(DiskMetric.ATTACHED);
        attached.increment("lost");
        attached.increment("vanished");

        assertThat(Exposition.parse(metrics.text("")).value("example_disks_attached_total", "result", "other"))
                .contains(2.0);
    }

    @Test
    void aMetricThatIsNotRegisteredIsListed() {
        metrics.counter(DiskMetric.ATTACHED);

        assertThat(metrics.unregistered()).isEqualTo(Set.of(DiskMetric.DURATION));
    }

    @Test
    void aMetricWithoutATableIsRefused() {
        MetricRow row = MetricRow.gauge("Disks", "example_disks").means("Disks.");
        MetricDefinition stray = () -> row;

        assertThatThrownBy(() -> metrics.gauge(stray))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the table of metrics does not contain");
        assertThatThrownBy(() -> metrics.read(stray, _ -> {})).isInstanceOf(IllegalArgumentException.class);
    }
}

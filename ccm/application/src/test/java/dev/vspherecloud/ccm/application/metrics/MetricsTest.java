package dev.vspherecloud.ccm.application.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Label;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.testkit.exposition.Exposition;
import dev.vspherecloud.testkit.exposition.Family;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private final Metrics metrics = new Metrics(Metric.values());

    @Test
    void everyRowCanBeShownAndIsOfItsKind() {
        for (Metric metric : Metric.values()) {
            show(metric);
        }

        Map<String, Family> families = Exposition.parse(text("")).families();

        Map<String, String> types = Arrays.stream(Metric.values())
                .collect(Collectors.toMap(Metric::text, metric -> metric.kind().type()));
        assertThat(families.values().stream().collect(Collectors.toMap(Family::name, Family::type)))
                .isEqualTo(types);
    }

    @Test
    void everyLabelOfTheTextIsInTheTable() {
        for (Metric metric : Metric.values()) {
            show(metric);
        }
        Map<String, Metric> table =
                Arrays.stream(Metric.values()).collect(Collectors.toMap(Metric::text, Function.identity()));

        assertThat(Exposition.parse(text("")).families().values()).allSatisfy(family -> {
            Metric metric = requireNonNull(table.get(family.name()), family.name());
            assertThat(metric.labels()).extracting(Label::name).containsAll(family.labelNames());
        });
    }

    private void show(Metric metric) {
        String[] labels = metric.labels().stream().map(Label::name).toArray(String[]::new);
        if (!metric.isFromRuntime()) {
            switch (metric.kind()) {
                case COUNTER -> metrics.counter(metric).increment(labels);
                case GAUGE -> metrics.gauge(metric).set(1, labels);
                case HISTOGRAM -> metrics.histogram(metric).observe(1, labels);
                case INFO -> metrics.info(metric, labels);
                case SUMMARY -> throw new AssertionError("only the runtime has summaries");
            }
        }
    }

    @Test
    void anUnknownLabelValueCountsAsOther() {
        CounterSeries calls = metrics.counter(Metric.CALLS);
        calls.increment("vc1", "Login");
        calls.increment("vc1", "Frobnicate");
        calls.increment("vc1", "Meddle");

        assertThat(Exposition.parse(text("")).value("vspherecloud_vcenter_calls_total", "method", "other"))
                .contains(2.0);
    }

    @Test
    void aRemovedVcenterHasNoSeries() {
        CounterSeries calls = metrics.counter(Metric.CALLS);
        calls.increment("vc1", "Login");
        calls.increment("vc2", "Login");

        calls.retainOnly("vcenter", Set.of("vc2"));

        Exposition text = Exposition.parse(text(""));
        assertThat(text.value("vspherecloud_vcenter_calls_total", "vcenter", "vc1"))
                .isEmpty();
        assertThat(text.value("vspherecloud_vcenter_calls_total", "vcenter", "vc2"))
                .contains(1.0);
    }

    @Test
    void aGaugeIsReadAtEachScrape() {
        var depth = new int[] {3};
        metrics.read(Metric.QUEUE_DEPTH, sink -> sink.value(depth[0], "Nodes"));

        assertThat(Exposition.parse(text("")).value("workqueue_depth", "name", "Nodes"))
                .contains(3.0);
        depth[0] = 5;
        assertThat(Exposition.parse(text("")).value("workqueue_depth", "name", "Nodes"))
                .contains(5.0);
    }

    @Test
    void openMetricsIsSentToAClientThatAcceptsIt() {
        HistogramSeries wait = metrics.histogram(Metric.QUEUE_WAIT);
        wait.observe(Duration.ofMillis(5), "Nodes");

        assertThat(Metrics.contentType("text/plain")).startsWith("text/plain; version=0.0.4");
        assertThat(Metrics.contentType("application/openmetrics-text;version=1.0.0,text/plain;q=0.3"))
                .startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(text("application/openmetrics-text"))
                .contains("workqueue_queue_duration_seconds_count{name=\"Nodes\"} 1\n")
                .doesNotContain("_created")
                .endsWith("# EOF\n");
    }

    @Test
    void aMetricIsOfTheKindThatTheTableSays() {
        assertThatThrownBy(() -> metrics.gauge(Metric.CALLS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> metrics.gauge(Metric.PROCESS_OPEN_FDS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> metrics.read(Metric.REACTION, _ -> {})).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aMetricWithoutASeriesIsUnregistered() {
        assertThat(metrics.unregistered()).contains(Metric.CALLS).doesNotContain(Metric.PROCESS_OPEN_FDS);

        metrics.counter(Metric.CALLS);

        assertThat(metrics.unregistered()).isNotEmpty().doesNotContain(Metric.CALLS);
    }

    private String text(String accept) {
        return metrics.text(accept);
    }
}

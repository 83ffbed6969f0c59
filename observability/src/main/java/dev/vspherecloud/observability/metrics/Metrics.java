package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.OutputStream;

/// The metrics of one process. Each is asked for once, by its row of the table, and is of the row's kind.
///
/// Threads: any.
public final class Metrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RuntimeMetrics runtime = new RuntimeMetrics(registry);

    public CounterSeries counter(Metric metric) {
        require(metric, MetricKind.COUNTER);
        return new CounterSeries(
                metric,
                Counter.builder()
                        .name(metric.text())
                        .help(metric.meaning())
                        .labelNames(labels(metric))
                        .withoutExemplars()
                        .register(registry));
    }

    public GaugeSeries gauge(Metric metric) {
        require(metric, MetricKind.GAUGE);
        return new GaugeSeries(
                metric,
                Gauge.builder()
                        .name(metric.text())
                        .help(metric.meaning())
                        .labelNames(labels(metric))
                        .withoutExemplars()
                        .register(registry));
    }

    public HistogramSeries histogram(Metric metric) {
        require(metric, MetricKind.HISTOGRAM);
        return new HistogramSeries(
                metric,
                Histogram.builder()
                        .name(metric.text())
                        .help(metric.meaning())
                        .labelNames(labels(metric))
                        .classicOnly()
                        .classicUpperBounds(metric.buckets().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray())
                        .withoutExemplars()
                        .register(registry));
    }

    /// A gauge or counter that is read when somebody looks.
    public void read(Metric metric, Reading reading) {
        switch (metric.kind()) {
            case GAUGE ->
                GaugeWithCallback.builder()
                        .name(metric.text())
                        .help(metric.meaning())
                        .labelNames(labels(metric))
                        .callback(sink -> reading.read(sink::call))
                        .register(registry);
            case COUNTER ->
                CounterWithCallback.builder()
                        .name(metric.text())
                        .help(metric.meaning())
                        .labelNames(labels(metric))
                        .callback(sink -> reading.read(sink::call))
                        .register(registry);
            case HISTOGRAM, SUMMARY, INFO -> throw new IllegalArgumentException(metric + " can't be read");
        }
    }

    /// @param values of its labels, in the order of the table
    public void info(Metric metric, String... values) {
        require(metric, MetricKind.INFO);
        Info.builder()
                .name(metric.text())
                .help(metric.meaning())
                .labelNames(labels(metric))
                .register(registry)
                .setLabelValues(values);
    }

    /// The type of what [#write] writes.
    ///
    /// @param accept the `Accept` header of who asks, empty without one
    public static String contentType(String accept) {
        return writer(accept).getContentType();
    }

    /// Writes all metrics as they are now: OpenMetrics to whoever accepts that, else Prometheus' own text.
    public void write(OutputStream out, String accept) throws IOException {
        runtime.begin();
        writer(accept).write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
    }

    private static ExpositionFormatWriter writer(String accept) {
        return accept.contains("application/openmetrics-text")
                ? new OpenMetricsTextFormatWriter(false, false)
                : new PrometheusTextFormatWriter(false);
    }

    private static String[] labels(Metric metric) {
        return metric.labels().stream().map(Label::name).toArray(String[]::new);
    }

    private static void require(Metric metric, MetricKind kind) {
        if (metric.kind() != kind || metric.isOfRuntime()) {
            throw new IllegalArgumentException("%s is a %s".formatted(metric, metric.kind()));
        }
    }
}

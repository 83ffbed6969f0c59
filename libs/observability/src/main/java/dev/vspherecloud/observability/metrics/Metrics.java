package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.core.metrics.MetricWithFixedMetadata;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// The registry of the metrics of one process, which are those of one closed table. Each metric is created
/// once, by its row of the table, and has the kind of the row.
///
/// Threads: any.
public final class Metrics {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RuntimeMetrics runtime = new RuntimeMetrics(registry);
    private final Set<MetricDefinition> table;
    private final Set<MetricDefinition> registered = ConcurrentHashMap.newKeySet();

    /// Creates a registry without values.
    ///
    /// @param table every metric that the program has, including those of the Java runtime
    public Metrics(MetricDefinition... table) {
        this.table = Set.of(table);
    }

    public CounterSeries counter(MetricDefinition metric) {
        register(metric, MetricKind.COUNTER);
        return new CounterSeries(
                metric, described(Counter.builder(), metric).withoutExemplars().register(registry));
    }

    public GaugeSeries gauge(MetricDefinition metric) {
        register(metric, MetricKind.GAUGE);
        return new GaugeSeries(
                metric, described(Gauge.builder(), metric).withoutExemplars().register(registry));
    }

    public HistogramSeries histogram(MetricDefinition metric) {
        register(metric, MetricKind.HISTOGRAM);
        return new HistogramSeries(
                metric,
                described(Histogram.builder(), metric)
                        .classicOnly()
                        .classicUpperBounds(metric.buckets().stream()
                                .mapToDouble(Double::doubleValue)
                                .toArray())
                        .withoutExemplars()
                        .register(registry));
    }

    /// Registers a gauge or counter whose values are read at each scrape.
    public void read(MetricDefinition metric, GaugeCallback reading) {
        requireInTable(metric);
        registered.add(metric);
        switch (metric.kind()) {
            case GAUGE ->
                described(GaugeWithCallback.builder(), metric)
                        .callback(sink -> reading.read(sink::call))
                        .register(registry);
            case COUNTER ->
                described(CounterWithCallback.builder(), metric)
                        .callback(sink -> reading.read(sink::call))
                        .register(registry);
            case HISTOGRAM, SUMMARY, INFO -> throw new IllegalArgumentException(metric + " cannot be read");
        }
    }

    /// Creates a metric that is always 1.
    ///
    /// @param values the values of its labels, in the order of the table of metrics
    public void info(MetricDefinition metric, String... values) {
        register(metric, MetricKind.INFO);
        described(Info.builder(), metric).register(registry).setLabelValues(values);
    }

    /// Returns the content type of the text that [#text] returns.
    ///
    /// @param accept the `Accept` header of the request; empty without one
    public static String contentType(String accept) {
        return writer(accept).getContentType();
    }

    /// Returns all metrics with their present values: in OpenMetrics format if the client accepts it, otherwise in
    /// Prometheus' text format.
    public String text(String accept) {
        runtime.begin();
        var out = new ByteArrayOutputStream();
        try {
            writer(accept).write(out, registry.scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException e) {
            throw new UncheckedIOException("bug: a write to memory failed", e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /// Returns the metrics of the table that were never created, and so have no values. Metrics of the Java
    /// runtime are not included.
    public Set<MetricDefinition> unregistered() {
        return table.stream()
                .filter(metric -> !metric.isFromRuntime() && !registered.contains(metric))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static ExpositionFormatWriter writer(String accept) {
        return accept.contains("application/openmetrics-text")
                ? OpenMetricsTextFormatWriter.builder().build()
                : PrometheusTextFormatWriter.builder().build();
    }

    private static <B extends MetricWithFixedMetadata.Builder<B, ?>> B described(B builder, MetricDefinition metric) {
        return builder.name(metric.text())
                .help(metric.description())
                .labelNames(metric.labels().stream().map(Label::name).toArray(String[]::new));
    }

    private void register(MetricDefinition metric, MetricKind kind) {
        requireInTable(metric);
        if (metric.kind() != kind || metric.isFromRuntime()) {
            throw new IllegalArgumentException("%s is a %s".formatted(metric, metric.kind()));
        }
        registered.add(metric);
    }

    private void requireInTable(MetricDefinition metric) {
        if (!table.contains(metric)) {
            throw new IllegalArgumentException("bug: the table of metrics does not contain %s".formatted(metric));
        }
    }
}

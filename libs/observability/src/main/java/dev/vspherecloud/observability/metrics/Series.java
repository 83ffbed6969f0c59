package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.core.metrics.StatefulMetric;
import java.util.List;
import java.util.Set;

/// The base of all instruments with labels: it bounds label values as the table says, and can remove series.
sealed class Series permits CounterSeries, GaugeSeries, HistogramSeries {
    private final MetricDefinition metric;
    private final StatefulMetric<?, ?> stored;

    Series(MetricDefinition metric, StatefulMetric<?, ?> stored) {
        this.metric = metric;
        this.stored = stored;
    }

    /// @param values in the order of the table
    final String[] knownValues(String... values) {
        List<Label> labels = metric.labels();
        if (values.length != labels.size()) {
            throw new IllegalArgumentException("%s has the labels %s".formatted(metric.text(), labels));
        }
        var bound = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            bound[i] = labels.get(i).knownValue(values[i]);
        }
        return bound;
    }

    /// Removes all series whose value of this label is not among these values.
    public final void retainOnly(String label, Set<String> values) {
        List<String> names = metric.labels().stream().map(Label::name).toList();
        int index = names.indexOf(label);
        if (index < 0) {
            throw new IllegalArgumentException("%s has no label %s".formatted(metric.text(), label));
        }
        stored.removeIf(each -> !values.contains(each.get(index)));
    }
}

package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.core.metrics.StatefulMetric;
import java.util.List;
import java.util.Set;

/// The base of all metrics with labels: replaces label values that the table does not have, and can remove
/// series.
sealed class Series permits CounterSeries, GaugeSeries, HistogramSeries {
    private final MetricDefinition metric;
    private final StatefulMetric<?, ?> stored;

    Series(MetricDefinition metric, StatefulMetric<?, ?> stored) {
        this.metric = metric;
        this.stored = stored;
    }

    /// Returns the label values with unknown values replaced by [Label#OTHER].
    ///
    /// @param values the values of the labels, in the order of the table of metrics
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

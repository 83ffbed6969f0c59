package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.serving.ServingObserver;

/// Counts what the HTTPS port refuses to clients.
///
/// Threads: any.
public final class PortMetrics implements ServingObserver {
    private final CounterSeries refusals;

    PortMetrics(Metrics metrics) {
        refusals = metrics.counter(Metric.PORT_REFUSALS);
        Metric.PORT_REFUSALS.labels().getFirst().values().forEach(refusals::begin);
    }

    @Override
    public void onRefused(Refusal refusal) {
        refusals.increment(refusal.text());
    }
}

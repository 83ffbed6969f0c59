package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.reconcile.SupervisorObserver;

/// Counts unexpected failures of threads, by the kind of the thread.
///
/// Threads: any.
public final class ThreadMetrics implements SupervisorObserver {
    private final CounterSeries failures;

    ThreadMetrics(Metrics metrics) {
        failures = metrics.counter(Metric.THREAD_FAILURES);
        Metric.THREAD_FAILURES.labels().getFirst().values().forEach(failures::begin);
    }

    @Override
    public void onFailed(String thread) {
        failures.increment(thread);
    }
}

package dev.vspherecloud.ccm.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.Metric;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.util.List;

/// The failures that nobody expects, by the kind of thread.
///
/// Threads: any.
public final class ThreadMetrics implements SupervisorObserver {
    private static final List<String> KINDS = List.of(
            "authentication",
            "config",
            "credentials",
            "events",
            "leader-election",
            "lease-watch",
            "nodes",
            "services",
            "serving",
            "vcenter",
            "vcenter-cancel",
            "vcenter-tags",
            "worker");

    private final CounterSeries failures;

    ThreadMetrics(Metrics metrics) {
        failures = metrics.counter(Metric.THREAD_FAILURES);
        KINDS.forEach(failures::begin);
    }

    @Override
    public void failed(String thread) {
        failures.increment(thread);
    }
}

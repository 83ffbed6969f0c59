package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.atomic.AtomicBoolean;

/// Registers the metrics of the process and the Java runtime that the metrics library supplies. This happens at
/// the first scrape, since loading the management beans for them would delay the start of the program too much.
///
/// Threads: any.
final class RuntimeMetrics {
    private final PrometheusRegistry registry;
    private final AtomicBoolean isBegun = new AtomicBoolean();

    RuntimeMetrics(PrometheusRegistry registry) {
        this.registry = registry;
    }

    /// Registers the metrics at the first call, and does nothing afterwards. A scrape that runs at the same time
    /// does not show them yet.
    void begin() {
        if (isBegun.compareAndSet(false, true)) {
            ProcessMetrics.builder().register(registry);
            JvmRuntimeInfoMetric.builder().register(registry);
            JvmMemoryMetrics.builder().register(registry);
            JvmGarbageCollectorMetrics.builder().register(registry);
            JvmThreadsMetrics.builder().register(registry);
        }
    }
}

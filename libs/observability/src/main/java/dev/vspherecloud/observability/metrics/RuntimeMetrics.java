package dev.vspherecloud.observability.metrics;

import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.concurrent.atomic.AtomicBoolean;

/// What the library tells of process and Java runtime. It begins with the first scrape, since the management beans
/// behind it take longer to load than the rest of the program's start allows for.
///
/// Threads: any.
final class RuntimeMetrics {
    private final PrometheusRegistry registry;
    private final AtomicBoolean isBegun = new AtomicBoolean();

    RuntimeMetrics(PrometheusRegistry registry) {
        this.registry = registry;
    }

    /// Without effect but for the first time. Who scrapes at that very moment as well does not see them yet.
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

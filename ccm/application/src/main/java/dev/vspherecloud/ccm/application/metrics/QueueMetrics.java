package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeCallback;
import dev.vspherecloud.observability.metrics.HistogramSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.reconcile.LoopObserver;
import dev.vspherecloud.reconcile.QueueLoad;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/// Metrics of the work queues. A label names the queue.
///
/// Threads: any; a concurrent map holds the sources to read.
public final class QueueMetrics {
    private static final double NANOS = 1e9;

    private final CounterSeries adds;
    private final CounterSeries retries;
    private final HistogramSeries waits;
    private final HistogramSeries work;
    private final Map<String, Supplier<QueueLoad>> loads = new ConcurrentHashMap<>();

    QueueMetrics(Metrics metrics) {
        adds = metrics.counter(Metric.QUEUE_ADDS);
        retries = metrics.counter(Metric.QUEUE_RETRIES);
        waits = metrics.histogram(Metric.QUEUE_WAIT);
        work = metrics.histogram(Metric.QUEUE_WORK);
        metrics.read(Metric.QUEUE_DEPTH, reading(QueueLoad::due));
        metrics.read(Metric.QUEUE_UNFINISHED, reading(load -> seconds(load.unfinished())));
        metrics.read(Metric.QUEUE_LONGEST, reading(load -> seconds(load.longest())));
    }

    private GaugeCallback reading(ToDoubleFunction<QueueLoad> value) {
        return sink -> loads.forEach((name, load) -> sink.value(value.applyAsDouble(load.get()), name));
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS;
    }

    /// Sets the source of the load of the queue with this name.
    public void watch(String name, Supplier<QueueLoad> load) {
        loads.put(name, load);
    }

    /// Returns the observer for the loop that handles the queue with this name.
    public LoopObserver of(String name) {
        adds.begin(name);
        retries.begin(name);
        return new LoopObserver() {
            @Override
            public void onAdded() {
                adds.increment(name);
            }

            @Override
            public void onTaken(Duration waited) {
                waits.observe(waited, name);
            }

            @Override
            public void onReconciled(Duration duration) {
                work.observe(duration, name);
            }

            @Override
            public void onRetried() {
                retries.increment(name);
            }
        };
    }
}

package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.kubernetes.lease.ElectionObserver;
import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.util.function.LongSupplier;

/// Who leads, and what works because of that.
///
/// Threads: any; one volatile field says whom to ask.
public final class ElectionMetrics implements ElectionObserver {
    private static final String MANAGER = "cloud-controller-manager";

    private final GaugeSeries leading;
    private final GaugeSeries masterStatus;
    private final CounterSeries slowPath;
    private final GaugeSeries running;
    private volatile LongSupplier eventsDropped = () -> 0;

    ElectionMetrics(Metrics metrics) {
        leading = metrics.gauge(Metric.LEADING);
        masterStatus = metrics.gauge(Metric.MASTER_STATUS);
        slowPath = metrics.counter(Metric.SLOW_PATH);
        running = metrics.gauge(Metric.RUNNING);
        metrics.read(Metric.EVENTS_DROPPED, sink -> sink.value((double) eventsDropped.getAsLong()));
    }

    /// Whether this process does the work.
    public void leads(boolean leads) {
        leading.set(leads);
    }

    @Override
    public void leads(String lease, boolean leads) {
        masterStatus.set(leads, lease);
    }

    @Override
    public void tookSlowPath(String lease) {
        slowPath.increment(lease);
    }

    /// Whether this controller runs, by the name that the Go program has for it.
    public void runs(String controller, boolean isSo) {
        running.set(isSo, controller, MANAGER);
    }

    /// So many Events were thrown away.
    public void followEvents(LongSupplier dropped) {
        eventsDropped = dropped;
    }
}

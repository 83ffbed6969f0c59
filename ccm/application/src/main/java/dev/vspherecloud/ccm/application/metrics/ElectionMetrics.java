package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.kubernetes.lease.ElectionObserver;
import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.util.function.LongSupplier;

/// Metrics of the leader election, and of the controllers that run while this process leads.
///
/// Threads: any; one volatile field holds the source to read.
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

    /// Sets whether this process leads.
    public void onLeadershipChanged(boolean leads) {
        leading.set(leads);
    }

    @Override
    public void onLeadershipChanged(String lease, boolean leads) {
        masterStatus.set(leads, lease);
    }

    @Override
    public void onSlowPath(String lease) {
        slowPath.increment(lease);
    }

    /// Sets whether this controller runs.
    ///
    /// @param controller the name that cloud-provider-vsphere (Go) uses for the controller in metrics
    public void setRunning(String controller, boolean isSo) {
        running.set(isSo, controller, MANAGER);
    }

    /// Sets the source for the number of dropped Events.
    public void countDropped(LongSupplier dropped) {
        eventsDropped = dropped;
    }
}

package dev.vspherecloud.csi.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import dev.vspherecloud.reconcile.SupervisorObserver;
import dev.vspherecloud.serving.ServingObserver;
import java.time.InstantSource;

/// Metrics of the process: its version, its configuration, its leadership, failures of its threads, and what
/// its port refuses.
///
/// The configuration with which the process started counts as the first.
///
/// Threads: any.
public final class ProcessMetrics implements SupervisorObserver, ServingObserver {
    private static final double MILLIS = 1e3;
    private static final String ACCEPTED = "accepted";
    private static final String REFUSED = "refused";

    private final Metrics metrics;
    private final InstantSource clock;
    private final GaugeSeries generation;
    private final CounterSeries reloads;
    private final GaugeSeries successful;
    private final GaugeSeries time;
    private final GaugeSeries leading;
    private final CounterSeries failures;
    private final CounterSeries refusals;

    ProcessMetrics(Metrics metrics, InstantSource clock) {
        this.metrics = metrics;
        this.clock = clock;
        generation = metrics.gauge(CsiMetric.CONFIG_GENERATION);
        generation.increment();
        reloads = metrics.counter(CsiMetric.CONFIG_RELOADS);
        reloads.begin(ACCEPTED);
        reloads.begin(REFUSED);
        successful = metrics.gauge(CsiMetric.CONFIG_SUCCESS);
        time = metrics.gauge(CsiMetric.CONFIG_TIME);
        leading = metrics.gauge(CsiMetric.LEADING);
        failures = metrics.counter(CsiMetric.THREAD_FAILURES);
        refusals = metrics.counter(CsiMetric.PORT_REFUSALS);
        CsiMetric.PORT_REFUSALS.labels().getFirst().values().forEach(refusals::begin);
        setReload(true);
    }

    /// Sets the version of this program. Called once.
    public void setVersion(String version) {
        metrics.info(CsiMetric.VERSION, version);
    }

    /// Called when this process becomes the active replica, and when it no longer is.
    public void onLeadershipChanged(boolean leads) {
        leading.set(leads);
    }

    /// Called when a valid configuration was read.
    ///
    /// @param isNew false if this configuration is already in force
    public void onConfigAccepted(boolean isNew) {
        if (isNew) {
            generation.increment();
        }
        reloads.increment(ACCEPTED);
        setReload(true);
    }

    /// Called when an invalid configuration was read. The last valid one stays in force.
    public void onConfigRejected() {
        reloads.increment(REFUSED);
        setReload(false);
    }

    @Override
    public void onFailed(String thread) {
        failures.increment(thread);
    }

    @Override
    public void onRefused(Refusal refusal) {
        refusals.increment(refusal.text());
    }

    private void setReload(boolean isGood) {
        successful.set(isGood);
        time.set(clock.millis() / MILLIS);
    }
}

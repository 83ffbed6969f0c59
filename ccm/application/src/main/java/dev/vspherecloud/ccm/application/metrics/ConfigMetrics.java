package dev.vspherecloud.ccm.application.metrics;

import dev.vspherecloud.observability.metrics.CounterSeries;
import dev.vspherecloud.observability.metrics.GaugeSeries;
import dev.vspherecloud.observability.metrics.Metrics;
import java.time.InstantSource;

/// Metrics of the configuration in force and its changes. The configuration with which the process started counts
/// as the first.
///
/// Threads: any.
public final class ConfigMetrics implements ConfigObserver {
    private static final double MILLIS = 1e3;

    private final InstantSource clock;
    private final GaugeSeries generation;
    private final CounterSeries reloads;
    private final GaugeSeries successful;
    private final GaugeSeries time;

    ConfigMetrics(Metrics metrics, InstantSource clock) {
        this.clock = clock;
        generation = metrics.gauge(Metric.CONFIG_GENERATION);
        generation.increment();
        reloads = metrics.counter(Metric.CONFIG_RELOADS);
        reloads.begin("accepted");
        reloads.begin("refused");
        successful = metrics.gauge(Metric.CONFIG_SUCCESS);
        time = metrics.gauge(Metric.CONFIG_TIME);
        setSuccessful(true);
    }

    private void setSuccessful(boolean isGood) {
        successful.set(isGood);
        time.set(clock.millis() / MILLIS);
    }

    @Override
    public void onAccepted(boolean isNew) {
        if (isNew) {
            generation.increment();
        }
        reloads.increment("accepted");
        setSuccessful(true);
    }

    @Override
    public void onRejected() {
        reloads.increment("refused");
        setSuccessful(false);
    }
}

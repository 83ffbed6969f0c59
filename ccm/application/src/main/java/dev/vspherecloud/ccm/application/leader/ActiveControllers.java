package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.endpoint.HealthChecks;
import dev.vspherecloud.ccm.application.flag.ControllerName;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.reconcile.Controller;
import dev.vspherecloud.reconcile.ControllerSet;
import dev.vspherecloud.serving.health.HealthCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/// Starts and stops everything that runs while this process leads, in the right order.
///
/// Threads: created, started, reconfigured and closed by the main thread.
public final class ActiveControllers implements AutoCloseable {
    private final LongSupplier nanoTime = System::nanoTime;
    private final SharedSources sources;
    private final ControllerSet controllers;
    private boolean isStopped;
    private long stoppedAt;

    /// Creates the controllers; none of them starts.
    ///
    /// @param factories the factories of all controllers, in the order in which the controllers start
    ActiveControllers(SharedSources sources, List<ControllerFactory> factories) {
        this.sources = sources;
        this.controllers = new ControllerSet(
                factories.stream()
                        .<Controller>map(factory -> factory.make(sources))
                        .toList(),
                sources.supervisor());
    }

    /// Starts reading Nodes, Services and vCenters. No controller acts before [#startControllers].
    void start() {
        sources.start();
    }

    /// Starts these controllers in addition to those that run. Callers name each controller once. A name that this
    /// program does not have is ignored.
    void startControllers(Set<ControllerName> names) {
        controllers.start(names.stream().map(ControllerName::toString).collect(Collectors.toSet()));
        recordRunning(true);
    }

    private void recordRunning(boolean runs) {
        for (Controller controller : controllers.running()) {
            ControllerName.named(controller.name())
                    .ifPresent(name -> sources.metrics().election().setRunning(name.alias(), runs));
        }
    }

    /// Enqueues all objects of all controllers, since each of them may need a change.
    void resyncAll() {
        controllers.resync();
    }

    /// Applies this configuration and enqueues all objects of all controllers. Does not block.
    void apply(CloudConfig config) {
        sources.apply(config);
        controllers.resync();
    }

    /// Returns the health checks of everything that runs while this process leads. May be called from any thread
    /// after [#start] has returned.
    HealthChecks checks() {
        var live = new ArrayList<HealthCheck>();
        for (Controller controller : controllers.running()) {
            live.add(new HealthCheck(controller.name(), controller::unhealthyReason));
        }
        live.add(new HealthCheck("watchers", sources::unhealthyReason));
        return new HealthChecks(live, List.of(new HealthCheck("informer-sync", sources::sync)));
    }

    /// Stops all controllers. When the method returns, nothing is written any more, and every vCenter that answers
    /// has ended its sessions. Further calls do nothing.
    void stop() {
        if (isStopped) {
            return;
        }
        isStopped = true;
        stoppedAt = nanoTime.getAsLong();
        sources.stopPausing();
        recordRunning(false);
        controllers.stop(StopPolicy.DRAIN);
        sources.stop();
        try {
            sources.awaitLogOut(StopPolicy.EXPECTED_LOGOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns true while the shutdown waits for the answer to a vCenter login that was in progress when the
    /// shutdown began. May be called from any thread.
    boolean awaitsLogin() {
        return sources.awaitsLogin();
    }

    /// Stops everything, waits a little longer for sessions at vCenters to end, then aborts the log-outs that are
    /// left.
    @Override
    public void close() {
        stop();
        try {
            sources.awaitLogOut(timeLeft(StopPolicy.LOGOUT_TIMEOUT));
            sources.awaitLogins(timeLeft(StopPolicy.LOGIN_TIMEOUT));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        sources.close();
    }

    private Duration timeLeft(Duration sinceStop) {
        return sinceStop.minusNanos(nanoTime.getAsLong() - stoppedAt);
    }
}

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

/// Everything that runs while this process leads, and the order in which it starts and stops.
///
/// Threads: created, started, reconfigured and closed by the main thread.
public final class ActiveControllers implements AutoCloseable {
    /// How long to wait for each controller to stop. The sum for all controllers is less than the five seconds in
    /// which the process must end. The lease is released after this.
    private static final Duration DRAIN = Duration.ofMillis(300);

    /// How long to wait for log-outs, from the start of the shutdown.
    private static final Duration LOGOUT_TIMEOUT = Duration.ofMillis(3500);

    /// The same for a vCenter with a login in progress: its session can be ended only after the answer contains
    /// its id.
    private static final Duration LOGIN_TIMEOUT = Duration.ofMillis(9200);

    /// A vCenter that answers has logged out its sessions by then.
    private static final Duration EXPECTED_LOGOUT = Duration.ofMillis(500);

    private final LongSupplier nanoTime = System::nanoTime;
    private final SharedSources sources;
    private final ControllerSet controllers;
    private boolean isStopped;
    private long stoppedAt;

    /// @param factories of all controllers, in the order in which they start
    ActiveControllers(SharedSources sources, List<ControllerFactory> factories) {
        this.sources = sources;
        this.controllers = new ControllerSet(
                factories.stream()
                        .<Controller<?>>map(factory -> factory.make(sources))
                        .toList(),
                sources.supervisor());
    }

    /// Starts to read; no controller acts on it before [#startControllers].
    void start() {
        sources.start();
    }

    /// Starts these controllers too; each is named once. A name that this program does not have is ignored.
    void startControllers(Set<ControllerName> names) {
        controllers.start(names.stream().map(ControllerName::toString).collect(Collectors.toSet()));
        recordRunning(true);
    }

    private void recordRunning(boolean runs) {
        for (Controller<?> controller : controllers.running()) {
            ControllerName.named(controller.name())
                    .ifPresent(name -> sources.metrics().election().setRunning(name.alias(), runs));
        }
    }

    /// Enqueues all objects, since each of them may need a change.
    void resyncAll() {
        controllers.resync();
    }

    /// Puts this configuration in force and enqueues every object again. Does not block.
    void apply(CloudConfig config) {
        sources.apply(config);
        controllers.resync();
    }

    /// Returns the health checks from the start to [#stop]. May be called from anywhere, once [#start] has
    /// returned.
    HealthChecks checks() {
        var live = new ArrayList<HealthCheck>();
        for (Controller<?> controller : controllers.running()) {
            live.add(new HealthCheck(controller.name(), controller::unhealthyReason));
        }
        live.add(new HealthCheck("watchers", sources::unhealthyReason));
        return new HealthChecks(live, List.of(new HealthCheck("informer-sync", sources::sync)));
    }

    /// Stops all controllers. When it returns, nothing is written any more, and every vCenter that answers has
    /// ended its sessions. Further calls do nothing.
    void stop() {
        if (isStopped) {
            return;
        }
        isStopped = true;
        stoppedAt = nanoTime.getAsLong();
        sources.stopPausing();
        recordRunning(false);
        controllers.stop(DRAIN);
        sources.stop();
        try {
            sources.awaitLogOut(EXPECTED_LOGOUT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns true while the shutdown waits for a login that was in progress when it began. May be called from
    /// anywhere.
    boolean awaitsLogin() {
        return sources.awaitsLogin();
    }

    /// Waits a little longer for the sessions that are still to end, then interrupts them.
    @Override
    public void close() {
        stop();
        try {
            sources.awaitLogOut(timeLeft(LOGOUT_TIMEOUT));
            sources.awaitLogins(timeLeft(LOGIN_TIMEOUT));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        sources.close();
    }

    private Duration timeLeft(Duration sinceStop) {
        return sinceStop.minusNanos(nanoTime.getAsLong() - stoppedAt);
    }
}

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
    private static final Duration LOG_OUT_AT_LATEST = Duration.ofMillis(3500);

    /// The same for a vCenter with a login in progress: its session can be ended only after the answer contains
    /// its id.
    private static final Duration LOGIN_AT_LATEST = Duration.ofMillis(9200);

    /// A vCenter that answers has logged out its sessions by then.
    private static final Duration USUAL_GOOD_BYE = Duration.ofMillis(500);

    private final LongSupplier nanoTime = System::nanoTime;
    private final SharedSources sources;
    private final ControllerSet controllers;
    private boolean isAtRest;
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

    /// Starts to read; no controller acts on it before [#work].
    void start() {
        sources.start();
    }

    /// Starts these controllers too; each is named once. A name that this program does not have is ignored.
    void work(Set<ControllerName> names) {
        controllers.start(names.stream().map(ControllerName::toString).collect(Collectors.toSet()));
        tell(true);
    }

    private void tell(boolean runs) {
        for (Controller<?> controller : controllers.running()) {
            ControllerName.named(controller.name())
                    .ifPresent(name -> sources.metrics().election().runs(name.alias(), runs));
        }
    }

    /// Enqueues all objects, since each of them may need a change.
    void lookAtAll() {
        controllers.resync();
    }

    /// Puts this configuration in force and enqueues every object again. Does not block.
    void apply(CloudConfig config) {
        sources.apply(config);
        controllers.resync();
    }

    /// Returns the health checks from the start to [#rest]. May be called from anywhere, once [#start] has
    /// returned.
    HealthChecks checks() {
        var live = new ArrayList<HealthCheck>();
        for (Controller<?> controller : controllers.running()) {
            live.add(new HealthCheck(controller.name(), controller::health));
        }
        live.add(new HealthCheck("watchers", sources::flaw));
        return new HealthChecks(live, List.of(new HealthCheck("informer-sync", sources::sync)));
    }

    /// Stops all controllers. When it returns, nothing is written any more, and every vCenter that answers has
    /// ended its sessions. Further calls do nothing.
    void rest() {
        if (isAtRest) {
            return;
        }
        isAtRest = true;
        stoppedAt = nanoTime.getAsLong();
        sources.stopPausing();
        tell(false);
        controllers.stop(DRAIN);
        sources.stop();
        try {
            sources.awaitLogOut(USUAL_GOOD_BYE);
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
        rest();
        try {
            sources.awaitLogOut(left(LOG_OUT_AT_LATEST));
            sources.awaitLogins(left(LOGIN_AT_LATEST));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        sources.close();
    }

    private Duration left(Duration sinceStop) {
        return sinceStop.minusNanos(nanoTime.getAsLong() - stoppedAt);
    }
}

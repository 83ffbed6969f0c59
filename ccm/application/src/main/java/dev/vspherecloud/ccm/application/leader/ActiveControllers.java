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

/// Everything that works while this process leads, and the order in which it starts and stops.
///
/// Threads: made, started, reconfigured and closed by the main thread.
public final class ActiveControllers implements AutoCloseable {
    /// For each controller, and with the others less than the five seconds in which the process must end: the lease is
    /// released after this.
    private static final Duration DRAIN = Duration.ofMillis(300);

    /// Since the end began: how long log-outs are waited for.
    private static final Duration LOG_OUT_AT_LATEST = Duration.ofMillis(3500);

    /// The same for a vCenter that was in a login: its session can be ended only once the answer tells which it is.
    private static final Duration LOGIN_AT_LATEST = Duration.ofMillis(9200);

    /// A vCenter that answers has logged us out by then.
    private static final Duration USUAL_GOOD_BYE = Duration.ofMillis(500);

    private final LongSupplier nanoTime = System::nanoTime;
    private final SharedSources sources;
    private final ControllerSet controllers;
    private boolean isAtRest;
    private long stoppedAt;

    /// @param factories of every controller there is, in the order in which they start
    ActiveControllers(SharedSources sources, List<ControllerFactory> factories) {
        this.sources = sources;
        this.controllers = new ControllerSet(
                factories.stream()
                        .<Controller<?>>map(factory -> factory.make(sources))
                        .toList(),
                sources.supervisor());
    }

    /// Begins to know what there is; nobody acts on it before [#work].
    void start() {
        sources.start();
    }

    /// From now on these controllers work too; each is named once. One that this program does not have is ignored.
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

    /// There may be something to do for any of them.
    void lookAtAll() {
        controllers.resync();
    }

    /// Makes this configuration the one in force, and has every object looked at again. Does not wait for anybody.
    void apply(CloudConfig config) {
        sources.apply(config);
        controllers.resync();
    }

    /// What must be so from the start to the rest. May be asked from anywhere, once [#start] has returned.
    HealthChecks checks() {
        var live = new ArrayList<HealthCheck>();
        for (Controller<?> controller : controllers.running()) {
            live.add(new HealthCheck(controller.name(), controller::health));
        }
        live.add(new HealthCheck("watchers", sources::flaw));
        return new HealthChecks(live, List.of(new HealthCheck("informer-sync", sources::sync)));
    }

    /// When this returns nobody writes any more, and every vCenter that answers has logged us out. Does nothing when
    /// called again.
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

    /// Returns true while the end waits for a login that was under way when it began. May be asked from anywhere.
    boolean awaitsLogin() {
        return sources.awaitsLogin();
    }

    /// Waits a little longer for the sessions that are still to end, then breaks off.
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

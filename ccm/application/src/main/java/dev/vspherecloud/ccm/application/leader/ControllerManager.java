package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.endpoint.ProcessHealth;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.cluster.LeaseStateStore;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The life of the process: take part in the election, work while leading, stop on a signal or when the lease is
/// lost.
///
/// Threads: [#run] belongs to the main thread; [#stop] and [#reconfigure] may be called from anywhere. All events
/// go through one queue, so leading, stopping and a change of the configuration never overlap.
public final class ControllerManager {
    private static final Logger log = LoggerFactory.getLogger(ControllerManager.class);
    private static final Duration RELEASE_TIMEOUT = Duration.ofMillis(800);

    /// Rule from: kubernetes/cloud-provider, app/controllermanager.go: leaderelection.NewLeaderHealthzAdaptor.
    private static final Duration HEALTH_TOLERANCE = Duration.ofSeconds(20);

    private final ProcessContext process;
    private final ControllerLeases leases;
    private final List<ControllerFactory> factories;
    private final ProcessHealth health;
    private final Optional<LeaderSettings> settings;
    private final Optional<Elections> elections;
    private final BlockingQueue<ProcessEvent> processEvent = new LinkedBlockingQueue<>();
    private CloudConfig config;
    private volatile BooleanSupplier awaitsLogin = () -> false;

    /// @param factories of all controllers
    /// @param health receives the health checks
    public ControllerManager(
            ProcessContext process,
            ControllerLeases leases,
            List<ControllerFactory> factories,
            CloudConfig config,
            ProcessHealth health) {
        this.process = process;
        this.leases = leases;
        this.factories = factories;
        this.config = config;
        this.health = health;
        this.settings = leaderSettings(process.options().leaderElection());
        this.elections = settings.map(each -> new Elections(
                process.connection(),
                each,
                leases.migration(),
                process.metrics().election(),
                processEvent::add,
                process.supervisor()));
    }

    /// Works until it is stopped or has lost the lease.
    ///
    /// @return the exit code
    public int run() throws InterruptedException {
        elections.ifPresent(each -> health.require("leaderElection", () -> each.unhealthyReason(HEALTH_TOLERANCE)));
        elections.ifPresentOrElse(Elections::startMain, () -> processEvent.add(new ProcessEvent.LeadershipWon()));
        int code = workUntilTheEnd();
        if (code == 0) {
            // Also gives up a lease that was won while the stop event was in the queue.
            releaseLeases();
        }
        return code;
    }

    /// Ends [#run] soon, with exit code 0.
    public void stop() {
        health.stops();
        processEvent.add(new ProcessEvent.Stop());
    }

    /// Returns true while the shutdown in [#run] waits for the answer to a login, so that its session can be
    /// ended.
    public boolean awaitsLogin() {
        return awaitsLogin.getAsBoolean();
    }

    /// Puts this configuration in force.
    public void reconfigure(CloudConfig changed) {
        processEvent.add(new ProcessEvent.Reconfigured(changed));
    }

    private int workUntilTheEnd() throws InterruptedException {
        while (true) {
            switch (processEvent.take()) {
                case ProcessEvent.LeadershipWon() -> {
                    return lead();
                }
                case ProcessEvent.WonMigration() ->
                    throw new IllegalStateException(
                            "the Lease for leader migration was acquired before the main Lease");
                case ProcessEvent.LeadershipRenewed() -> {}
                case ProcessEvent.LeadershipLost(String why) -> {
                    return onLeadershipLost(why);
                }
                case ProcessEvent.Stop() -> {
                    return 0;
                }
                case ProcessEvent.Reconfigured(CloudConfig changed) -> config = changed;
            }
        }
    }

    private int lead() throws InterruptedException {
        Leadership leadership = elections.<Leadership>map(each -> each).orElseGet(AlwaysLeader::new);
        try (var controllers = new ActiveControllers(
                new SharedSources(process, config, leadership, lifecycleStateStore()), factories)) {
            awaitsLogin = controllers::awaitsLogin;
            process.metrics().election().onLeadershipChanged(true);
            controllers.start();
            health.leads(controllers::checks);
            controllers.startControllers(leases.main());
            elections.ifPresent(Elections::startMigration);
            int code = workWhileLeading(controllers);
            controllers.stop();
            if (code == 0) {
                // Before the log-out from a vCenter that does not answer, since the next leader does not have to
                // wait for that.
                releaseLeases();
            }
            return code;
        }
    }

    private void releaseLeases() throws InterruptedException {
        if (elections.isPresent()) {
            elections.get().release(RELEASE_TIMEOUT);
        }
    }

    private int workWhileLeading(ActiveControllers controllers) throws InterruptedException {
        while (true) {
            switch (processEvent.take()) {
                case ProcessEvent.LeadershipWon() ->
                    throw new IllegalStateException("the main Lease was acquired twice");
                case ProcessEvent.WonMigration() -> controllers.startControllers(leases.migrating());
                case ProcessEvent.LeadershipRenewed() -> controllers.resyncAll();
                case ProcessEvent.LeadershipLost(String why) -> {
                    return onLeadershipLost(why);
                }
                case ProcessEvent.Stop() -> {
                    return 0;
                }
                case ProcessEvent.Reconfigured(CloudConfig changed) -> controllers.apply(changed);
            }
        }
    }

    private static Optional<LeaderSettings> leaderSettings(Options.LeaderElectionOptions election) {
        return election.enabled()
                ? Optional.of(new LeaderSettings(
                        election.namespace(),
                        election.name(),
                        LeaderSettings.identity(hostName(), UUID.randomUUID()),
                        election.leaseDuration(),
                        election.renewDeadline(),
                        election.retryPeriod()))
                : Optional.empty();
    }

    /// Keeps the state on the Lease of this program, whatever runs under the second one, since people look for it
    /// there.
    private LifecycleStateStore lifecycleStateStore() {
        Options.LeaderElectionOptions election = process.options().leaderElection();
        return settings.map(each -> new LeaseStateStore(process.connection(), each))
                .orElseGet(() -> new LeaseStateStore(process.connection(), election.namespace(), election.name()));
    }

    /// The host name of a Pod is its name. Without one the identity is still unique by its UUID.
    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException _) {
            return "unknown";
        }
    }

    private int onLeadershipLost(String why) {
        health.stops();
        log.atError().addKeyValue("cause", why).log("Leader election lost, exiting");
        return 1;
    }
}

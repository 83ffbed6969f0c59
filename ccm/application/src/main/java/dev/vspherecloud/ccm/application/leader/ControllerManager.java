package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.application.endpoint.ProcessHealth;
import dev.vspherecloud.ccm.application.flag.Options;
import dev.vspherecloud.ccm.application.status.LeaderStatus;
import dev.vspherecloud.ccm.cluster.LeaseStateStore;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.ccm.domain.lifecycle.LifecycleStateStore;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the process from start to end: it takes part in leader election, runs the controllers while it leads, and
/// stops on a signal or when it loses a Lease.
///
/// Threads: [#run] belongs to the main thread; [#stop] and [#reconfigure] may be called from anywhere. All events
/// go through one queue, so leading, stopping and a change of the configuration never overlap.
public final class ControllerManager {
    private static final Logger log = LoggerFactory.getLogger(ControllerManager.class);

    /// The component of Events about elections, as with every cloud-controller-manager.
    private static final String COMPONENT = "cloud-controller-manager";

    /// The time after the end of an expired Lease until the process counts as unhealthy.
    ///
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
    private volatile boolean leads;
    private volatile BooleanSupplier awaitsLogin = () -> false;

    /// Creates the manager; it starts nothing.
    ///
    /// @param factories the factories of all controllers
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

    /// Runs until [#stop] is called or a Lease is lost.
    ///
    /// @return the exit code
    public int run() throws InterruptedException {
        elections.ifPresent(each -> health.require("leaderElection", () -> each.unhealthyReason(HEALTH_TOLERANCE)));
        elections.ifPresentOrElse(Elections::startMain, () -> processEvent.add(new ProcessEvent.LeadershipWon()));
        int code = workUntilTheEnd();
        if (code == 0) {
            // The process also releases a Lease that it acquired while the stop event was in the queue.
            releaseLeases();
        }
        return code;
    }

    /// Ends [#run] soon, with exit code 0.
    public void stop() {
        health.stops();
        processEvent.add(new ProcessEvent.Stop());
    }

    /// Returns true while the shutdown in [#run] waits for the answer to a vCenter login, so that the new session
    /// can be ended.
    public boolean awaitsLogin() {
        return awaitsLogin.getAsBoolean();
    }

    /// Returns which process leads. May be called from any thread.
    public LeaderStatus leaderStatus() {
        return new LeaderStatus(
                leads, settings.map(LeaderSettings::identity), elections.flatMap(Elections::otherLeader));
    }

    /// Applies this configuration soon, in the thread of [#run].
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
            leads = true;
            controllers.start();
            health.leads(controllers::checks);
            controllers.startControllers(leases.main());
            elections.ifPresent(Elections::startMigration);
            int code = workWhileLeading(controllers);
            controllers.stop();
            if (code == 0) {
                // Leases are released before the log-out from vCenters that do not answer, since the next leader
                // need not wait for that.
                releaseLeases();
            }
            return code;
        }
    }

    private void releaseLeases() throws InterruptedException {
        if (elections.isPresent()) {
            elections.get().release(StopPolicy.RELEASE_TIMEOUT);
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
                        COMPONENT,
                        election.namespace(),
                        election.name(),
                        LeaderSettings.newIdentity(),
                        election.leaseDuration(),
                        election.renewDeadline(),
                        election.retryPeriod()))
                : Optional.empty();
    }

    /// Creates the store of the lifecycle state. It is always on the main Lease, even if the controller runs under
    /// the Lease of leader migration, since people look for it on the main Lease.
    private LifecycleStateStore lifecycleStateStore() {
        Options.LeaderElectionOptions election = process.options().leaderElection();
        return settings.map(each -> new LeaseStateStore(process.connection(), each))
                .orElseGet(() -> new LeaseStateStore(process.connection(), election.namespace(), election.name()));
    }

    private int onLeadershipLost(String why) {
        health.stops();
        log.atError().addKeyValue("cause", why).log("Leader election lost, exiting");
        return 1;
    }
}

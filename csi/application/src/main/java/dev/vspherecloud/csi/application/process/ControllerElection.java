package dev.vspherecloud.csi.application.process;

import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.ElectionObserver;
import dev.vspherecloud.kubernetes.lease.LeaderCallbacks;
import dev.vspherecloud.kubernetes.lease.LeaderElector;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Elects the one active controller among the replicas.
///
/// vsphere-csi-driver (Go) elects none: each of its sidecars does, and calls arrive in several Pods. Here a standby is
/// not ready, which holds its sidecars before their own elections.
///
/// Rule from: csi-production 3.
///
/// Threads: the main thread starts and ends the election, in a thread of its own. Any thread may ask for the
/// leadership.
final class ControllerElection {
    /// The name of the Lease, in the namespace of the driver.
    static final String LEASE = "vsphere-csi-controller";

    private static final String COMPONENT = "csi.vsphere.vmware.com";
    private static final Logger log = LoggerFactory.getLogger(ControllerElection.class);
    private static final Duration LEASE_DURATION = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(2);

    /// The time after the end of an expired Lease until the process counts as unhealthy.
    private static final Duration TOLERANCE = Duration.ofSeconds(20);

    private final LeaderElector elector;
    private final Thread thread;

    private ControllerElection(LeaderElector elector, Thread thread) {
        this.elector = elector;
        this.thread = thread;
    }

    /// Takes part in the election.
    ///
    /// @param identity the name of this process in the Lease
    /// @param events receives what the election decides; must return at once
    static ControllerElection start(
            KubeConnection connection,
            String namespace,
            String identity,
            Consumer<DriverEvent> events,
            CsiMetrics metrics,
            Supervisor supervisor) {
        var settings =
                new LeaderSettings(COMPONENT, namespace, LEASE, identity, LEASE_DURATION, RENEW_DEADLINE, RETRY_PERIOD);
        var elector = new LeaderElector(
                connection, settings, new Callbacks(events, metrics), ElectionObserver.NONE, supervisor);
        return new ControllerElection(
                elector, Thread.ofVirtual().name("leader-election").start(elector));
    }

    /// Returns true while this process is certainly the active one.
    boolean isHeld() {
        return elector.leadership().isHeld();
    }

    /// Returns why this process should be restarted; empty for a standby.
    Optional<String> unhealthyReason() {
        return SupervisedThread.ended(thread)
                .or(() -> elector.expiredLeaseReason(TOLERANCE))
                .or(elector::unhealthyReason);
    }

    /// Gives the Lease to the next process. Call it after all writes have ended.
    void release(Duration atMost) throws InterruptedException {
        thread.interrupt();
        if (thread.join(atMost)) {
            elector.release(atMost);
        }
    }

    private record Callbacks(Consumer<DriverEvent> events, CsiMetrics metrics) implements LeaderCallbacks {
        @Override
        public void onStartedLeading() {
            log.info("Became the active controller");
            metrics.process().onLeadershipChanged(true);
            events.accept(new DriverEvent.BecameActive());
        }

        @Override
        public void onStoppedLeading(String why) {
            metrics.process().onLeadershipChanged(false);
            events.accept(new DriverEvent.Lost(why));
        }

        @Override
        public void onNewLeader(String holder) {
            log.atInfo()
                    .addKeyValue("lease", LEASE)
                    .addKeyValue("leader", holder)
                    .log("Another process is the active controller; waiting for its Lease");
        }
    }
}

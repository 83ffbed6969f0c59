package dev.vspherecloud.csi.reconcile.metadata;

import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.ElectionObserver;
import dev.vspherecloud.kubernetes.lease.LeaderCallbacks;
import dev.vspherecloud.kubernetes.lease.LeaderElector;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Holds the Lease of the syncer of vsphere-csi-driver (Go), so that the two never change the metadata at the same
/// time. If the Lease is lost, the synchronisation waits for it; the driver goes on.
///
/// Rule from: csi-production 3; the name and the times: vsphere-csi-driver, cmd/syncer.
///
/// Threads: a thread of its own renews the Lease. Any thread may ask whether it is held.
final class SyncElection {
    /// The name of the Lease, in the namespace of the driver.
    static final String LEASE = "vsphere-syncer";

    private static final String COMPONENT = "csi.vsphere.vmware.com";
    private static final Logger log = LoggerFactory.getLogger(SyncElection.class);
    private static final Duration LEASE_DURATION = Duration.ofSeconds(15);
    private static final Duration RENEW_DEADLINE = Duration.ofSeconds(10);
    private static final Duration RETRY_PERIOD = Duration.ofSeconds(5);

    private final LeaderElector elector;
    private final Supervisor supervisor;
    private volatile Optional<SupervisedThread> thread = Optional.empty();

    /// Creates the election; [#start] takes part in it.
    ///
    /// @param identity the name of this process in the Lease
    /// @param changed  called when the Lease was acquired or lost; must return at once
    SyncElection(
            KubeConnection connection, String namespace, String identity, Runnable changed, Supervisor supervisor) {
        this.elector = new LeaderElector(
                connection,
                new LeaderSettings(COMPONENT, namespace, LEASE, identity, LEASE_DURATION, RENEW_DEADLINE, RETRY_PERIOD),
                new Callbacks(changed),
                ElectionObserver.NONE,
                supervisor);
        this.supervisor = supervisor;
    }

    /// Begins to take part. Does not block.
    void start() {
        thread = Optional.of(supervisor.start("syncer-election", LEASE, this::run));
    }

    /// Returns true while this process certainly holds the Lease.
    boolean isHeld() {
        return elector.leadership().isHeld();
    }

    private void run() {
        while (!Thread.currentThread().isInterrupted()) {
            elector.run();
        }
    }

    void interrupt() {
        thread.ifPresent(SupervisedThread::interrupt);
    }

    /// Gives the Lease to the next process. Call it after all writes have ended.
    void release(Duration atMost) throws InterruptedException {
        interrupt();
        if (thread.isPresent() && thread.get().join(atMost)) {
            elector.release(atMost);
        }
    }

    private record Callbacks(Runnable changed) implements LeaderCallbacks {
        @Override
        public void onStartedLeading() {
            log.info("Metadata of volumes is synchronised by this process");
            changed.run();
        }

        @Override
        public void onStoppedLeading(String why) {
            log.atWarn()
                    .addKeyValue("lease", LEASE)
                    .addKeyValue("cause", why)
                    .log("Metadata of volumes is not synchronised by this process any more; waiting for the Lease");
            changed.run();
        }

        @Override
        public void onNewLeader(String holder) {
            log.atInfo()
                    .addKeyValue("lease", LEASE)
                    .addKeyValue("holder", holder)
                    .log("Another process synchronises the metadata of volumes; waiting for its Lease");
        }
    }
}

package dev.vspherecloud.ccm.application.leader;

import dev.vspherecloud.ccm.domain.lifecycle.Leadership;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.kubernetes.lease.ElectionObserver;
import dev.vspherecloud.kubernetes.lease.LeaderCallbacks;
import dev.vspherecloud.kubernetes.lease.LeaderElector;
import dev.vspherecloud.kubernetes.lease.LeaderSettings;
import dev.vspherecloud.kubernetes.lease.LeaseLeadership;
import dev.vspherecloud.reconcile.SupervisedThread;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the leader elections of this process: the one for its main Lease and, after that Lease was acquired, the
/// one for leader migration.
///
/// This process leads only while it holds all Leases that it acquired. If it loses one of them, it writes nothing
/// any more.
///
/// Rule from: kubernetes/cloud-provider, app/controllermanager.go (Run, leaderElectAndRun).
///
/// Threads: the main thread starts and ends the elections; each elector has a thread of its own, which reports
/// events. Any thread may ask whether this process leads.
public final class Elections implements Leadership {
    private static final Logger log = LoggerFactory.getLogger(Elections.class);

    private record RunningElector(LeaderElector elector, Thread thread) {
        Optional<String> unhealthyReason(Duration tolerance) {
            return SupervisedThread.ended(thread)
                    .or(() -> elector.expiredLeaseReason(tolerance))
                    .or(elector::unhealthyReason);
        }
    }

    private final KubeConnection connection;
    private final LeaderSettings main;
    private final Optional<LeaderSettings> migration;
    private final ElectionObserver observer;
    private final Consumer<ProcessEvent> processEvents;
    private final Supervisor supervisor;
    private final List<RunningElector> running = new CopyOnWriteArrayList<>();
    private volatile Optional<String> otherLeader = Optional.empty();
    private final List<LeaseLeadership> held = new CopyOnWriteArrayList<>();

    /// Creates the elections; none of them starts.
    ///
    /// @param migrationLease the name of the Lease of leader migration; empty if leader migration is off
    /// @param processEvents receives the events of the elections. The electors call it, and it must return at once
    /// @param supervisor restarts the electors if they fail
    Elections(
            KubeConnection connection,
            LeaderSettings main,
            Optional<String> migrationLease,
            ElectionObserver observer,
            Consumer<ProcessEvent> processEvents,
            Supervisor supervisor) {
        this.connection = connection;
        this.main = main;
        this.migration = migrationLease.map(main::withName);
        this.observer = observer;
        this.processEvents = processEvents;
        this.supervisor = supervisor;
    }

    void startMain() {
        start(main, "leader-election", () -> {
            log.info("Became leader");
            processEvents.accept(new ProcessEvent.LeadershipWon());
        });
    }

    /// Starts the election for leader migration. Called after the main Lease was acquired. Does nothing if leader
    /// migration is off.
    void startMigration() {
        migration.ifPresent(settings -> start(settings, "migration-election", () -> {
            log.atInfo().addKeyValue("lease", settings.name()).log("Acquired the Lease for leader migration");
            processEvents.accept(new ProcessEvent.WonMigration());
        }));
    }

    private void start(LeaderSettings settings, String name, Runnable whenWon) {
        var leaderCallbacks = new Callbacks(settings, whenWon);
        var elector = new LeaderElector(connection, settings, leaderCallbacks, observer, supervisor);
        leaderCallbacks.leadership = Optional.of(elector.leadership());
        running.add(new RunningElector(elector, Thread.ofVirtual().name(name).start(elector)));
    }

    /// Returns the identity of the other process that this process last saw as leader.
    Optional<String> otherLeader() {
        return otherLeader;
    }

    @Override
    public boolean isHeld() {
        return !held.isEmpty() && held.stream().allMatch(LeaseLeadership::isHeld);
    }

    @Override
    public boolean isConfirmed() {
        return !held.isEmpty() && held.stream().allMatch(LeaseLeadership::isConfirmed);
    }

    /// Returns why this process is unhealthy; empty if it is healthy. It is unhealthy if a Lease expired long ago
    /// and the process has not noticed, or if it cannot read a Lease. A standby is healthy, and so is a process
    /// that is stepping down.
    ///
    /// @param tolerance the time after the end of an expired Lease until the process counts as unhealthy
    Optional<String> unhealthyReason(Duration tolerance) {
        return running.stream()
                .flatMap(each -> each.unhealthyReason(tolerance).stream())
                .findFirst();
    }

    /// Releases all Leases, so that the next leader need not wait. Call it after all writes under the Leases have
    /// ended.
    void release(Duration atMost) throws InterruptedException {
        running.forEach(each -> each.thread().interrupt());
        List<Thread> leaving = running.stream()
                .map(each -> Thread.ofVirtual().name("step-down").start(() -> release(each, atMost)))
                .toList();
        for (Thread each : leaving) {
            each.join();
        }
    }

    private static void release(RunningElector candidate, Duration atMost) {
        try {
            if (candidate.thread().join(atMost)) {
                candidate.elector().release(atMost);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Converts the callbacks of one elector to process events.
    private final class Callbacks implements LeaderCallbacks {
        private final LeaderSettings settings;
        private final Runnable whenWon;
        private Optional<LeaseLeadership> leadership = Optional.empty();

        Callbacks(LeaderSettings settings, Runnable whenWon) {
            this.settings = settings;
            this.whenWon = whenWon;
        }

        @Override
        public void onStartedLeading() {
            leadership.ifPresent(held::add);
            whenWon.run();
        }

        @Override
        public void onRenewed() {
            processEvents.accept(new ProcessEvent.LeadershipRenewed());
        }

        @Override
        public void onStoppedLeading(String why) {
            processEvents.accept(new ProcessEvent.LeadershipLost("lease %s: %s".formatted(settings.name(), why)));
        }

        @Override
        public void onNewLeader(String holder) {
            if (settings.equals(main)) {
                otherLeader = Optional.of(holder);
            }
            log.atInfo()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("leader", holder)
                    .log("Another process leads; waiting for its Lease");
        }
    }
}

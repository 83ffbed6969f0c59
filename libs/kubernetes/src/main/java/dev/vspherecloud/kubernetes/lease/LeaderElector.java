package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.RestartingTask;
import dev.vspherecloud.reconcile.Supervisor;
import dev.vspherecloud.reconcile.SupervisorObserver;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Elects one of several processes as the leader, by a Lease.
///
/// A candidate takes over when it has seen the Lease unchanged for the lease duration in the Lease, by its own
/// clock. A leader that sees another holder in the Lease has lost. A leader that cannot renew within the renew
/// deadline, because the API server does not answer, stops writing but goes on trying to renew. If another
/// process took the Lease meanwhile, the leader has lost; otherwise it continues to lead. The other processes
/// may be of this project or of cloud-provider-vsphere (Go).
///
/// Rule from: client-go, tools/leaderelection. There, a leader that could not renew in time has lost, so every
/// controller manager ends when the API server is away for ten seconds. Here it differs, as described above.
/// Further differences: A leader that sees another holder stops at once. A leader that stood still beyond the
/// deadline, by either of its clocks, has lost. A candidate learns at once of a Lease that is free, see
/// [LeaseWatch], and reads the Lease when it expires.
///
/// If the thread of a leader fails unexpectedly, it is restarted and goes on renewing: until the renew deadline
/// nothing is lost, and after it the leadership is not held.
///
/// Threads: [#run] has one caller, which ends it by an interrupt; it calls [LeaderCallbacks]. [#release] is
/// called after [#run] has returned and all work of the leader has ended.
public final class LeaderElector implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);

    /// The kind of the elector's thread, for metrics.
    private static final String THREAD = "leader-election";

    /// The longest delay between the expiry of a Lease and the first read of it: several candidates wait for the
    /// same moment.
    private static final Duration TAKEOVER_JITTER = Duration.ofMillis(200);

    private final LeaderSettings settings;
    private final LeaseLock lock;
    private final LeaderCallbacks leaderCallbacks;
    private final ElectionObserver observer;
    private final Timing timing;
    private final ElectionAttempt electionAttempt;
    private final LeaseLeadership leadership;
    private final Supervisor supervisor;
    private final RestartingTask task;

    /// The renewal by which this process leads, once [LeaderCallbacks#onStartedLeading] was called; null while
    /// this process does not lead.
    private @Nullable Renewal heldRenewal;

    private String lastHolder = "";
    private String lastFailure = "";
    private boolean isSuspended;

    public LeaderElector(
            KubeConnection connection,
            LeaderSettings settings,
            LeaderCallbacks leaderCallbacks,
            ElectionObserver observer) {
        this(connection, settings, leaderCallbacks, observer, Supervisor.system(SupervisorObserver.NONE));
    }

    /// Creates an elector.
    ///
    /// @param supervisor restarts the work of the thread after a failure
    public LeaderElector(
            KubeConnection connection,
            LeaderSettings settings,
            LeaderCallbacks leaderCallbacks,
            ElectionObserver observer,
            Supervisor supervisor) {
        this(
                LeaseLock.on(connection.forLeaderElection().server(), settings, supervisor),
                settings,
                leaderCallbacks,
                observer,
                Timing.system(),
                supervisor);
    }

    LeaderElector(
            LeaseLock lock,
            LeaderSettings settings,
            LeaderCallbacks leaderCallbacks,
            ElectionObserver observer,
            Timing timing) {
        this(lock, settings, leaderCallbacks, observer, timing, Supervisor.system(SupervisorObserver.NONE));
    }

    LeaderElector(
            LeaseLock lock,
            LeaderSettings settings,
            LeaderCallbacks leaderCallbacks,
            ElectionObserver observer,
            Timing timing,
            Supervisor supervisor) {
        this.settings = settings;
        this.lock = lock;
        this.leaderCallbacks = leaderCallbacks;
        this.observer = observer;
        this.timing = timing;
        this.electionAttempt = new ElectionAttempt(lock.leases(), settings, timing, observer);
        this.leadership = new LeaseLeadership(lock.leases(), settings, timing);
        this.supervisor = supervisor;
        this.task = supervisor.task(THREAD, settings.name(), settings.retryPeriod(), this::acquireAndRenew);
    }

    /// Waits for the Lease, then renews it. Returns when the Lease is lost, or when interrupted. To become a
    /// candidate again, call this method again.
    @Override
    public void run() {
        notifyObserver(false);
        isSuspended = false;
        heldRenewal = null;
        try {
            task.run();
        } finally {
            leadership.onLost();
            notifyObserver(false);
        }
    }

    /// Acquires the Lease and renews it. If the thread of a leader was restarted after a failure, it goes on
    /// leading and does not call [LeaderCallbacks] a second time.
    private void acquireAndRenew() {
        try {
            Renewal renewal = heldRenewal;
            if (renewal == null) {
                renewal = acquire();
                leadership.onRenewed(renewal);
                leaderCallbacks.onStartedLeading();
                heldRenewal = renewal;
                notifyObserver(true);
                boolean _ = supervisor.attempt(THREAD, settings.name(), lock.events()::onAcquired);
            } else if (lastFailure.isEmpty()) {
                lastFailure = "it failed unexpectedly";
            }
            String why = renewUntilLost(renewal);
            leadership.onLost();
            leaderCallbacks.onStoppedLeading(why);
            heldRenewal = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Reports to the observer whether this process leads. A failure of the observer must not affect the
    /// election.
    private void notifyObserver(boolean leads) {
        boolean _ =
                supervisor.attempt(THREAD, settings.name(), () -> observer.onLeadershipChanged(settings.name(), leads));
    }

    /// Returns why the thread cannot continue although it was restarted; empty while it can. May be called from
    /// anywhere.
    public Optional<String> unhealthyReason() {
        return task.unhealthyReason();
    }

    /// Returns the leadership that the Lease gives while it is held. May be called from anywhere.
    public LeaseLeadership leadership() {
        return leadership;
    }

    /// Returns a reason if this process should have noticed long ago that it does not lead any more; empty if
    /// it is healthy. A candidate that waits is healthy. May be called from anywhere.
    ///
    /// Rule from: client-go, tools/leaderelection, LeaderElector.Check.
    ///
    /// @param tolerance the time beyond the lease duration after which the process is unhealthy
    public Optional<String> expiredLeaseReason(Duration tolerance) {
        return leadership
                .timeSinceRenewal()
                .filter(silence -> silence.compareTo(settings.leaseDuration().plus(tolerance)) > 0)
                .map(silence -> "the lease %s/%s was last renewed %d s ago, but this process has not stopped leading"
                        .formatted(settings.namespace(), settings.name(), silence.toSeconds()));
    }

    /// Releases the Lease if this process led, so that the next leader does not have to wait, and posts an
    /// Event. A failure is logged; then the next leader waits until the Lease expires.
    public void release(Duration deadline) {
        Duration end = monotonicTime().plus(deadline);
        try {
            if (electionAttempt.release(deadline)) {
                lock.events().onStopped(end.minus(monotonicTime()));
            }
        } catch (KubeException e) {
            LOG.atWarn()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot release the Lease; the next leader has to wait until it expires");
        }
    }

    private Renewal acquire() throws InterruptedException {
        try (LeaseWaiter leaseWaiter = lock.waiters().get()) {
            while (true) {
                switch (attempt(settings.renewDeadline().dividedBy(2))) {
                    case ElectionAttempt.Result.Leads(Renewal first) -> {
                        return first;
                    }
                    case ElectionAttempt.Result.OtherHolder(String holder) -> onOtherHolder(holder);
                    case ElectionAttempt.Result.Conflict() -> {}
                }
                leaseWaiter.await(nextPause());
            }
        }
    }

    /// Renews the Lease until it is lost, and returns why it was lost.
    private String renewUntilLost(Renewal first) throws InterruptedException {
        Renewal last = first;
        while (true) {
            timing.pause().sleep(settings.retryPeriod());
            DualTimestamp now = timing.now();
            Duration timeLeft = last.left(now, settings.renewDeadline());
            if (!timeLeft.isPositive()) {
                String why = last.overdue(now, settings.renewDeadline());
                if (lastFailure.isEmpty()) {
                    return why;
                }
                suspend(why);
            }
            switch (attempt(budget(timeLeft))) {
                case ElectionAttempt.Result.Leads(Renewal renewal) -> {
                    if (renewal.isLaterTermThan(last)) {
                        return "another process held it in the meantime";
                    }
                    last = renewal;
                    heldRenewal = renewal;
                    onRenewed(renewal);
                }
                case ElectionAttempt.Result.OtherHolder(String holder) -> {
                    return holder + " holds it now";
                }
                case ElectionAttempt.Result.Conflict() -> {}
            }
        }
    }

    private Duration budget(Duration timeLeft) {
        Duration half = settings.renewDeadline().dividedBy(2);
        return timeLeft.isPositive() && timeLeft.compareTo(half) < 0 ? timeLeft : half;
    }

    /// Suspends all writes: the API server does not answer, so another process may take the Lease.
    private void suspend(String why) {
        leadership.onLost();
        if (!isSuspended) {
            notifyObserver(false);
            LOG.atWarn()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("cause", why)
                    .log("The Lease is not renewed in time; this process writes nothing until it is renewed");
        }
        isSuspended = true;
    }

    private void onRenewed(Renewal renewal) {
        leadership.onRenewed(renewal);
        if (isSuspended) {
            notifyObserver(true);
            LOG.atInfo()
                    .addKeyValue("lease", settings.name())
                    .log("The Lease is renewed; this process still leads and writes again");
            leaderCallbacks.onRenewed();
        }
        isSuspended = false;
    }

    private ElectionAttempt.Result attempt(Duration budget) throws InterruptedException {
        try {
            ElectionAttempt.Result result = electionAttempt.attempt(budget);
            lastFailure = "";
            return result;
        } catch (KubeException e) {
            if (e.kind() == Kind.INTERRUPTED) {
                throw new InterruptedException(e.getMessage());
            }
            logFailure(e.getMessage());
            return new ElectionAttempt.Result.Conflict();
        }
    }

    private void logFailure(String failure) {
        if (!failure.equals(lastFailure)) {
            LOG.atWarn()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("cause", failure)
                    .log("Cannot read or write the Lease, will try again");
        }
        lastFailure = failure;
    }

    private void onOtherHolder(String holder) {
        if (!holder.equals(lastHolder)) {
            leaderCallbacks.onNewLeader(holder);
        }
        lastHolder = holder;
    }

    /// Returns the pause before the next attempt of a candidate: one jittered retry period, or the time until
    /// the Lease expires if that is shorter.
    private Duration nextPause() {
        Duration retryPeriod = jittered(settings.retryPeriod());
        return electionAttempt
                .timeUntilExpiry()
                .filter(Duration::isPositive)
                .map(timeLeft -> timeLeft.plus(fraction(TAKEOVER_JITTER)))
                .filter(timeLeft -> timeLeft.compareTo(retryPeriod) < 0)
                .orElse(retryPeriod);
    }

    private Duration monotonicTime() {
        return timing.now().monotonic();
    }

    private Duration jittered(Duration period) {
        return period.plus(fraction(Duration.ofNanos((long) (period.toNanos() * LeaderSettings.JITTER))));
    }

    private Duration fraction(Duration length) {
        return Duration.ofNanos((long) (length.toNanos() * timing.random().nextDouble()));
    }
}

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

/// Makes sure that one process of several works, by a Lease.
///
/// A candidate takes over when it has seen the Lease unchanged for as long as the Lease says, by its own clock. A
/// leader that sees another's name in the Lease has lost. One that could not renew for the renew deadline, since
/// the API server gives no answer, holds the office no more and goes on trying: it has lost if another took the
/// Lease meanwhile, and leads on if nobody did. Both kinds of process may be ours or the Go program.
///
/// Rule from: client-go, tools/leaderelection; differs: there whoever could not renew in time has lost, so that
/// every controller manager ends when the API server is away for ten seconds; a leader that sees another holder
/// stops at once, and one that stood still beyond the deadline has lost, by whichever of its clocks; who stands by
/// is told at once of a Lease that is free, see [LeaseWatch], and looks when it runs out.
///
/// A leader that fails unexpectedly goes on renewing: until the renew deadline nothing is lost, and after it the office
/// is not held.
///
/// Threads: [#run] has one caller, which ends it by an interrupt; [LeaderCallbacks] is called by it. [#release] is
/// called after [#run] has returned and whatever the leader did has ended.
public final class LeaderElector implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElector.class);

    /// The kind of its thread, for counts.
    private static final String THREAD = "leader-election";

    /// Between the end of a lease and the first look at it, at most: several candidates wait for the same moment.
    private static final Duration HESITATION = Duration.ofMillis(200);

    private final LeaderSettings settings;
    private final LeaseLock lock;
    private final LeaderCallbacks leaderCallbacks;
    private final ElectionObserver observer;
    private final Timing timing;
    private final ElectionAttempt electionAttempt;
    private final LeaseLeadership office;
    private final Supervisor supervisor;
    private final RestartingTask standing;

    /// By which this process leads, and knows it; null while it does not.
    private @Nullable Renewal led;

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

    /// @param supervisor keeps the thread at work
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
        this.office = new LeaseLeadership(lock.leases(), settings, timing);
        this.supervisor = supervisor;
        this.standing = supervisor.task(THREAD, settings.name(), settings.retryPeriod(), this::stand);
    }

    /// Waits for the lease, then keeps it. Returns once it is lost, or when interrupted; to stand again, call it
    /// again.
    @Override
    public void run() {
        tellLeads(false);
        isSuspended = false;
        led = null;
        try {
            standing.run();
        } finally {
            office.leave();
            tellLeads(false);
        }
    }

    /// Whoever led when it failed leads on: the word of it was given, and is given once.
    private void stand() {
        try {
            Renewal renewal = led;
            if (renewal == null) {
                renewal = acquire();
                office.hold(renewal);
                leaderCallbacks.won();
                led = renewal;
                tellLeads(true);
                boolean _ = supervisor.attempt(THREAD, settings.name(), lock.events()::became);
            } else if (lastFailure.isEmpty()) {
                lastFailure = "it failed unexpectedly";
            }
            String why = keep(renewal);
            office.leave();
            leaderCallbacks.lost(why);
            led = null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Whatever counts it must not decide on it.
    private void tellLeads(boolean leads) {
        boolean _ = supervisor.attempt(THREAD, settings.name(), () -> observer.leads(settings.name(), leads));
    }

    /// Why the thread can't go on although it starts anew; empty while it can. May be asked from anywhere.
    public Optional<String> flaw() {
        return standing.flaw();
    }

    /// What the lease gives while it lasts. May be asked from anywhere.
    public LeaseLeadership office() {
        return office;
    }

    /// Why this process is ill, for a health check: it should have found out long ago that it does not lead any
    /// more. Who stands by is well. May be asked from anywhere.
    ///
    /// Rule from: client-go, tools/leaderelection, LeaderElector.Check.
    ///
    /// @param tolerance beyond the lease duration
    public Optional<String> illness(Duration tolerance) {
        return office.silence()
                .filter(silence -> silence.compareTo(settings.leaseDuration().plus(tolerance)) > 0)
                .map(silence -> "the lease %s/%s was renewed %d s ago, and this process has not stopped leading"
                        .formatted(settings.namespace(), settings.name(), silence.toSeconds()));
    }

    /// Steps down if it led, so that the next leader need not wait, and says so. A failure is logged: then it waits.
    public void release(Duration deadline) {
        Duration end = ticks().plus(deadline);
        try {
            if (electionAttempt.release(deadline)) {
                lock.events().stopped(end.minus(ticks()));
            }
        } catch (KubeException e) {
            LOG.atWarn()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("cause", e.getMessage())
                    .log("The Lease was not released; the next leader has to wait for its end");
        }
    }

    private Renewal acquire() throws InterruptedException {
        try (LeaseWaiter leaseWaiter = lock.standbys().get()) {
            while (true) {
                switch (attempt(settings.renewDeadline().dividedBy(2))) {
                    case ElectionAttempt.Result.Leads(Renewal first) -> {
                        return first;
                    }
                    case ElectionAttempt.Result.Follows(String holder) -> follow(holder);
                    case ElectionAttempt.Result.Unclear() -> {}
                }
                leaseWaiter.await(untilTheNextLook());
            }
        }
    }

    /// Answers why the lease was lost.
    private String keep(Renewal first) throws InterruptedException {
        Renewal last = first;
        while (true) {
            timing.pause().sleep(settings.retryPeriod());
            DualTimestamp now = timing.now();
            Duration left = last.left(now, settings.renewDeadline());
            if (!left.isPositive()) {
                String why = last.overdue(now, settings.renewDeadline());
                if (lastFailure.isEmpty()) {
                    return why;
                }
                suspend(why);
            }
            switch (attempt(budget(left))) {
                case ElectionAttempt.Result.Leads(Renewal again) -> {
                    if (again.isLaterTermThan(last)) {
                        return "another had it meanwhile";
                    }
                    last = again;
                    led = again;
                    hold(again);
                }
                case ElectionAttempt.Result.Follows(String holder) -> {
                    return holder + " has taken it";
                }
                case ElectionAttempt.Result.Unclear() -> {}
            }
        }
    }

    private Duration budget(Duration left) {
        Duration half = settings.renewDeadline().dividedBy(2);
        return left.isPositive() && left.compareTo(half) < 0 ? left : half;
    }

    /// The API server gives no answer: another may take the Lease, and nothing may be written any more.
    private void suspend(String why) {
        office.leave();
        if (!isSuspended) {
            tellLeads(false);
            LOG.atWarn()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("cause", why)
                    .log("Nothing is written until the Lease is renewed");
        }
        isSuspended = true;
    }

    private void hold(Renewal renewal) {
        office.hold(renewal);
        if (isSuspended) {
            tellLeads(true);
            LOG.atInfo().addKeyValue("lease", settings.name()).log("The Lease is renewed; this process still leads");
            leaderCallbacks.regained();
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
            report(e.getMessage());
            return new ElectionAttempt.Result.Unclear();
        }
    }

    private void report(String failure) {
        if (!failure.equals(lastFailure)) {
            LOG.atWarn()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("cause", failure)
                    .log("The Lease cannot be used");
        }
        lastFailure = failure;
    }

    private void follow(String holder) {
        if (!holder.equals(lastHolder)) {
            leaderCallbacks.follows(holder);
        }
        lastHolder = holder;
    }

    /// One retry period and some more, but no later than the lease runs out.
    private Duration untilTheNextLook() {
        Duration usual = jittered(settings.retryPeriod());
        return electionAttempt
                .patience()
                .filter(Duration::isPositive)
                .map(left -> left.plus(fraction(HESITATION)))
                .filter(left -> left.compareTo(usual) < 0)
                .orElse(usual);
    }

    private Duration ticks() {
        return timing.now().ticks();
    }

    private Duration jittered(Duration period) {
        return period.plus(fraction(Duration.ofNanos((long) (period.toNanos() * LeaderSettings.JITTER))));
    }

    private Duration fraction(Duration length) {
        return Duration.ofNanos((long) (length.toNanos() * timing.random().nextDouble()));
    }
}

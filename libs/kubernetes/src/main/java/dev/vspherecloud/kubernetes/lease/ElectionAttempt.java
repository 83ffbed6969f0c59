package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tries to acquire or renew the Lease for this process. Each attempt reads the Lease at most once and writes
/// it.
///
/// Threads: one at a time.
final class ElectionAttempt {
    /// The outcome of an attempt.
    sealed interface Result {
        /// This process is the leader.
        record Leads(Renewal renewal) implements Result {}

        record OtherHolder(String holder) implements Result {}

        /// Another process wrote the Lease first; the next attempt shows who leads.
        record Conflict() implements Result {}
    }

    private final Leases leases;
    private final LeaderSettings settings;
    private final Timing timing;
    private final ElectionObserver observer;
    private Leases.@Nullable Stored stored;
    private @Nullable ObservedLease observedLease;

    ElectionAttempt(Leases leases, LeaderSettings settings, Timing timing, ElectionObserver observer) {
        this.leases = leases;
        this.settings = settings;
        this.timing = timing;
        this.observer = observer;
    }

    /// Renews the Lease, acquires it, or finds out who holds it. Throws [KubeException] if the API server does
    /// not answer.
    ///
    /// @param budget the time for all requests of the attempt, at most three
    Result attempt(Duration budget) {
        Duration end = monotonicTime().plus(budget);
        if (isHolder()) {
            Optional<Result> renewed = acquireStored(end);
            if (renewed.isPresent()) {
                return renewed.get();
            }
            observer.onSlowPath(settings.name());
        }
        Optional<Leases.Stored> current = leases.read(timeLeft(end));
        if (current.isEmpty()) {
            DualTimestamp sent = timing.now();
            return onWritten(leases.create(ElectionStep.first(settings, sent.wallClock()), timeLeft(end)), sent);
        }
        observe(current.get(), monotonicTime());
        return acquireStored(end).orElseGet(Result.Conflict::new);
    }

    /// Releases the Lease, so that the next leader does not have to wait. If another process holds the Lease,
    /// it is not changed.
    ///
    /// @return true if this process held the Lease and has released it
    boolean release(Duration budget) {
        Duration end = monotonicTime().plus(budget);
        Leases.Stored held = stored;
        if (held == null || !isHolder()) {
            return false;
        }
        Optional<Leases.Stored> free = releaseAsSeen(held, end);
        if (free.isEmpty()) {
            // Other programs and users may have changed annotations of the Lease. This process may still hold
            // it, so read it again.
            free = leases.read(timeLeft(end))
                    .filter(current -> current.record().isHeldBy(settings.identity()))
                    .flatMap(current -> releaseAsSeen(current, end));
        }
        free.ifPresent(current -> observe(current, monotonicTime()));
        stored = null;
        return free.isPresent();
    }

    /// Returns the time until the Lease of the observed holder expires if it is not renewed; empty if no holder
    /// was observed yet.
    Optional<Duration> timeUntilExpiry() {
        return Optional.ofNullable(observedLease).map(seen -> seen.timeUntilExpiry(monotonicTime()));
    }

    private Optional<Leases.Stored> releaseAsSeen(Leases.Stored held, Duration end) {
        return leases.update(
                held, ElectionStep.released(held.record(), timing.now().wallClock()), timeLeft(end));
    }

    private Duration monotonicTime() {
        return timing.now().monotonic();
    }

    private Duration timeLeft(Duration end) {
        return end.minus(monotonicTime());
    }

    private boolean isHolder() {
        return observedLease != null
                && observedLease.record().isHeldBy(settings.identity())
                && observedLease.isValid(monotonicTime());
    }

    /// Writes over the Lease that this process stored last; empty if nothing is stored, or if the Lease has
    /// changed since.
    private Optional<Result> acquireStored(Duration end) {
        Leases.Stored current = stored;
        ObservedLease seen = observedLease;
        if (current == null || seen == null) {
            return Optional.empty();
        }
        DualTimestamp sent = timing.now();
        return switch (ElectionStep.next(seen, settings, sent.monotonic(), sent.wallClock())) {
            case ElectionStep.Wait(String holder) -> Optional.of(new Result.OtherHolder(holder));
            case ElectionStep.Claim(LeaseRecord record) ->
                leases.update(current, record, timeLeft(end)).map(now -> onWritten(Optional.of(now), sent));
        };
    }

    private Result onWritten(Optional<Leases.Stored> written, DualTimestamp sent) {
        if (written.isEmpty()) {
            return new Result.Conflict();
        }
        observe(written.get(), sent.monotonic());
        return new Result.Leads(new Renewal(written.get().record(), sent));
    }

    private void observe(Leases.Stored current, Duration now) {
        stored = current;
        observedLease = ObservedLease.after(observedLease, current.record(), now);
    }
}

package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Tries to acquire or renew the Lease for this process. Each attempt reads the Lease at most once and writes it.
///
/// Threads: confined to one at a time.
final class ElectionAttempt {
    /// The outcome of an attempt.
    sealed interface Result {
        /// This process leads.
        record Leads(Renewal renewal) implements Result {}

        record Follows(String holder) implements Result {}

        /// Another process wrote the Lease first; the next attempt shows who leads.
        record Unclear() implements Result {}
    }

    private final Leases leases;
    private final LeaderSettings settings;
    private final Timing timing;
    private final ElectionObserver observer;
    private Leases.@Nullable Stored stored;
    private @Nullable ObservedLease sight;

    ElectionAttempt(Leases leases, LeaderSettings settings, Timing timing, ElectionObserver observer) {
        this.leases = leases;
        this.settings = settings;
        this.timing = timing;
        this.observer = observer;
    }

    /// Renews the Lease, acquires it, or finds out who holds it. Throws [KubeException] if the API server does not
    /// answer.
    ///
    /// @param budget for all of its requests, at most three
    Result attempt(Duration budget) {
        Duration end = ticks().plus(budget);
        if (leads()) {
            Optional<Result> renewed = claimStored(end);
            if (renewed.isPresent()) {
                return renewed.get();
            }
            observer.tookSlowPath(settings.name());
        }
        Optional<Leases.Stored> current = leases.read(left(end));
        if (current.isEmpty()) {
            DualTimestamp sent = timing.now();
            return wrote(leases.create(ElectionStep.first(settings, sent.wall()), left(end)), sent);
        }
        see(current.get(), ticks());
        return claimStored(end).orElseGet(Result.Unclear::new);
    }

    /// Releases the Lease, so that the next leader does not have to wait. A Lease that another process holds is
    /// not changed.
    ///
    /// @return whether this process held the Lease and has released it
    boolean release(Duration budget) {
        Duration end = ticks().plus(budget);
        Leases.Stored held = stored;
        if (held == null || !leads()) {
            return false;
        }
        Optional<Leases.Stored> free = releaseAsSeen(held, end);
        if (free.isEmpty()) {
            // Annotations and users change the Lease, too. This process still holds it, so read it again.
            free = leases.read(left(end))
                    .filter(current -> current.record().isHeldBy(settings.identity()))
                    .flatMap(current -> releaseAsSeen(current, end));
        }
        free.ifPresent(current -> see(current, ticks()));
        stored = null;
        return free.isPresent();
    }

    /// Returns the time until the Lease of the observed holder expires if it is not renewed; empty if no holder
    /// was observed yet.
    Optional<Duration> patience() {
        return Optional.ofNullable(sight).map(seen -> seen.left(ticks()));
    }

    private Optional<Leases.Stored> releaseAsSeen(Leases.Stored held, Duration end) {
        return leases.update(
                held, ElectionStep.released(held.record(), timing.now().wall()), left(end));
    }

    private Duration ticks() {
        return timing.now().ticks();
    }

    private Duration left(Duration end) {
        return end.minus(ticks());
    }

    private boolean leads() {
        return sight != null && sight.record().isHeldBy(settings.identity()) && sight.isValid(ticks());
    }

    /// Writes over the stored Lease; empty if nothing is stored, or if the Lease has changed since.
    private Optional<Result> claimStored(Duration end) {
        Leases.Stored current = stored;
        ObservedLease seen = sight;
        if (current == null || seen == null) {
            return Optional.empty();
        }
        DualTimestamp sent = timing.now();
        return switch (ElectionStep.next(seen, settings, sent.ticks(), sent.wall())) {
            case ElectionStep.StandBy(String holder) -> Optional.of(new Result.Follows(holder));
            case ElectionStep.Claim(LeaseRecord record) ->
                leases.update(current, record, left(end)).map(now -> wrote(Optional.of(now), sent));
        };
    }

    private Result wrote(Optional<Leases.Stored> written, DualTimestamp sent) {
        if (written.isEmpty()) {
            return new Result.Unclear();
        }
        see(written.get(), sent.ticks());
        return new Result.Leads(new Renewal(written.get().record(), sent));
    }

    private void see(Leases.Stored current, Duration now) {
        stored = current;
        sight = ObservedLease.after(sight, current.record(), now);
    }
}

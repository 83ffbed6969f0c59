package dev.vspherecloud.kubernetes.lease;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One process that stands for election; each try is one look at the lease and at most one write.
///
/// Threads: confined to one at a time.
final class ElectionAttempt {
    /// How a try ended.
    sealed interface Result {
        /// We lead.
        record Leads(Renewal renewal) implements Result {}

        record Follows(String holder) implements Result {}

        /// Somebody was faster; who leads will be seen at the next try.
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

    /// Renews the lease, takes it, or finds out who has it. Throws [KubeException] when the API server gives no
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

    /// Steps down, so that the next leader need not wait. Nothing happens to a lease that is not ours.
    ///
    /// @return whether it was ours and is free now
    boolean release(Duration budget) {
        Duration end = ticks().plus(budget);
        Leases.Stored held = stored;
        if (held == null || !leads()) {
            return false;
        }
        Optional<Leases.Stored> free = releaseAsSeen(held, end);
        if (free.isEmpty()) {
            // Notes are written into it too, and by people; that it is ours still holds.
            free = leases.read(left(end))
                    .filter(current -> current.record().isHeldBy(settings.identity()))
                    .flatMap(current -> releaseAsSeen(current, end));
        }
        free.ifPresent(current -> see(current, ticks()));
        stored = null;
        return free.isPresent();
    }

    /// How long whoever was seen in the lease has to be left alone if nothing more is heard of him; empty while nobody
    /// was seen.
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

    /// Empty when the lease is not any more what is stored.
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

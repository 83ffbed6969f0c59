package dev.vspherecloud.kubernetes;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One process that stands for election; each try is one look at the lease and at most one write.
///
/// Threads: confined to one at a time.
final class Candidate {
    /// How a try ended.
    sealed interface Result {
        /// We lead.
        ///
        /// @param since when the write was sent, which others can't have seen earlier
        record Leads(Duration since) implements Result {}

        record Follows(String holder) implements Result {}

        /// Somebody was faster; who leads will be seen at the next try.
        record Unclear() implements Result {}
    }

    private final Leases leases;
    private final LeaderSettings settings;
    private final Ticker ticker;
    private final InstantSource clock;
    private Leases.@Nullable Stored stored;
    private @Nullable LeaseSight sight;

    Candidate(Leases leases, LeaderSettings settings, Ticker ticker, InstantSource clock) {
        this.leases = leases;
        this.settings = settings;
        this.ticker = ticker;
        this.clock = clock;
    }

    /// Renews the lease, takes it, or finds out who has it. Throws [KubeException] when the API server gives no
    /// answer.
    ///
    /// @param budget for all of its requests, at most three
    Result attempt(Duration budget) {
        Duration end = ticker.now().plus(budget);
        if (leads()) {
            Optional<Result> renewed = claimStored(end);
            if (renewed.isPresent()) {
                return renewed.get();
            }
        }
        Optional<Leases.Stored> current = leases.read(left(end));
        if (current.isEmpty()) {
            Duration sent = ticker.now();
            return wrote(leases.create(ElectionStep.first(settings, clock.instant()), left(end)), sent);
        }
        see(current.get(), ticker.now());
        return claimStored(end).orElseGet(Result.Unclear::new);
    }

    /// Steps down, so that the next leader need not wait. Nothing happens to a lease that is not ours.
    void release(Duration budget) {
        Leases.Stored held = stored;
        if (held == null || !leads()) {
            return;
        }
        leases.update(held, ElectionStep.released(held.record(), clock.instant()), budget)
                .ifPresent(free -> see(free, ticker.now()));
        stored = null;
    }

    private Duration left(Duration end) {
        return end.minus(ticker.now());
    }

    private boolean leads() {
        return sight != null && sight.record().isHeldBy(settings.identity()) && sight.isValid(ticker.now());
    }

    /// Empty when the lease is not any more what is stored.
    private Optional<Result> claimStored(Duration end) {
        Leases.Stored current = stored;
        LeaseSight seen = sight;
        if (current == null || seen == null) {
            return Optional.empty();
        }
        Duration sent = ticker.now();
        return switch (ElectionStep.next(seen, settings, sent, clock.instant())) {
            case ElectionStep.StandBy(String holder) -> Optional.of(new Result.Follows(holder));
            case ElectionStep.Claim(LeaseRecord record) ->
                leases.update(current, record, left(end)).map(now -> wrote(Optional.of(now), sent));
        };
    }

    private Result wrote(Optional<Leases.Stored> written, Duration sent) {
        if (written.isEmpty()) {
            return new Result.Unclear();
        }
        see(written.get(), sent);
        return new Result.Leads(sent);
    }

    private void see(Leases.Stored current, Duration now) {
        stored = current;
        sight = LeaseSight.after(sight, current.record(), now);
    }
}

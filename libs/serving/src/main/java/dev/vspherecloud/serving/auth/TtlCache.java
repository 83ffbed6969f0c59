package dev.vspherecloud.serving.auth;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Remembers answers for as long as they count, and never asks the same question twice at once.
///
/// Threads: any number of callers; state is guarded by `this`, and nobody asks while holding it. Whoever asks first
/// asks for all who wait; when he is interrupted, one of them asks again.
final class TtlCache<Q, A> {
    private record Kept<A>(A answer, long until) {}

    private final int most;
    private final Function<A, Duration> worth;
    private final LongSupplier nanoTime;
    private final SequencedMap<Q, Kept<A>> kept = new LinkedHashMap<>();
    private final Map<Q, FutureTask<A>> asked = new HashMap<>();

    /// @param most     so many are remembered at most; the oldest goes first
    /// @param worth    how long an answer counts; zero means not at all
    /// @param nanoTime as [System#nanoTime]
    TtlCache(int most, Function<A, Duration> worth, LongSupplier nanoTime) {
        this.most = most;
        this.worth = worth;
        this.nanoTime = nanoTime;
    }

    /// @param asking may throw [InterruptedException] and nothing else that is checked
    A answer(Q question, Callable<A> asking) throws InterruptedException {
        while (true) {
            var mine = new FutureTask<>(asking);
            @Nullable FutureTask<A> theirs;
            synchronized (this) {
                Optional<A> known = known(question);
                if (known.isPresent()) {
                    return known.get();
                }
                theirs = asked.putIfAbsent(question, mine);
            }
            if (theirs == null) {
                return ask(question, mine);
            }
            Optional<A> answer = theirs(theirs);
            if (answer.isPresent()) {
                return answer.get();
            }
            forget(question, theirs);
        }
    }

    private A ask(Q question, FutureTask<A> mine) throws InterruptedException {
        mine.run();
        try {
            A answer = mine.get();
            keep(question, answer);
            return answer;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new IllegalStateException("asking failed", e.getCause());
        } finally {
            forget(question, mine);
        }
    }

    private synchronized void forget(Q question, FutureTask<A> task) {
        asked.remove(question, task);
    }

    /// Empty when whoever asked gave up.
    private static <A> Optional<A> theirs(FutureTask<A> task) throws InterruptedException {
        try {
            return Optional.of(task.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                return Optional.empty();
            }
            throw new IllegalStateException("asking failed", e.getCause());
        }
    }

    private Optional<A> known(Q question) {
        return Optional.ofNullable(kept.get(question))
                .filter(each -> each.until() - nanoTime.getAsLong() > 0)
                .map(Kept::answer);
    }

    private synchronized void keep(Q question, A answer) {
        Duration length = worth.apply(answer);
        kept.remove(question);
        if (!length.isPositive()) {
            return;
        }
        kept.put(question, new Kept<>(answer, nanoTime.getAsLong() + length.toNanos()));
        if (kept.size() > most) {
            kept.pollFirstEntry();
        }
    }
}

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

/// A cache of answers with a time to live for each. Concurrent callers with the same question share one call.
///
/// Threads: any number of callers; state is guarded by `this`, and no caller asks while holding it. The first
/// caller asks for all callers that wait. If it is interrupted, one of the others asks again.
final class TtlCache<Q, A> {
    private record Kept<A>(A answer, long until) {}

    private final int most;
    private final Function<A, Duration> worth;
    private final LongSupplier nanoTime;
    private final SequencedMap<Q, Kept<A>> kept = new LinkedHashMap<>();
    private final Map<Q, FutureTask<A>> asked = new HashMap<>();

    /// @param most     the largest number of entries; the oldest is evicted first
    /// @param worth    how long an answer is cached; zero means not at all
    /// @param nanoTime as [System#nanoTime]
    TtlCache(int most, Function<A, Duration> worth, LongSupplier nanoTime) {
        this.most = most;
        this.worth = worth;
        this.nanoTime = nanoTime;
    }

    /// Returns the cached answer, or calls `asking`.
    ///
    /// @param asking may throw [InterruptedException] and no other checked exception
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
            throw new IllegalStateException("the query failed", e.getCause());
        } finally {
            forget(question, mine);
        }
    }

    private synchronized void forget(Q question, FutureTask<A> task) {
        asked.remove(question, task);
    }

    /// Returns the answer of another caller; empty if that caller was interrupted.
    private static <A> Optional<A> theirs(FutureTask<A> task) throws InterruptedException {
        try {
            return Optional.of(task.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                return Optional.empty();
            }
            throw new IllegalStateException("the query failed", e.getCause());
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

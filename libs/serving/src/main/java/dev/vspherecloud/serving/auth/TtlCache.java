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

/// A cache of answers, each with a time to live. Concurrent callers with the same question share one call.
///
/// Threads: any number of callers; state is guarded by `this`, and no caller asks while holding the monitor.
/// The first caller asks for all callers that wait. If it is interrupted, one of the others asks again.
final class TtlCache<Q, A> {
    private record Cached<A>(A answer, long until) {}

    private final int max;
    private final Function<A, Duration> ttl;
    private final LongSupplier nanoTime;
    private final SequencedMap<Q, Cached<A>> cached = new LinkedHashMap<>();
    private final Map<Q, FutureTask<A>> inProgress = new HashMap<>();

    /// Creates an empty cache.
    ///
    /// @param most     the largest number of entries; the oldest is evicted first
    /// @param ttl    how long an answer is cached; zero means not at all
    /// @param nanoTime a monotonic clock, as [System#nanoTime]
    TtlCache(int most, Function<A, Duration> ttl, LongSupplier nanoTime) {
        this.max = most;
        this.ttl = ttl;
        this.nanoTime = nanoTime;
    }

    /// Returns the cached answer. If there is none, calls `lookup` and caches the result.
    ///
    /// @param lookup may throw [InterruptedException] and no other checked exception
    A get(Q key, Callable<A> lookup) throws InterruptedException {
        while (true) {
            var mine = new FutureTask<>(lookup);
            @Nullable FutureTask<A> other;
            synchronized (this) {
                Optional<A> known = known(key);
                if (known.isPresent()) {
                    return known.get();
                }
                other = inProgress.putIfAbsent(key, mine);
            }
            if (other == null) {
                return lookUp(key, mine);
            }
            Optional<A> answer = await(other);
            if (answer.isPresent()) {
                return answer.get();
            }
            finish(key, other);
        }
    }

    private A lookUp(Q key, FutureTask<A> mine) throws InterruptedException {
        mine.run();
        try {
            A answer = mine.get();
            cache(key, answer);
            return answer;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException interrupted) {
                throw interrupted;
            }
            throw new IllegalStateException("the query failed", e.getCause());
        } finally {
            finish(key, mine);
        }
    }

    private synchronized void finish(Q key, FutureTask<A> task) {
        inProgress.remove(key, task);
    }

    /// Returns the answer of another caller; empty if that caller was interrupted.
    private static <A> Optional<A> await(FutureTask<A> task) throws InterruptedException {
        try {
            return Optional.of(task.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                return Optional.empty();
            }
            throw new IllegalStateException("the query failed", e.getCause());
        }
    }

    private Optional<A> known(Q key) {
        return Optional.ofNullable(cached.get(key))
                .filter(each -> each.until() - nanoTime.getAsLong() > 0)
                .map(Cached::answer);
    }

    private synchronized void cache(Q key, A answer) {
        Duration length = ttl.apply(answer);
        cached.remove(key);
        if (!length.isPositive()) {
            return;
        }
        cached.put(key, new Cached<>(answer, nanoTime.getAsLong() + length.toNanos()));
        if (cached.size() > max) {
            cached.pollFirstEntry();
        }
    }
}

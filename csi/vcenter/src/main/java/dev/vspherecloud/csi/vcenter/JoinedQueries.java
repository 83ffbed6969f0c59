package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.csi.domain.BatchSplitter;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Joins the queries of several calls to one: operations begin in bursts, and vCenter answers a query for a hundred
/// names about as fast as one for a single name.
///
/// The first caller waits a moment, then sends the query for itself and for all that came meanwhile. So what a
/// caller gets was read after it asked. The moment and the query share the time of the first caller; if it is over, a
/// caller that has more time asks again. If vCenter refuses the joint query, parts of it are sent, so that one key does
/// not fail the others.
///
/// Threads: any. Each query runs in the thread of one of its callers.
///
/// @param <K> what a caller asks for: the name or the id of a volume
/// @param <R> what a query returns
final class JoinedQueries<K, R> {
    private final Query<K, R> query;
    private final int maxKeys;
    private final R unanswered;
    private final LongSupplier nanoTime;
    private final Supplier<Duration> gather;
    private final Sleeper sleeper;
    private @Nullable Batch<K, R> open;

    /// Asks vCenter for some keys at once.
    @FunctionalInterface
    interface Query<K, R> {
        BatchAnswer<K, R> read(List<K> keys, Duration atMost) throws InterruptedException;
    }

    private static final class Batch<K, R> {
        private final Set<K> keys = new LinkedHashSet<>();
        private final long end;
        private final CompletableFuture<Map<K, R>> results = new CompletableFuture<>();

        /// @param end the deadline of the caller that sends the query
        Batch(long end) {
            this.end = end;
        }
    }

    /// Creates an object for queries of one kind.
    ///
    /// @param maxKeys    the largest number of keys in one query
    /// @param unanswered what a caller gets that waits for the query of another caller in vain
    /// @param gather     returns how long the first caller waits for others
    JoinedQueries(
            Query<K, R> query,
            int maxKeys,
            R unanswered,
            LongSupplier nanoTime,
            Supplier<Duration> gather,
            Sleeper sleeper) {
        this.query = query;
        this.maxKeys = maxKeys;
        this.unanswered = unanswered;
        this.nanoTime = nanoTime;
        this.gather = gather;
        this.sleeper = sleeper;
    }

    /// Returns the result of a query for this key, and perhaps for others.
    R read(K key, Duration atMost) throws InterruptedException {
        long end = nanoTime.getAsLong() + atMost.toNanos();
        while (true) {
            Batch<K, R> batch;
            boolean isFirst;
            synchronized (this) {
                Batch<K, R> current = open;
                isFirst = current == null || current.keys.size() >= maxKeys;
                batch = current == null || isFirst ? new Batch<>(end) : current;
                batch.keys.add(key);
                open = batch;
            }
            if (isFirst) {
                send(batch);
            }
            Optional<R> result = await(batch, key, end);
            if (result.isPresent()) {
                return result.get();
            }
        }
    }

    /// Waits for the result of a batch.
    ///
    /// @return empty if the time of its sender is over, but not that of this caller
    private Optional<R> await(Batch<K, R> batch, K key, long end) throws InterruptedException {
        try {
            R result =
                    batch.results.get(left(end).toNanos(), TimeUnit.NANOSECONDS).getOrDefault(key, unanswered);
            return result.equals(unanswered) && isCutShort(batch, end) ? Optional.empty() : Optional.of(result);
        } catch (ExecutionException e) {
            if (isCutShort(batch, end)) {
                return Optional.empty();
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (TimeoutException _) {
            return Optional.of(unanswered);
        }
    }

    private boolean isCutShort(Batch<K, R> batch, long end) {
        long now = nanoTime.getAsLong();
        return now - batch.end >= 0 && now - end < 0;
    }

    private Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
    }

    private void send(Batch<K, R> batch) throws InterruptedException {
        try {
            Duration pause = gather.get();
            Duration left = left(batch.end);
            sleeper.sleep(pause.compareTo(left) < 0 ? pause : left);
            batch.results.complete(all(close(batch), batch.end));
        } catch (RuntimeException e) {
            batch.results.completeExceptionally(e);
        } finally {
            // A later caller must not join a batch whose sender was interrupted, or wait for it.
            List<K> _ = close(batch);
            boolean _ = batch.results.complete(Map.of());
        }
    }

    /// Returns the results of queries for these keys, with as few queries as vCenter accepts.
    ///
    /// @param deadline in terms of the clock
    Map<K, R> all(List<K> keys, long deadline) throws InterruptedException {
        return BatchSplitter.send(keys, some -> {
            Duration left = Duration.ofNanos(deadline - nanoTime.getAsLong());
            return left.isPositive() ? query.read(some, left) : new BatchAnswer.Unanswered<>(unanswered);
        });
    }

    /// Ends the time in which others can join.
    private synchronized List<K> close(Batch<K, R> batch) {
        if (batch.equals(open)) {
            open = null;
        }
        return List.copyOf(batch.keys);
    }
}

package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Joins the queries of several calls to one: operations begin in bursts, and vCenter answers a query for a hundred
/// names about as fast as one for a single name.
///
/// The first caller waits a moment, then sends the query for itself and for all that came meanwhile. So what a
/// caller gets was read after it asked.
///
/// Threads: any. Each query runs in the thread of one of its callers.
///
/// @param <K> what a caller asks for: the name or the id of a volume
/// @param <R> what a query returns
final class JoinedQueries<K, R> {
    private final Query<K, R> query;
    private final int maxKeys;
    private final R unanswered;
    private final Supplier<Duration> gather;
    private final Sleeper sleeper;
    private @Nullable Batch<K, R> open;

    /// Asks vCenter for some keys at once.
    @FunctionalInterface
    interface Query<K, R> {
        /// @throws RuntimeException as the calls of a session do
        R read(Set<K> keys, Duration atMost) throws InterruptedException;
    }

    private static final class Batch<K, R> {
        private final Set<K> keys = new LinkedHashSet<>();
        private final CompletableFuture<R> result = new CompletableFuture<>();
    }

    /// Creates an object for queries of one kind.
    ///
    /// @param maxKeys    the largest number of keys in one query
    /// @param unanswered what a caller gets that waits for the query of another caller in vain
    /// @param gather     returns how long the first caller waits for others
    JoinedQueries(Query<K, R> query, int maxKeys, R unanswered, Supplier<Duration> gather, Sleeper sleeper) {
        this.query = query;
        this.maxKeys = maxKeys;
        this.unanswered = unanswered;
        this.gather = gather;
        this.sleeper = sleeper;
    }

    /// Returns the result of a query for this key, and others.
    R read(K key, Duration atMost) throws InterruptedException {
        Batch<K, R> batch;
        boolean isFirst;
        synchronized (this) {
            Batch<K, R> current = open;
            isFirst = current == null || current.keys.size() >= maxKeys;
            batch = current == null || isFirst ? new Batch<>() : current;
            batch.keys.add(key);
            open = batch;
        }
        if (isFirst) {
            send(batch, atMost);
        }
        try {
            return batch.result.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (TimeoutException _) {
            return unanswered;
        }
    }

    private void send(Batch<K, R> batch, Duration atMost) throws InterruptedException {
        try {
            sleeper.sleep(gather.get());
            batch.result.complete(query.read(close(batch), atMost));
        } catch (RuntimeException e) {
            batch.result.completeExceptionally(e);
        } finally {
            // A later caller must not join a batch whose sender was interrupted, or wait for it.
            Set<K> _ = close(batch);
            boolean _ = batch.result.complete(unanswered);
        }
    }

    /// Ends the time in which others can join.
    private synchronized Set<K> close(Batch<K, R> batch) {
        if (batch.equals(open)) {
            open = null;
        }
        return Set.copyOf(batch.keys);
    }
}

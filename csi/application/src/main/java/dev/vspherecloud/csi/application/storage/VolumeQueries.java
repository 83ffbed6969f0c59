package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
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
final class VolumeQueries<K> {
    /// The largest number of keys in one query.
    static final int MAX_KEYS = 200;

    /// A query for some names or ids has few results, unless vCenter ignores them.
    private static final int PAGE_SIZE = 1000;

    private static final int MAX_PAGES = 10;

    private final CurrentSession session;
    private final Function<Set<K>, CnsQuery> query;
    private final Supplier<Duration> gather;
    private final Sleeper sleeper;
    private @Nullable Batch<K> open;

    private static final class Batch<K> {
        private final Set<K> keys = new LinkedHashSet<>();
        private final CompletableFuture<CnsQueryResult> result = new CompletableFuture<>();
    }

    /// Creates an object for queries of one kind.
    ///
    /// @param query  builds the query for these keys
    /// @param gather returns how long the first caller waits for others
    VolumeQueries(
            CurrentSession session, Function<Set<K>, CnsQuery> query, Supplier<Duration> gather, Sleeper sleeper) {
        this.session = session;
        this.query = query;
        this.gather = gather;
        this.sleeper = sleeper;
    }

    /// Returns the volumes with this key, and others.
    ///
    /// @throws RuntimeException as the calls of [CurrentSession] do
    CnsQueryResult volumes(K key, Duration atMost) throws InterruptedException {
        Batch<K> batch;
        boolean isFirst;
        synchronized (this) {
            Batch<K> current = open;
            isFirst = current == null || current.keys.size() >= MAX_KEYS;
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
            return new CnsQueryResult.Incomplete(List.of(), "vCenter did not answer in time");
        }
    }

    private void send(Batch<K> batch, Duration atMost) throws InterruptedException {
        try {
            sleeper.sleep(gather.get());
            batch.result.complete(volumes(close(batch), atMost));
        } catch (RuntimeException e) {
            batch.result.completeExceptionally(e);
        } finally {
            // A later caller must not join a batch whose sender was interrupted, or wait for it.
            Set<K> _ = close(batch);
            boolean _ = batch.result.complete(new CnsQueryResult.Incomplete(List.of(), "the query was interrupted"));
        }
    }

    /// Returns the volumes with one of these keys, by a query of its own.
    ///
    /// @param keys at most [#MAX_KEYS]
    CnsQueryResult volumes(Set<K> keys, Duration atMost) throws InterruptedException {
        CnsQuery joint = query.apply(keys);
        return session.read(atMost, current -> new CnsClient(current).query(joint, PAGE_SIZE, MAX_PAGES));
    }

    /// Ends the time in which others can join.
    private synchronized Set<K> close(Batch<K> batch) {
        if (batch.equals(open)) {
            open = null;
        }
        return Set.copyOf(batch.keys);
    }
}

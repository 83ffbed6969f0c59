package dev.vspherecloud.csi.application.storage;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Reads volumes, with one query for several calls.
///
/// Threads: any.
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
    private final JoinedQueries<K, CnsQueryResult> joined;

    /// Creates an object for queries of one kind.
    ///
    /// @param query  builds the query for these keys
    /// @param gather returns how long the first caller waits for others
    VolumeQueries(
            CurrentSession session,
            Function<Set<K>, CnsQuery> query,
            Supplier<Duration> gather,
            LongSupplier nanoTime,
            Sleeper sleeper) {
        this.session = session;
        this.query = query;
        this.joined = new JoinedQueries<>(
                this::volumes,
                MAX_KEYS,
                new CnsQueryResult.Incomplete(List.of(), "vCenter did not answer in time"),
                gather,
                nanoTime,
                sleeper);
    }

    /// Returns the volumes with this key, and others.
    ///
    /// @throws RuntimeException as the calls of [CurrentSession] do
    CnsQueryResult volumes(K key, Duration atMost) throws InterruptedException {
        return joined.read(key, atMost);
    }

    /// Returns the volumes with one of these keys, by a query of its own.
    ///
    /// @param keys at most [#MAX_KEYS]
    CnsQueryResult volumes(Set<K> keys, Duration atMost) throws InterruptedException {
        CnsQuery joint = query.apply(keys);
        return session.read(atMost, current -> new CnsClient(current).query(joint, PAGE_SIZE, MAX_PAGES));
    }
}

package dev.vspherecloud.csi.vcenter;

import dev.vspherecloud.csi.cns.CnsClient;
import dev.vspherecloud.csi.cns.CnsQuery;
import dev.vspherecloud.csi.cns.CnsQueryResult;
import dev.vspherecloud.csi.cns.CnsRefusals;
import dev.vspherecloud.csi.domain.BatchAnswer;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.connection.CurrentSession;
import dev.vspherecloud.vsphere.connection.NoSessionException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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
            LongSupplier nanoTime,
            Supplier<Duration> gather,
            Sleeper sleeper) {
        this.session = session;
        this.query = query;
        this.joined = new JoinedQueries<>(
                this::read, MAX_KEYS, incomplete("vCenter did not answer in time"), nanoTime, gather, sleeper);
    }

    private static CnsQueryResult incomplete(String why) {
        return new CnsQueryResult.Incomplete(List.of(), why);
    }

    /// Returns the volumes with this key, and others.
    CnsQueryResult volumes(K key, Duration atMost) throws InterruptedException {
        return joined.read(key, atMost);
    }

    /// Returns the volumes with one of these keys, by a query of its own.
    ///
    /// @param keys at most [#MAX_KEYS]
    /// @throws RuntimeException as the calls of [CurrentSession] do
    CnsQueryResult volumes(Set<K> keys, Duration atMost) throws InterruptedException {
        CnsQuery joint = query.apply(keys);
        return session.read(atMost, current -> new CnsClient(current).query(joint, PAGE_SIZE, MAX_PAGES));
    }

    private BatchAnswer<K, CnsQueryResult> read(List<K> keys, Duration atMost) throws InterruptedException {
        try {
            CnsQueryResult result = volumes(Set.copyOf(keys), atMost);
            return new BatchAnswer.Each<>(keys.stream().collect(Collectors.toMap(key -> key, _ -> result)));
        } catch (VcenterException e) {
            CnsQueryResult failed = incomplete(String.valueOf(e.getMessage()));
            return CnsRefusals.isOfContent(e)
                    ? new BatchAnswer.Refused<>(failed)
                    : new BatchAnswer.Unanswered<>(failed);
        } catch (NoSessionException e) {
            return new BatchAnswer.Unanswered<>(incomplete(String.valueOf(e.getMessage())));
        }
    }
}

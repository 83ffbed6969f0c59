package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Which Nodes a watcher follows: where controllers leave word and the watcher picks it up.
///
/// Threads: any. The maps are concurrent; the lock guards only the count of news, for those who wait for some.
final class WatchedNodes {
    private final Map<NodeName, VmQuery> queries = new ConcurrentHashMap<>();
    private final Set<NodeName> demanded = ConcurrentHashMap.newKeySet();
    private final Set<NodeName> elsewhere = ConcurrentHashMap.newKeySet();
    private final Set<NodeName> outdated = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private long news;

    /// @return whether that is news
    boolean follow(VmQuery query) {
        VmQuery before = queries.put(query.node(), query);
        boolean isNew = before == null || !before.seeksTheSameAs(query);
        if (isNew) {
            announce();
        }
        return isNew;
    }

    void forget(NodeName node) {
        demanded.remove(node);
        elsewhere.remove(node);
        outdated.remove(node);
        if (queries.remove(node) != null) {
            announce();
        }
    }

    /// Search for this Node although another vCenter is recorded for it.
    ///
    /// @return whether that is news
    boolean demand(NodeName node) {
        boolean isNew = demanded.add(node);
        if (isNew) {
            announce();
        }
        return isNew;
    }

    /// This Node's VM is in another vCenter, so that it need not be searched here again.
    void foundElsewhere(NodeName node) {
        if (queries.containsKey(node)) {
            elsewhere.add(node);
        }
    }

    void foundHere(NodeName node) {
        elsewhere.remove(node);
    }

    /// This Node's VM is not, or no longer, known to be anywhere. It may have come here since it was last searched.
    ///
    /// @return whether it has to be searched again, since that was of no interest for a time
    boolean foundNowhere(NodeName node) {
        if (elsewhere.remove(node)) {
            outdated.add(node);
            announce();
            return true;
        }
        return outdated.contains(node);
    }

    /// Those whose last search is no answer any more.
    Set<NodeName> outdated() {
        return outdated;
    }

    boolean isElsewhere(NodeName node) {
        return elsewhere.contains(node);
    }

    boolean isDemanded(NodeName node) {
        return demanded.contains(node);
    }

    Map<NodeName, VmQuery> queries() {
        return queries;
    }

    /// How often there was news so far.
    long news() {
        lock.lock();
        try {
            return news;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is more news than the caller has seen.
    ///
    /// @return whether there is
    boolean awaitNews(long seen, Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = atMost.toNanos();
            while (news == seen && left > 0) {
                left = more.awaitNanos(left);
            }
            return news != seen;
        } finally {
            lock.unlock();
        }
    }

    /// There is news, of whatever kind.
    void announce() {
        lock.lock();
        try {
            news++;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

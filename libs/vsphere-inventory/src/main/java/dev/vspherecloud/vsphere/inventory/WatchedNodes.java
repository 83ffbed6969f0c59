package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The Nodes that a watcher follows: controllers add and remove them, and the watcher reads them.
///
/// Threads: any. The maps are concurrent; the lock guards only the change counter, for threads that wait for
/// changes.
final class WatchedNodes {
    private final Map<NodeName, VmQuery> queries = new ConcurrentHashMap<>();
    private final Set<NodeName> demanded = ConcurrentHashMap.newKeySet();
    private final Set<NodeName> elsewhere = ConcurrentHashMap.newKeySet();
    private final Set<NodeName> outdated = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private long news;

    /// @return whether the query is new
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

    /// Demands a search for this Node although another vCenter is recorded for it.
    ///
    /// @return whether the demand is new
    boolean demand(NodeName node) {
        boolean isNew = demanded.add(node);
        if (isNew) {
            announce();
        }
        return isNew;
    }

    /// Notes that this Node's VM is in another vCenter, so that it need not be searched here again.
    void foundElsewhere(NodeName node) {
        if (queries.containsKey(node)) {
            elsewhere.add(node);
        }
    }

    void foundHere(NodeName node) {
        elsewhere.remove(node);
    }

    /// Notes that no vCenter is known to have this Node's VM, or no longer. It may be here since the last search.
    ///
    /// @return whether the Node has to be searched again, since searches for it were suspended for a time
    boolean foundNowhere(NodeName node) {
        if (elsewhere.remove(node)) {
            outdated.add(node);
            announce();
            return true;
        }
        return outdated.contains(node);
    }

    /// Returns the Nodes whose last search is out of date.
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

    /// Returns the number of changes so far.
    long news() {
        lock.lock();
        try {
            return news;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there are more changes than the caller has seen.
    ///
    /// @return whether there are
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

    /// Counts a change, of any kind, and wakes those who wait.
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

package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.domain.identity.VmQuery;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The Nodes that a watcher follows. Controllers add and remove Nodes, and the watcher reads them.
///
/// Threads: any. The maps are concurrent; the lock guards only the change counter, for threads that wait for
/// changes.
final class WatchedNodes {
    private final Map<NodeName, VmQuery> queries = new ConcurrentHashMap<>();
    private final Set<NodeName> searchRequested = ConcurrentHashMap.newKeySet();
    private final Set<NodeName> foundElsewhere = ConcurrentHashMap.newKeySet();
    private final Set<NodeName> outdated = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private long changeCount;

    /// Adds a Node, or replaces its query.
    ///
    /// @return true if the query is new
    boolean watch(VmQuery query) {
        VmQuery before = queries.put(query.node(), query);
        boolean isNew = before == null || !before.isSameQuery(query);
        if (isNew) {
            signalChange();
        }
        return isNew;
    }

    void forget(NodeName node) {
        searchRequested.remove(node);
        foundElsewhere.remove(node);
        outdated.remove(node);
        if (queries.remove(node) != null) {
            signalChange();
        }
    }

    /// Requests a search for this Node although another vCenter is recorded for it.
    ///
    /// @return true if the request is new
    boolean requestSearch(NodeName node) {
        boolean isNew = searchRequested.add(node);
        if (isNew) {
            signalChange();
        }
        return isNew;
    }

    /// Records that this Node's VM is in another vCenter, so that it need not be searched here again.
    void onFoundElsewhere(NodeName node) {
        if (queries.containsKey(node)) {
            foundElsewhere.add(node);
        }
    }

    void onFoundHere(NodeName node) {
        foundElsewhere.remove(node);
    }

    /// Records that no vCenter is known to have this Node's VM, or no longer. The VM may be here since the last
    /// search.
    ///
    /// @return true if the Node must be searched again here, because searches for it were suspended for a time
    boolean onFoundNowhere(NodeName node) {
        if (foundElsewhere.remove(node)) {
            outdated.add(node);
            signalChange();
            return true;
        }
        return outdated.contains(node);
    }

    /// Returns the Nodes whose last search is outdated, because searches were suspended.
    Set<NodeName> outdated() {
        return outdated;
    }

    boolean isFoundElsewhere(NodeName node) {
        return foundElsewhere.contains(node);
    }

    boolean isSearchRequested(NodeName node) {
        return searchRequested.contains(node);
    }

    Map<NodeName, VmQuery> queries() {
        return queries;
    }

    /// Returns the number of changes so far: new queries, requested searches and other changes.
    long changeCount() {
        lock.lock();
        try {
            return changeCount;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there are more changes than the caller has seen.
    ///
    /// @param seenCount the number of changes that the caller has seen
    /// @return true if there are more changes; false if the time is over
    boolean awaitChange(long seenCount, Duration atMost) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = atMost.toNanos();
            while (changeCount == seenCount && remaining > 0) {
                remaining = changed.awaitNanos(remaining);
            }
            return changeCount != seenCount;
        } finally {
            lock.unlock();
        }
    }

    /// Counts a change of any kind, and wakes the threads that wait for changes.
    void signalChange() {
        lock.lock();
        try {
            changeCount++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

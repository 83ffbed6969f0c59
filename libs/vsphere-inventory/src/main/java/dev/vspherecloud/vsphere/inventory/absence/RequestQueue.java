package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.ExistenceCheckRequest;
import dev.vspherecloud.domain.identity.NodeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;

/// A queue of existence checks that wait for one watcher: first in, first out, and at most one for each Node.
///
/// A request stays in the queue until a thread completes it: the watcher with an answer, or another thread that
/// finds that there will be none. Only the thread that completed it may reply.
///
/// Threads: any; guarded by the monitor of this object.
final class RequestQueue {
    /// An existence check that waits for a watcher.
    ///
    /// @param requestedAt when the check was enqueued, nanoseconds of one monotonic clock
    /// @param reply called once, on one of the watcher's threads; does not block
    record Request(ExistenceCheckRequest check, long requestedAt, Consumer<VcenterCheckResult> reply) {
        /// Returns the instance UUID of the vCenter that had the VM of this check.
        UUID ownerVcenter() {
            return check.vm().ref().vcenter();
        }
    }

    private final Map<NodeName, Request> waiting = new LinkedHashMap<>();
    private OptionalLong pendingSince = OptionalLong.empty();
    private boolean isClosed;

    /// Enqueues a request. It replaces an earlier request about the same Node, which is not needed any more.
    ///
    /// @return true if the request will be answered; false after [#close]
    synchronized boolean add(Request request) {
        waiting.remove(request.check().node());
        if (!isClosed) {
            waiting.put(request.check().node(), request);
            pendingSince = OptionalLong.of(pendingSince.orElse(request.requestedAt()));
        }
        return !isClosed;
    }

    synchronized void remove(NodeName node) {
        waiting.remove(node);
    }

    synchronized List<Request> waiting() {
        return new ArrayList<>(waiting.values());
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /// Returns when the oldest request was enqueued; empty if no request waits.
    synchronized OptionalLong oldestRequestTime() {
        return waiting.values().stream().mapToLong(Request::requestedAt).min();
    }

    /// Returns the time since which the watcher has answered no request although there were some. Requests that
    /// were withdrawn or replaced meanwhile count, too. Empty if no request is pending.
    synchronized OptionalLong pendingSince() {
        return pendingSince;
    }

    /// Called when the watcher has time for requests. If the queue is empty, no request counts as pending any
    /// more.
    synchronized void clearPendingIfEmpty() {
        if (waiting.isEmpty()) {
            pendingSince = OptionalLong.empty();
        }
    }

    /// Removes the request from the queue.
    ///
    /// @return true if the request was still waiting, so that the caller has to reply
    synchronized boolean complete(Request request) {
        return waiting.remove(request.check().node(), request);
    }

    /// Removes all requests and returns them. The queue accepts none from now on.
    synchronized List<Request> close() {
        isClosed = true;
        List<Request> remaining = waiting();
        waiting.clear();
        return remaining;
    }
}

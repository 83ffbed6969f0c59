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

/// A queue of existence checks that wait for one watcher: first in, first out, and one for each Node.
///
/// A request stays until a caller settles it: the watcher with an answer, or a caller that finds that there will
/// be none. Only the caller that settled it may reply.
///
/// Threads: any; guarded by the monitor of this object.
final class RequestQueue {
    /// An existence check that waits for a watcher.
    ///
    /// @param requestedAt when it was enqueued, nanoseconds of one monotonic clock
    /// @param reply called once, on one of the watcher's threads; does not block
    record Request(ExistenceCheckRequest check, long requestedAt, Consumer<VcenterCheckResult> reply) {
        /// Returns the instance UUID of the vCenter that had the VM.
        UUID ownerVcenter() {
            return check.vm().ref().vcenter();
        }
    }

    private final Map<NodeName, Request> waiting = new LinkedHashMap<>();
    private OptionalLong pendingSince = OptionalLong.empty();
    private boolean isClosed;

    /// Enqueues a request. It replaces an earlier one about the same Node, which is not needed any more.
    ///
    /// @return whether it will be answered; false after [#close]
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

    /// Returns when the oldest request was enqueued; empty if none waits.
    synchronized OptionalLong oldestRequestTime() {
        return waiting.values().stream().mapToLong(Request::requestedAt).min();
    }

    /// Returns since when no request was answered although there were some, also if they were withdrawn or
    /// replaced meanwhile; empty if no answer is owed.
    synchronized OptionalLong pendingSince() {
        return pendingSince;
    }

    /// Notes that the watcher has time for requests: if there are none, it owes no answer.
    synchronized void clearPendingIfEmpty() {
        if (waiting.isEmpty()) {
            pendingSince = OptionalLong.empty();
        }
    }

    /// Removes the request.
    ///
    /// @return whether it was still waiting, so that the caller has to reply
    synchronized boolean complete(Request request) {
        return waiting.remove(request.check().node(), request);
    }

    /// Removes all requests, and accepts none from now on.
    synchronized List<Request> close() {
        isClosed = true;
        List<Request> remaining = waiting();
        waiting.clear();
        return remaining;
    }
}

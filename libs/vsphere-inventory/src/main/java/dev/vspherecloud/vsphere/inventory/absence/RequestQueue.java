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

/// The questions that wait for one watcher, first come, first served; one for each Node.
///
/// A question stays until somebody has settled it: the watcher with an answer, or whoever finds that there will be
/// none. Only who settled it may reply.
///
/// Threads: any; guarded by the monitor of this object.
final class RequestQueue {
    /// A question that waits for a watcher.
    ///
    /// @param since when it was left, nanoseconds of one monotonic clock
    /// @param reply told once, from a thread of the watcher's; does not block
    record Request(ExistenceCheckRequest question, long since, Consumer<VcenterCheckResult> reply) {
        /// The instance UUID of the vCenter that had the VM.
        UUID home() {
            return question.vm().ref().vcenter();
        }
    }

    private final Map<NodeName, Request> waiting = new LinkedHashMap<>();
    private OptionalLong owedSince = OptionalLong.empty();
    private boolean isClosed;

    /// In the place of an earlier one about the same Node, which nobody waits for any more.
    ///
    /// @return whether it will be looked at: not when nobody does any more
    synchronized boolean add(Request request) {
        waiting.remove(request.question().node());
        if (!isClosed) {
            waiting.put(request.question().node(), request);
            owedSince = OptionalLong.of(owedSince.orElse(request.since()));
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

    /// When the oldest was left; empty when none waits.
    synchronized OptionalLong oldest() {
        return waiting.values().stream().mapToLong(Request::since).min();
    }

    /// Since when no question was answered although there were some, whether or not they were withdrawn or replaced
    /// meanwhile; empty when none is owed.
    synchronized OptionalLong owedSince() {
        return owedSince;
    }

    /// The watcher has time for questions: if there are none, it owes no answer.
    synchronized void review() {
        if (waiting.isEmpty()) {
            owedSince = OptionalLong.empty();
        }
    }

    /// Takes it out.
    ///
    /// @return whether it was still waiting, so that the caller is to reply
    synchronized boolean settle(Request request) {
        return waiting.remove(request.question().node(), request);
    }

    /// Takes out all, and takes none in from now on.
    synchronized List<Request> close() {
        isClosed = true;
        List<Request> rest = waiting();
        waiting.clear();
        return rest;
    }
}

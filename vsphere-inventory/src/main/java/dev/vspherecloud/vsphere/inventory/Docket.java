package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.identity.NodeName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// The questions that wait for one watcher, first come, first served; one for each Node.
///
/// A question stays until somebody has settled it: the watcher with an answer, or whoever finds that there will be
/// none. Only who settled it may reply.
///
/// Threads: any; guarded by the monitor of this object.
final class Docket {
    private final Map<NodeName, Summons> waiting = new LinkedHashMap<>();
    private OptionalLong owedSince = OptionalLong.empty();
    private boolean isClosed;

    /// In the place of an earlier one about the same Node, which nobody waits for any more.
    ///
    /// @return whether it will be looked at: not when nobody does any more
    synchronized boolean add(Summons summons) {
        waiting.remove(summons.question().node());
        if (!isClosed) {
            waiting.put(summons.question().node(), summons);
            owedSince = OptionalLong.of(owedSince.orElse(summons.since()));
        }
        return !isClosed;
    }

    synchronized void remove(NodeName node) {
        waiting.remove(node);
    }

    synchronized List<Summons> waiting() {
        return new ArrayList<>(waiting.values());
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /// When the oldest was left; empty when none waits.
    synchronized OptionalLong oldest() {
        return waiting.values().stream().mapToLong(Summons::since).min();
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
    synchronized boolean settle(Summons summons) {
        return waiting.remove(summons.question().node(), summons);
    }

    /// Takes out all, and takes none in from now on.
    synchronized List<Summons> close() {
        isClosed = true;
        List<Summons> rest = waiting();
        waiting.clear();
        return rest;
    }
}

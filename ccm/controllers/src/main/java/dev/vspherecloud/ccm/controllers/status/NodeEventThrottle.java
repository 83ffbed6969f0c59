package dev.vspherecloud.ccm.controllers.status;

import dev.vspherecloud.domain.reason.Reason;
import dev.vspherecloud.domain.reason.ReasonCode;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Decides which Events and log lines about one Node are due, so that none is repeated needlessly. It holds at
/// most one entry for each reason.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined to the worker that holds the Node.
final class NodeEventThrottle {
    /// @param stands whether the reason has applied ever since
    private record Told(Reason reason, long at, boolean stands) {}

    private final String uid;
    private final Map<ReasonCode, Told> told = new HashMap<>();
    private Optional<Reason> block = Optional.empty();
    private Set<Reason> remarks = Set.of();

    /// @param uid of the Node: a later Node of the same name has another one
    NodeEventThrottle(String uid) {
        this.uid = uid;
    }

    boolean isOf(String nodeUid) {
        return uid.equals(nodeUid);
    }

    /// Sets the reason for which the Node waits now; empty if it waits for nothing.
    ///
    /// @return true if that is new
    boolean blocks(Optional<Reason> reason) {
        boolean isNews = !reason.equals(block);
        block = reason;
        settle();
        return isNews;
    }

    /// Sets the reasons to remark now.
    ///
    /// @return the new ones among them
    List<Reason> remarks(Collection<Reason> reasons) {
        List<Reason> news =
                reasons.stream().filter(reason -> !remarks.contains(reason)).toList();
        remarks = Set.copyOf(reasons);
        settle();
        return news;
    }

    /// Returns all reasons that apply to the Node now.
    Set<ReasonCode> standing() {
        return Stream.concat(block.stream(), remarks.stream())
                .map(Reason::code)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void settle() {
        told.replaceAll((code, event) -> isOpen(code) ? event : new Told(event.reason(), event.at(), false));
    }

    private boolean isOpen(ReasonCode code) {
        return block.filter(reason -> reason.code().equals(code)).isPresent()
                || remarks.stream().anyMatch(reason -> reason.code().equals(code));
    }

    /// Returns true if an Event about the reason is due now, and marks it as sent. While the Node waits, the Event
    /// is repeated so that the API server does not forget it. Otherwise it is sent once for each change, if the
    /// reason is worth an Event at all.
    boolean isDue(Reason reason, boolean waits, long now) {
        Told before = told.get(reason.code());
        boolean isKnown = before != null && before.stands() && before.reason().equals(reason);
        boolean isDue = waits || (reason.code().isToldWhenFinished() && !isKnown);
        if (!isDue || (before != null && now - before.at() < StatusReporter.AGAIN.toNanos())) {
            return false;
        }
        told.put(reason.code(), new Told(reason, now, true));
        return true;
    }

    /// Returns true if nothing is left to be remembered.
    boolean isOver(long now) {
        return block.isEmpty()
                && remarks.isEmpty()
                && told.values().stream().allMatch(event -> now - event.at() >= StatusReporter.AGAIN.toNanos());
    }
}

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
    /// @param isCurrent whether the reason has applied ever since
    private record PostedEvent(Reason reason, long at, boolean isCurrent) {}

    private final String uid;
    private final Map<ReasonCode, PostedEvent> events = new HashMap<>();
    private Optional<Reason> blockingReason = Optional.empty();
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
    boolean setBlockingReason(Optional<Reason> reason) {
        boolean isNews = !reason.equals(blockingReason);
        blockingReason = reason;
        markResolved();
        return isNews;
    }

    /// Sets the reasons to remark now.
    ///
    /// @return the new ones among them
    List<Reason> setRemarks(Collection<Reason> reasons) {
        List<Reason> news =
                reasons.stream().filter(reason -> !remarks.contains(reason)).toList();
        remarks = Set.copyOf(reasons);
        markResolved();
        return news;
    }

    /// Returns all reasons that apply to the Node now.
    Set<ReasonCode> currentReasons() {
        return Stream.concat(blockingReason.stream(), remarks.stream())
                .map(Reason::code)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void markResolved() {
        events.replaceAll(
                (code, event) -> isCurrent(code) ? event : new PostedEvent(event.reason(), event.at(), false));
    }

    private boolean isCurrent(ReasonCode code) {
        return blockingReason.filter(reason -> reason.code().equals(code)).isPresent()
                || remarks.stream().anyMatch(reason -> reason.code().equals(code));
    }

    /// Returns true if an Event about the reason is due now, and marks it as sent. While the Node waits, the Event
    /// is repeated so that the API server does not forget it. Otherwise it is sent once for each change, if the
    /// reason is worth an Event at all.
    boolean isDue(Reason reason, boolean waits, long now) {
        PostedEvent before = events.get(reason.code());
        boolean isKnown =
                before != null && before.isCurrent() && before.reason().equals(reason);
        boolean isDue = waits || (reason.code().isReportedWhenInitialised() && !isKnown);
        if (!isDue || (before != null && now - before.at() < StatusReporter.REPEAT_AFTER.toNanos())) {
            return false;
        }
        events.put(reason.code(), new PostedEvent(reason, now, true));
        return true;
    }

    /// Returns true if nothing is left to be remembered.
    boolean isForgettable(long now) {
        return blockingReason.isEmpty()
                && remarks.isEmpty()
                && events.values().stream()
                        .allMatch(event -> now - event.at() >= StatusReporter.REPEAT_AFTER.toNanos());
    }
}

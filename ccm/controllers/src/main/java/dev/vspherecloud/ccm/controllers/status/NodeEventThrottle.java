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

/// Decides which Events and log lines about one Node are due, so that none is repeated needlessly. It holds at most
/// one entry for each reason code.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined to the worker that reconciles the Node.
final class NodeEventThrottle {
    /// The last Event about one reason.
    ///
    /// @param isCurrent true if the reason has applied without a break since the Event
    private record PostedEvent(Reason reason, long at, boolean isCurrent) {}

    private final String uid;
    private final Map<ReasonCode, PostedEvent> events = new HashMap<>();
    private Optional<Reason> blockingReason = Optional.empty();
    private Set<Reason> remarks = Set.of();

    /// Creates the throttle of a Node for which nothing was reported yet.
    ///
    /// @param uid the UID of the Node; a later Node of the same name has another UID
    NodeEventThrottle(String uid) {
        this.uid = uid;
    }

    boolean isOf(String nodeUid) {
        return uid.equals(nodeUid);
    }

    /// Sets the reason that blocks the Node now; empty if nothing blocks it.
    ///
    /// @return true if the reason differs from the previous one
    boolean setBlockingReason(Optional<Reason> reason) {
        boolean isNew = !reason.equals(blockingReason);
        blockingReason = reason;
        markResolved();
        return isNew;
    }

    /// Sets all reasons that apply to the Node now without blocking it.
    ///
    /// @return the reasons that did not apply before
    List<Reason> setRemarks(Collection<Reason> reasons) {
        List<Reason> newReasons =
                reasons.stream().filter(reason -> !remarks.contains(reason)).toList();
        remarks = Set.copyOf(reasons);
        markResolved();
        return newReasons;
    }

    /// Returns all reasons that apply to the Node now.
    Set<Reason> currentReasons() {
        return Stream.concat(blockingReason.stream(), remarks.stream()).collect(Collectors.toUnmodifiableSet());
    }

    private void markResolved() {
        events.replaceAll(
                (code, event) -> isCurrent(code) ? event : new PostedEvent(event.reason(), event.at(), false));
    }

    private boolean isCurrent(ReasonCode code) {
        return blockingReason.filter(reason -> reason.code().equals(code)).isPresent()
                || remarks.stream().anyMatch(reason -> reason.code().equals(code));
    }

    /// Returns true if an Event about the reason is due now, and marks it as posted. While the Node is not
    /// initialised, the Event is repeated so that the API server does not forget it. Later, the Event is posted
    /// once for each change of a reason that is reported for initialised Nodes.
    ///
    /// @param waits true if the Node is not initialised
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

    /// Returns true if this throttle holds no state that is still needed.
    boolean isForgettable(long now) {
        return blockingReason.isEmpty()
                && remarks.isEmpty()
                && events.values().stream()
                        .allMatch(event -> now - event.at() >= StatusReporter.REPEAT_AFTER.toNanos());
    }
}

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

/// What was said about one Node, to say no more than is of use. No larger than the list of reasons.
///
/// Times are nanoseconds of one monotonic clock. Threads: confined to the worker that holds the Node.
final class NodeEventThrottle {
    /// @param stands whether it has been so ever since
    private record Told(Reason reason, long at, boolean stands) {}

    private final String uid;
    private final Map<ReasonCode, Told> told = new HashMap<>();
    private Optional<Reason> block = Optional.empty();
    private Set<Reason> remarks = Set.of();

    /// @param uid of the Node: a later one of the same name is another
    NodeEventThrottle(String uid) {
        this.uid = uid;
    }

    boolean isOf(String nodeUid) {
        return uid.equals(nodeUid);
    }

    /// This is what the Node waits for now; empty when for nothing.
    ///
    /// @return whether that is news
    boolean blocks(Optional<Reason> reason) {
        boolean isNews = !reason.equals(block);
        block = reason;
        settle();
        return isNews;
    }

    /// This is what is to be remarked now.
    ///
    /// @return what of it is news
    List<Reason> remarks(Collection<Reason> reasons) {
        List<Reason> news =
                reasons.stream().filter(reason -> !remarks.contains(reason)).toList();
        remarks = Set.copyOf(reasons);
        settle();
        return news;
    }

    /// All that stands of the Node now.
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

    /// Whether an Event about it is to be sent now, which is taken for done: while the Node waits now and then, so that
    /// the API server does not forget it; else once for each change, if it is worth one at all.
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

    /// Whether nothing is left to be remembered.
    boolean isOver(long now) {
        return block.isEmpty()
                && remarks.isEmpty()
                && told.values().stream().allMatch(event -> now - event.at() >= StatusReporter.AGAIN.toNanos());
    }
}

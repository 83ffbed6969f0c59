package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.EventLookup;
import dev.vspherecloud.domain.existence.ReferenceEvents;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.vsphere.client.EventQuery;
import dev.vspherecloud.vsphere.client.MoRef;
import dev.vspherecloud.vsphere.client.VcenterEvent;
import dev.vspherecloud.vsphere.client.VcenterException;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import dev.vspherecloud.vsphere.client.VcenterHistory;
import dev.vspherecloud.vsphere.client.VcenterTask;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Reads a vCenter's events and tasks. If they cannot be read, the result says so, and no exception is thrown.
///
/// An account may lack the permission, and the database of the events may be slow while everything else is
/// fast. That must not end the watch: only a lost session and an interrupt are failures here. If a call times
/// out, no further calls are sent in this round. All calls of a round together take no longer than
/// [#ROUND_TIMEOUT].
///
/// Threads: only the watcher's thread.
final class BestEffortHistory {
    /// The name of the method that deletes a VM with its files. Other methods also remove a VM from the
    /// inventory: they unregister it, or remove its host or its folder. After those the machine may still run.
    ///
    /// From the vSphere API, `TaskInfo.descriptionId`.
    private static final String DESTROY = "VirtualMachine.destroy";

    private static final String REMOVED = "VmRemovedEvent";

    /// The largest difference between two readings of the time of one event, which vCenter rounds when it
    /// stores the event.
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    /// The time span of a search for removals if the relevant time is not known, or if there are too many
    /// removals since that time.
    static final Duration RECENT = Duration.ofHours(1);

    /// The first time window for the events after a recorded event, if there are too many later events.
    private static final Duration FIRST_WINDOW = Duration.ofHours(1);

    /// The factor by which the window grows if it has no events, or shrinks if it still has too many.
    private static final int WINDOW_FACTOR = 6;

    /// The largest number of windows to try: together they cover up to a year.
    private static final int MAX_WINDOWS = 6;

    /// The longest time for all calls of a round, since the watch has to continue.
    static final Duration ROUND_TIMEOUT = Duration.ofSeconds(8);

    /// If a search for removals took too long, the next search covers this fraction of its time span.
    private static final int LOOKBACK_DIVISOR = 4;

    /// The shortest time span of a search for removals after a search took too long.
    private static final Duration MIN_LOOKBACK = Duration.ofMinutes(10);

    /// The time span from which on a search for removals is no longer limited.
    private static final Duration UNLIMITED_LOOKBACK = Duration.ofDays(365);

    private final VcenterHistory history;
    private final Consumer<VcenterException> onUnreadable;
    private final LongSupplier nanoTime;
    private boolean isExhausted;
    private long roundStart;

    /// The longest time span of a search for removals after a search took too long; empty if none did.
    private Optional<Duration> maxLookback = Optional.empty();

    /// Creates a reader for one session.
    ///
    /// @param onUnreadable called for each call that failed
    /// @param nanoTime   a monotonic clock, as [System#nanoTime]
    BestEffortHistory(VcenterHistory history, Consumer<VcenterException> onUnreadable, LongSupplier nanoTime) {
        this.history = history;
        this.onUnreadable = onUnreadable;
        this.nanoTime = nanoTime;
        beginRound();
    }

    /// Begins a round: after a timeout in the previous round, calls are sent again.
    void beginRound() {
        isExhausted = false;
        roundStart = nanoTime.getAsLong();
    }

    /// Reads the newest event of the vCenter; empty if events cannot be read. [#lookUp] may not find this
    /// event.
    Optional<EventPosition> newest() {
        return attempt(history::newest).flatMap(event -> event.map(BestEffortHistory::positionOf));
    }

    /// Reads the newest event that [#lookUp] can find later; empty if events cannot be read.
    Optional<EventPosition> landmark() {
        return attempt(history::landmark).flatMap(event -> event.map(BestEffortHistory::positionOf));
    }

    /// Reads events by which this vCenter can be recognised later, see [ReferenceEvents]; empty if events
    /// cannot be read.
    ///
    /// @param newest the newest event of this vCenter
    List<EventPosition> landmarks(EventPosition newest) {
        return attempt(() -> history.settledEvents(newest.time(), ReferenceEvents.MIN_AGE)).orElse(List.of()).stream()
                .map(BestEffortHistory::positionOf)
                .toList();
    }

    /// Returns true if the account does not see all events, as far as [#landmark] has shown.
    boolean isViewLimited() {
        return history.isViewLimited();
    }

    private static EventPosition positionOf(VcenterEvent event) {
        return new EventPosition(event.key(), event.time());
    }

    EventLookup lookUp(EventPosition position) {
        var around = EventQuery.between(
                position.time().minus(ROUNDING), position.time().plus(ROUNDING));
        Optional<List<VcenterEvent>> found = attempt(() -> history.query(around));
        if (found.isEmpty()) {
            return EventLookup.UNREADABLE;
        }
        if (found.get().stream().anyMatch(event -> event.key() == position.key())) {
            return EventLookup.THERE;
        }
        return isTruncated(found.get()) ? EventLookup.UNREADABLE : lookUpMissing(position);
    }

    private EventLookup lookUpMissing(EventPosition position) {
        Optional<List<VcenterEvent>> earlier = attempt(() -> history.query(EventQuery.anyUntil(position.time())));
        if (earlier.isEmpty()) {
            return EventLookup.UNREADABLE;
        }
        return earlier.get().isEmpty() ? EventLookup.FORGOTTEN : lookUpReusedKey(position);
    }

    /// Looks up whether a later event has the key of the recorded event or a lower one. If there are many later
    /// events, the first of them matter: keys grow with time.
    private EventLookup lookUpReusedKey(EventPosition position) {
        Instant after = position.time().plus(ROUNDING);
        Optional<List<VcenterEvent>> later = attempt(() -> history.query(EventQuery.since(after)));
        Duration window = FIRST_WINDOW;
        for (int tries = 0;
                tries < MAX_WINDOWS
                        && later.filter(each -> isTruncated(each) && !isReused(position, each))
                                .isPresent();
                tries++) {
            Instant until = after.plus(window);
            Optional<List<VcenterEvent>> within = attempt(() -> history.query(EventQuery.between(after, until)));
            boolean isEmpty = within.filter(List::isEmpty).isPresent();
            later = isEmpty ? later : within;
            window = isEmpty ? window.multipliedBy(WINDOW_FACTOR) : window.dividedBy(WINDOW_FACTOR);
        }
        return later.map(each -> isReused(position, each)
                        ? EventLookup.REUSED
                        : isTruncated(each) ? EventLookup.UNREADABLE : EventLookup.LOST)
                .orElse(EventLookup.UNREADABLE);
    }

    private static boolean isReused(EventPosition position, List<VcenterEvent> events) {
        return events.stream()
                .anyMatch(event -> event.key() <= position.key()
                        && event.time().isAfter(position.time().plus(ROUNDING)));
    }

    /// Reads the events by which these VMs left the inventory. A VM without such an event is not in the result.
    ///
    /// @param since  the time before which events are ignored
    /// @param newest the newest event; its time is the reference for how far back to search
    Map<MoRef, VcenterEvent> removals(Set<MoRef> vms, Instant since, EventPosition newest) {
        Instant recent = newest.time().minus(RECENT);
        List<VcenterEvent> events = removals(earliestReachable(since, newest), newest);
        if (isTruncated(events) && since.isBefore(recent)) {
            events = removals(recent, newest);
        }
        var removals = new HashMap<MoRef, VcenterEvent>();
        events.stream().filter(event -> event.type().equals(REMOVED)).forEach(event -> event.vm()
                .filter(vms::contains)
                .ifPresent(vm -> removals.merge(vm, event, BestEffortHistory::newer)));
        return removals;
    }

    private Instant earliestReachable(Instant since, EventPosition newest) {
        return maxLookback.map(newest.time()::minus).filter(since::isBefore).orElse(since);
    }

    private List<VcenterEvent> removals(Instant since, EventPosition newest) {
        boolean wasExhausted = isExhausted;
        Optional<List<VcenterEvent>> events =
                attempt(() -> history.query(EventQuery.since(since.minus(ROUNDING), REMOVED)));
        if (events.isPresent()) {
            maxLookback = maxLookback
                    .map(before -> before.multipliedBy(2))
                    .filter(longer -> longer.compareTo(UNLIMITED_LOOKBACK) < 0);
        } else if (isExhausted && !wasExhausted) {
            Duration shorter = Duration.between(since, newest.time()).dividedBy(LOOKBACK_DIVISOR);
            maxLookback = Optional.of(shorter.compareTo(MIN_LOOKBACK) < 0 ? MIN_LOOKBACK : shorter);
        }
        return events.orElse(List.of());
    }

    /// Returns the destruction if a VM was destroyed with its files when it left the inventory by this event.
    /// The proof is the task of the event's chain, on this VM and no other object.
    Optional<Destruction> destruction(MoRef vm, VcenterEvent removal) {
        return attempt(() -> history.tasks(removal.chainId())).orElse(List.of()).stream()
                .filter(task -> isDestruction(task, vm, removal))
                .findFirst()
                .map(task -> new Destruction(positionOf(removal), describe(task, removal)));
    }

    private static boolean isDestruction(VcenterTask task, MoRef vm, VcenterEvent removal) {
        boolean isOfChain = task.chainId() == removal.chainId() || task.chainId() == 0;
        return isOfChain
                && task.method().equals(DESTROY)
                && task.entity().equals(Optional.of(vm))
                && switch (task.state()) {
                    case SUCCESS, RUNNING -> true;
                    case QUEUED, ERROR, OTHER -> false;
                };
    }

    private static String describe(VcenterTask task, VcenterEvent removal) {
        String user = task.user().isEmpty() ? removal.user() : task.user();
        return task.key() + " " + task.method() + (user.isEmpty() ? "" : " by " + user);
    }

    private static VcenterEvent newer(VcenterEvent one, VcenterEvent other) {
        return one.key() > other.key() ? one : other;
    }

    /// Returns true if these events fill a page, so that there may be more.
    private static boolean isTruncated(List<VcenterEvent> events) {
        return events.size() >= EventQuery.MAX_EVENTS;
    }

    private <T> Optional<T> attempt(Supplier<T> call) {
        Duration remaining = ROUND_TIMEOUT.minusNanos(nanoTime.getAsLong() - roundStart);
        if (isExhausted || !remaining.isPositive()) {
            return Optional.empty();
        }
        try {
            history.limitCallTime(remaining);
            return Optional.of(call.get());
        } catch (VcenterException e) {
            if (e.kind() == Kind.SESSION_LOST || e.kind() == Kind.CANCELED) {
                throw e;
            }
            isExhausted = e.kind() == Kind.TIMEOUT || e.kind() == Kind.UNREACHABLE;
            onUnreadable.accept(e);
            return Optional.empty();
        }
    }
}

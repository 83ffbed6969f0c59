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

/// Reads a vCenter's events and tasks, for callers to whom "cannot be read" is an answer as well.
///
/// An account may lack the right, and the database of the events may be slow where all else is quick. That must
/// not end the watch: only a lost session and an interrupt are failures here. If a call times out, it is the last
/// one of its round. All calls of a round together take no longer than [#ROUND].
///
/// Threads: confined to the watcher.
final class BestEffortHistory {
    /// The name of the call that deletes a VM with its files. Other calls also remove a VM from the inventory:
    /// they unregister it, or remove its host or its folder. After those the machine may still run.
    ///
    /// From the vSphere API, `TaskInfo.descriptionId`.
    private static final String DESTROY = "VirtualMachine.destroy";

    private static final String REMOVED = "VmRemovedEvent";

    /// vCenter rounds the time of an event when it stores it.
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    /// How far back to search for a removal if the relevant time is not known, or if there are too many removals
    /// since that time.
    static final Duration LATELY = Duration.ofHours(1);

    /// The first time window for the events after a mark, if there are too many later events …
    private static final Duration FIRST_WINDOW = Duration.ofHours(1);

    /// … the factor to widen it by if it has no events, or to shorten it by if it still has too many …
    private static final int WIDER = 6;

    /// … and the most windows to try: they cover up to a year.
    private static final int WINDOWS = 6;

    /// The longest time for all calls of a round, since the watch has to go on.
    static final Duration ROUND = Duration.ofSeconds(8);

    /// If a search for removals took too long, the next one covers this fraction of its time …
    private static final int SHORTENED = 4;

    /// … and never less than this.
    private static final Duration SHORTEST = Duration.ofMinutes(10);

    /// From this length on the search is no longer limited.
    private static final Duration UNLIMITED = Duration.ofDays(365);

    private final VcenterHistory history;
    private final Consumer<VcenterException> unreadable;
    private final LongSupplier nanoTime;
    private boolean isExhausted;
    private long began;

    /// How far back to search for removals after a search took too long; empty if none did.
    private Optional<Duration> reach = Optional.empty();

    /// @param unreadable called for each call that failed
    /// @param nanoTime   a monotonic clock, as [System#nanoTime]
    BestEffortHistory(VcenterHistory history, Consumer<VcenterException> unreadable, LongSupplier nanoTime) {
        this.history = history;
        this.unreadable = unreadable;
        this.nanoTime = nanoTime;
        beginRound();
    }

    /// Begins a round: calls are tried again from now on.
    void beginRound() {
        isExhausted = false;
        began = nanoTime.getAsLong();
    }

    /// Reads the newest event; empty if events cannot be read. [#trace] may not find this event.
    Optional<EventPosition> newest() {
        return tried(history::newest).flatMap(event -> event.map(BestEffortHistory::mark));
    }

    /// Reads the newest event that [#trace] finds from now on; empty if events cannot be read.
    Optional<EventPosition> landmark() {
        return tried(history::landmark).flatMap(event -> event.map(BestEffortHistory::mark));
    }

    /// Reads events by which this vCenter can be recognised later, see [ReferenceEvents]; empty if events cannot
    /// be read.
    ///
    /// @param newest its newest event
    List<EventPosition> landmarks(EventPosition newest) {
        return tried(() -> history.settled(newest.time(), ReferenceEvents.SETTLED)).orElse(List.of()).stream()
                .map(BestEffortHistory::mark)
                .toList();
    }

    /// Returns true if the account does not see all events, as far as [#landmark] has shown.
    boolean isLimited() {
        return history.isLimited();
    }

    private static EventPosition mark(VcenterEvent event) {
        return new EventPosition(event.key(), event.time());
    }

    EventLookup trace(EventPosition mark) {
        var around = EventQuery.between(mark.time().minus(ROUNDING), mark.time().plus(ROUNDING));
        Optional<List<VcenterEvent>> found = tried(() -> history.query(around));
        if (found.isEmpty()) {
            return EventLookup.UNREADABLE;
        }
        if (found.get().stream().anyMatch(event -> event.key() == mark.key())) {
            return EventLookup.THERE;
        }
        return isCut(found.get()) ? EventLookup.UNREADABLE : traceOfMissing(mark);
    }

    private EventLookup traceOfMissing(EventPosition mark) {
        Optional<List<VcenterEvent>> earlier = tried(() -> history.query(EventQuery.anyUntil(mark.time())));
        if (earlier.isEmpty()) {
            return EventLookup.UNREADABLE;
        }
        return earlier.get().isEmpty() ? EventLookup.FORGOTTEN : traceOfKey(mark);
    }

    /// Searches for later events with the key of the mark or a lower one. If there are many later events, the
    /// first of them matter: keys grow with time.
    private EventLookup traceOfKey(EventPosition mark) {
        Instant after = mark.time().plus(ROUNDING);
        Optional<List<VcenterEvent>> later = tried(() -> history.query(EventQuery.since(after)));
        Duration window = FIRST_WINDOW;
        for (int tries = 0;
                tries < WINDOWS
                        && later.filter(each -> isCut(each) && !isReused(mark, each))
                                .isPresent();
                tries++) {
            Instant until = after.plus(window);
            Optional<List<VcenterEvent>> within = tried(() -> history.query(EventQuery.between(after, until)));
            boolean isEmpty = within.filter(List::isEmpty).isPresent();
            later = isEmpty ? later : within;
            window = isEmpty ? window.multipliedBy(WIDER) : window.dividedBy(WIDER);
        }
        return later.map(each -> isReused(mark, each)
                        ? EventLookup.REUSED
                        : isCut(each) ? EventLookup.UNREADABLE : EventLookup.LOST)
                .orElse(EventLookup.UNREADABLE);
    }

    private static boolean isReused(EventPosition mark, List<VcenterEvent> events) {
        return events.stream()
                .anyMatch(event -> event.key() <= mark.key()
                        && event.time().isAfter(mark.time().plus(ROUNDING)));
    }

    /// Reads the events by which these VMs left the inventory, as far as there are such events.
    ///
    /// @param since  older events are ignored
    /// @param newest the newest event; its time is the reference for how far back to search
    Map<MoRef, VcenterEvent> removals(Set<MoRef> vms, Instant since, EventPosition newest) {
        Instant lately = newest.time().minus(LATELY);
        List<VcenterEvent> events = removals(reachable(since, newest), newest);
        if (isCut(events) && since.isBefore(lately)) {
            events = removals(lately, newest);
        }
        var removals = new HashMap<MoRef, VcenterEvent>();
        events.stream().filter(event -> event.type().equals(REMOVED)).forEach(event -> event.vm()
                .filter(vms::contains)
                .ifPresent(vm -> removals.merge(vm, event, BestEffortHistory::later)));
        return removals;
    }

    private Instant reachable(Instant since, EventPosition newest) {
        return reach.map(newest.time()::minus).filter(since::isBefore).orElse(since);
    }

    private List<VcenterEvent> removals(Instant since, EventPosition newest) {
        boolean wasExhausted = isExhausted;
        Optional<List<VcenterEvent>> events =
                tried(() -> history.query(EventQuery.since(since.minus(ROUNDING), REMOVED)));
        if (events.isPresent()) {
            reach = reach.map(before -> before.multipliedBy(2)).filter(longer -> longer.compareTo(UNLIMITED) < 0);
        } else if (isExhausted && !wasExhausted) {
            Duration shorter = Duration.between(since, newest.time()).dividedBy(SHORTENED);
            reach = Optional.of(shorter.compareTo(SHORTEST) < 0 ? SHORTEST : shorter);
        }
        return events.orElse(List.of());
    }

    /// Returns the destruction if a VM was destroyed with its files when it left the inventory by this event. The
    /// proof is the task of the event's chain, on this VM and no other object.
    Optional<Destruction> destruction(MoRef vm, VcenterEvent removal) {
        return tried(() -> history.tasks(removal.chain())).orElse(List.of()).stream()
                .filter(task -> isDestruction(task, vm, removal))
                .findFirst()
                .map(task -> new Destruction(mark(removal), described(task, removal)));
    }

    private static boolean isDestruction(VcenterTask task, MoRef vm, VcenterEvent removal) {
        boolean isOfChain = task.chain() == removal.chain() || task.chain() == 0;
        return isOfChain
                && task.method().equals(DESTROY)
                && task.entity().equals(Optional.of(vm))
                && switch (task.state()) {
                    case SUCCESS, RUNNING -> true;
                    case QUEUED, ERROR, OTHER -> false;
                };
    }

    private static String described(VcenterTask task, VcenterEvent removal) {
        String user = task.user().isEmpty() ? removal.user() : task.user();
        return task.key() + " " + task.method() + (user.isEmpty() ? "" : " by " + user);
    }

    private static VcenterEvent later(VcenterEvent one, VcenterEvent other) {
        return one.key() > other.key() ? one : other;
    }

    /// Returns true if there may be more events than these.
    private static boolean isCut(List<VcenterEvent> events) {
        return events.size() >= EventQuery.MOST;
    }

    private <T> Optional<T> tried(Supplier<T> call) {
        Duration left = ROUND.minusNanos(nanoTime.getAsLong() - began);
        if (isExhausted || !left.isPositive()) {
            return Optional.empty();
        }
        try {
            history.limit(left);
            return Optional.of(call.get());
        } catch (VcenterException e) {
            if (e.kind() == Kind.SESSION_LOST || e.kind() == Kind.CANCELED) {
                throw e;
            }
            isExhausted = e.kind() == Kind.TIMEOUT || e.kind() == Kind.UNREACHABLE;
            unreadable.accept(e);
            return Optional.empty();
        }
    }
}

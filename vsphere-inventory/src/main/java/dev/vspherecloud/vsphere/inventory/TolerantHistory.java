package dev.vspherecloud.vsphere.inventory;

import dev.vspherecloud.domain.existence.Destruction;
import dev.vspherecloud.domain.existence.MarkTrace;
import dev.vspherecloud.domain.vm.EventMark;
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
import java.util.function.Supplier;

/// What a vCenter's history says, for those to whom not being able to read it is an answer as well.
///
/// An account may lack the right, and the database behind may be slow where all else is quick: that must not end the
/// watch. Only a session that is lost, and an interrupt, are failures here. A call that took too long is the last one
/// of its round.
///
/// Threads: confined to the watcher.
final class TolerantHistory {
    /// How the call is named by which a VM goes with its files. Others take a VM out of the inventory as well: to
    /// unregister it, to remove its host or its folder; and after those the machine may well run.
    ///
    /// From the vSphere API, `TaskInfo.descriptionId`.
    private static final String DESTROY = "VirtualMachine.destroy";

    private static final String REMOVED = "VmRemovedEvent";

    /// vCenter rounds the time of an event when it stores it.
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    /// How far back a removal is looked for where nothing else says from when on it matters, or where there are too
    /// many since.
    private static final Duration LATELY = Duration.ofHours(1);

    private final VcenterHistory history;
    private final Consumer<VcenterException> unreadable;
    private boolean isExhausted;

    /// @param unreadable told of each call that said nothing
    TolerantHistory(VcenterHistory history, Consumer<VcenterException> unreadable) {
        this.history = history;
        this.unreadable = unreadable;
    }

    /// From now on calls are tried again.
    void beginRound() {
        isExhausted = false;
    }

    /// The newest event; empty when events can't be read.
    Optional<EventMark> newest() {
        return tried(history::newest).flatMap(event -> event).map(event -> new EventMark(event.key(), event.time()));
    }

    MarkTrace trace(EventMark mark) {
        var around = EventQuery.between(mark.time().minus(ROUNDING), mark.time().plus(ROUNDING));
        Optional<List<VcenterEvent>> found = tried(() -> history.query(around));
        if (found.isEmpty()) {
            return MarkTrace.UNREADABLE;
        }
        if (found.get().stream().anyMatch(event -> event.key() == mark.key())) {
            return MarkTrace.THERE;
        }
        return isCut(found.get()) ? MarkTrace.UNREADABLE : traceOfMissing(mark);
    }

    private MarkTrace traceOfMissing(EventMark mark) {
        return tried(() -> history.query(EventQuery.anyUntil(mark.time())))
                .map(earlier -> earlier.isEmpty() ? MarkTrace.FORGOTTEN : MarkTrace.LOST)
                .orElse(MarkTrace.UNREADABLE);
    }

    /// By which events these VMs left the inventory, as far as there are such events.
    ///
    /// @param since  none that is older is of interest; empty means the last hour
    /// @param newest the newest event, by whose time that hour is told
    Map<MoRef, VcenterEvent> removals(Set<MoRef> vms, Optional<Instant> since, EventMark newest) {
        Instant lately = newest.time().minus(LATELY);
        List<VcenterEvent> events = removals(since.orElse(lately));
        if (isCut(events) && since.isPresent()) {
            events = removals(lately);
        }
        var removals = new HashMap<MoRef, VcenterEvent>();
        events.stream().filter(event -> event.type().equals(REMOVED)).forEach(event -> event.vm()
                .filter(vms::contains)
                .ifPresent(vm -> removals.merge(vm, event, TolerantHistory::later)));
        return removals;
    }

    private List<VcenterEvent> removals(Instant since) {
        return tried(() -> history.query(EventQuery.since(since.minus(ROUNDING), REMOVED)))
                .orElse(List.of());
    }

    /// Whether a VM was destroyed, files and all, when it left the inventory by this event: the task of the event's
    /// chain says so, on that very VM and no other object.
    Optional<Destruction> destruction(MoRef vm, VcenterEvent removal) {
        return tried(() -> history.tasks(removal.chain())).orElse(List.of()).stream()
                .filter(task -> isDestruction(task, vm, removal))
                .findFirst()
                .map(task -> new Destruction(new EventMark(removal.key(), removal.time()), described(task, removal)));
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

    /// Whether there may be more of them.
    private static boolean isCut(List<VcenterEvent> events) {
        return events.size() >= EventQuery.MOST;
    }

    private <T> Optional<T> tried(Supplier<T> call) {
        if (isExhausted) {
            return Optional.empty();
        }
        try {
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

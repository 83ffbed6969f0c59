package dev.vspherecloud.vsphere.inventory.absence;

import dev.vspherecloud.domain.existence.ReferenceEvents;
import dev.vspherecloud.domain.vm.EventPosition;
import dev.vspherecloud.vsphere.client.MoRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Keeps positions in a vCenter's event history: the current one, the one when vCenter first showed each VM,
/// and the one when it last confirmed each VM.
///
/// The event for a VM is read after the VM was seen, once for all VMs that appeared together, and stays as long
/// as the VM is watched. So it causes no further update of a Node, and it names an event that this vCenter has
/// unless it is restored from a backup.
///
/// Threads: only the watcher's thread. Times are nanoseconds of one monotonic clock.
final class EventPositions {
    /// The longest time between reads of the newest event, and the pause before unreadable events are tried
    /// again.
    private static final long RETRY_NANOS = Duration.ofMinutes(5).toNanos();

    /// The age from which confirmations are dropped, since the record on the Node has them.
    private static final Duration RETENTION = Duration.ofDays(7);

    private final Map<MoRef, EventPosition> seenAt = new HashMap<>();
    private final Map<MoRef, EventPosition> lastConfirmed = new HashMap<>();
    private Optional<EventPosition> newest = Optional.empty();
    private List<EventPosition> landmarks = List.of();
    private long newestReadAt;
    private boolean wasAttempted;
    private boolean isReadable = true;
    private long attemptedAt;

    /// Returns the newest event at the time of the last successful read; empty if events never could be read.
    Optional<EventPosition> newest() {
        return newest;
    }

    /// Returns events by which this vCenter can be recognised later. They were read together with the newest
    /// event, and none of them names a VM.
    List<EventPosition> landmarks() {
        return landmarks;
    }

    /// Returns, for each VM, an event that vCenter had when the VM already existed. If events could not be read
    /// when a VM was seen, it is missing.
    Map<MoRef, EventPosition> seenAt() {
        return Map.copyOf(seenAt);
    }

    /// Returns, for each VM, an event from before the VM was last confirmed present, usually a few minutes
    /// before. If the VM was removed, that was after this event. VMs that are gone stay in the result for a
    /// week.
    Map<MoRef, EventPosition> lastConfirmed() {
        return Map.copyOf(lastConfirmed);
    }

    /// Makes a read of the newest event due, because until now the session may have been with another vCenter,
    /// or with the same one before a restore.
    void scheduleRead() {
        wasAttempted = false;
    }

    /// Discards all positions, because the session is with another vCenter.
    void clear() {
        seenAt.clear();
        lastConfirmed.clear();
        newest = Optional.empty();
        landmarks = List.of();
        scheduleRead();
    }

    /// Records that these VMs are present, if the wait that shows them began after the newest event was read.
    ///
    /// @param confirmedAt when that wait was completed; empty if there was none
    void confirm(Set<MoRef> visible, OptionalLong confirmedAt) {
        if (confirmedAt.isPresent() && confirmedAt.getAsLong() - newestReadAt > 0) {
            newest.ifPresent(position -> visible.forEach(vm -> lastConfirmed.put(vm, position)));
        }
    }

    /// Reads an event for every visible VM that has none, and reads the position of vCenter if that is due.
    ///
    /// @param watched the VMs whose events are kept
    /// @param visible   the watched VMs that vCenter has shown
    void update(Set<MoRef> watched, Set<MoRef> visible, BestEffortHistory history, long now) {
        seenAt.keySet().retainAll(watched);
        boolean isDue = !wasAttempted || now - attemptedAt >= RETRY_NANOS;
        boolean hasNew = !seenAt.keySet().containsAll(visible);
        if (isDue || (hasNew && isReadable)) {
            read(history, now, isDue).ifPresent(position -> visible.forEach(vm -> seenAt.putIfAbsent(vm, position)));
        }
    }

    /// Reads the newest event.
    ///
    /// @param isDue true to read the landmarks as well; for each new VM, reading an hour of events would cost
    ///     too much
    private Optional<EventPosition> read(BestEffortHistory history, long now, boolean isDue) {
        Optional<EventPosition> position = history.landmark();
        wasAttempted = true;
        attemptedAt = now;
        isReadable = position.isPresent();
        position.ifPresent(read -> {
            newest = position;
            newestReadAt = now;
            if (isDue) {
                landmarks = ReferenceEvents.select(List.of(), history.landmarks(read));
            }
            lastConfirmed.values().removeIf(each -> each.time()
                    .isBefore(read.time().minus(RETENTION)));
        });
        return position;
    }
}

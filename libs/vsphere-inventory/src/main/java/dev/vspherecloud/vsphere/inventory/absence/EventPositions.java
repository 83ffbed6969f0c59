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

/// Keeps positions in a vCenter's events: the current one, the one when it first showed each VM, and the one when
/// it last confirmed each VM.
///
/// A VM's mark is read after the VM was seen, once for all VMs that appeared together, and stays as long as the VM
/// is watched. It causes no update of a Node. So it names an event that this vCenter has unless it is restored
/// from a backup.
///
/// Threads: confined to the watcher. Times are nanoseconds of one monotonic clock.
final class EventPositions {
    /// The longest time between reads of the newest event, and the pause before unreadable events are tried again.
    private static final long RETRY_NANOS = Duration.ofMinutes(5).toNanos();

    /// Older confirmations are dropped, since the record on the Node has them.
    private static final Duration RETENTION = Duration.ofDays(7);

    private final Map<MoRef, EventPosition> seenAt = new HashMap<>();
    private final Map<MoRef, EventPosition> lastConfirmed = new HashMap<>();
    private Optional<EventPosition> newest = Optional.empty();
    private List<EventPosition> landmarks = List.of();
    private long newestReadAt;
    private boolean wasAttempted;
    private boolean isReadable = true;
    private long attemptedAt;

    /// Returns the newest event at the time of the last read that could be found again; empty if events never
    /// could be.
    Optional<EventPosition> newest() {
        return newest;
    }

    /// Returns events by which this vCenter can be recognised later, as they were read with the newest event. None
    /// of them names a VM.
    List<EventPosition> landmarks() {
        return landmarks;
    }

    /// Returns the marks by VM. A VM without a mark was seen when events could not be read.
    Map<MoRef, EventPosition> seenAt() {
        return Map.copyOf(seenAt);
    }

    /// Returns, by VM, an event from before the VM was last confirmed present, by a few minutes as a rule: the VM
    /// was removed after that event. VMs that are gone stay here for a week.
    Map<MoRef, EventPosition> lastConfirmed() {
        return Map.copyOf(lastConfirmed);
    }

    /// Makes a read of the newest event due: until now the vCenter may have been another one, or the same from an
    /// earlier time.
    void scheduleRead() {
        wasAttempted = false;
    }

    /// Discards all positions, since this is another vCenter.
    void clear() {
        seenAt.clear();
        lastConfirmed.clear();
        newest = Optional.empty();
        landmarks = List.of();
        scheduleRead();
    }

    /// Notes that these VMs are present, if the wait that shows them began after the newest event was read.
    ///
    /// @param confirmedAt when that wait was completed; empty when there was none
    void confirm(Set<MoRef> visible, OptionalLong confirmedAt) {
        if (confirmedAt.isPresent() && confirmedAt.getAsLong() - newestReadAt > 0) {
            newest.ifPresent(position -> visible.forEach(vm -> lastConfirmed.put(vm, position)));
        }
    }

    /// Gives a mark to every VM that has none, and reads the position of vCenter if that is due.
    ///
    /// @param watched the VMs whose marks are kept
    /// @param visible   those of them that vCenter has shown
    void update(Set<MoRef> watched, Set<MoRef> visible, BestEffortHistory history, long now) {
        seenAt.keySet().retainAll(watched);
        boolean isDue = !wasAttempted || now - attemptedAt >= RETRY_NANOS;
        boolean hasNew = !seenAt.keySet().containsAll(visible);
        if (isDue || (hasNew && isReadable)) {
            read(history, now, isDue).ifPresent(position -> visible.forEach(vm -> seenAt.putIfAbsent(vm, position)));
        }
    }

    /// @param isDue whether the landmarks are read as well: an hour of events is too much for each new VM
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

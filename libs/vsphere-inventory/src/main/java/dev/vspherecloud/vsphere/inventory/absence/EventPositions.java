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
    private static final long AGAIN_NANOS = Duration.ofMinutes(5).toNanos();

    /// Older confirmations are dropped, since the record on the Node has them.
    private static final Duration KEPT = Duration.ofDays(7);

    private final Map<MoRef, EventPosition> seen = new HashMap<>();
    private final Map<MoRef, EventPosition> present = new HashMap<>();
    private Optional<EventPosition> newest = Optional.empty();
    private List<EventPosition> landmarks = List.of();
    private long newestRead;
    private boolean wasTried;
    private boolean isReadable = true;
    private long tried;

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
    Map<MoRef, EventPosition> seen() {
        return Map.copyOf(seen);
    }

    /// Returns, by VM, an event from before the VM was last confirmed present, by a few minutes as a rule: the VM
    /// was removed after that event. VMs that are gone stay here for a week.
    Map<MoRef, EventPosition> present() {
        return Map.copyOf(present);
    }

    /// Makes a read of the newest event due: until now the vCenter may have been another one, or the same from an
    /// earlier time.
    void begin() {
        wasTried = false;
    }

    /// Discards all positions, since this is another vCenter.
    void forget() {
        seen.clear();
        present.clear();
        newest = Optional.empty();
        landmarks = List.of();
        begin();
    }

    /// Notes that these VMs are present, if the wait that shows them began after the newest event was read.
    ///
    /// @param confirmed when that wait was completed; empty when there was none
    void confirm(Set<MoRef> shown, OptionalLong confirmed) {
        if (confirmed.isPresent() && confirmed.getAsLong() - newestRead > 0) {
            newest.ifPresent(mark -> shown.forEach(vm -> present.put(vm, mark)));
        }
    }

    /// Gives a mark to every VM that has none, and reads the position of vCenter if that is due.
    ///
    /// @param watched the VMs whose marks are kept
    /// @param shown   those of them that vCenter has shown
    void see(Set<MoRef> watched, Set<MoRef> shown, BestEffortHistory history, long now) {
        seen.keySet().retainAll(watched);
        boolean isDue = !wasTried || now - tried >= AGAIN_NANOS;
        boolean hasNew = !seen.keySet().containsAll(shown);
        if (isDue || (hasNew && isReadable)) {
            read(history, now, isDue).ifPresent(mark -> shown.forEach(vm -> seen.putIfAbsent(vm, mark)));
        }
    }

    /// @param isDue whether the landmarks are read as well: an hour of events is too much for each new VM
    private Optional<EventPosition> read(BestEffortHistory history, long now, boolean isDue) {
        Optional<EventPosition> mark = history.landmark();
        wasTried = true;
        tried = now;
        isReadable = mark.isPresent();
        mark.ifPresent(read -> {
            newest = mark;
            newestRead = now;
            if (isDue) {
                landmarks = ReferenceEvents.kept(List.of(), history.landmarks(read));
            }
            present.values().removeIf(each -> each.time().isBefore(read.time().minus(KEPT)));
        });
        return mark;
    }
}

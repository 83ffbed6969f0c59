package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Decides whether a vCenter was restored from a backup, by its landmarks. A landmark is an event that the
/// vCenter had, that names no VM, and that was not the newest event when it was chosen. Pure.
///
/// A single missing event proves nothing. The account may not see the event any more, for example because it
/// may read only some folders. vCenter may have deleted the event. vpxd may have crashed before it stored the
/// event, which is why the newest events are not landmarks. So a vCenter was restored only if
///
/// 1. its newest key is lower than the key of a landmark, or
/// 2. the key of a landmark belongs to an event of another time, or
/// 3. all landmarks are lost.
public final class RestorePolicy {
    private static final Comparator<EventPosition> BY_KEY = Comparator.comparingLong(EventPosition::key);

    private RestorePolicy() {}

    /// What the landmarks show about the event history of a vCenter.
    public sealed interface History {
        /// The event history is the one from which the landmarks were read, as far as it reaches back.
        record Same() implements History {}

        /// The event history is another one: the vCenter was restored.
        ///
        /// @param lost the newest of the landmarks that show this
        record Restored(EventPosition lost) implements History {}

        /// The events cannot be read, or no landmark is known.
        record Unreadable() implements History {}
    }

    /// Compares the landmarks with the event history of a vCenter. If a landmark exists, the older ones count
    /// as existing too, so they need not be looked up.
    ///
    /// @param newest the newest event of the vCenter; empty if events cannot be read
    /// @param lookups the results of looking up the landmarks; a landmark without a result counts as unreadable
    public static History evaluate(
            Collection<EventPosition> landmarks,
            Optional<EventPosition> newest,
            Map<EventPosition, EventLookup> lookups) {
        if (newest.isEmpty()) {
            return new History.Unreadable();
        }
        long highest = newest.get().key();
        Optional<EventPosition> rewound = landmarks.stream()
                .filter(event -> event.key() > highest || hasLookup(event, EventLookup.REUSED, lookups))
                .max(BY_KEY);
        if (rewound.isPresent()) {
            return new History.Restored(rewound.get());
        }
        for (EventPosition event : newestFirst(landmarks)) {
            if (hasLookup(event, EventLookup.THERE, lookups)) {
                return new History.Same();
            }
            if (hasLookup(event, EventLookup.UNREADABLE, lookups)) {
                return new History.Unreadable();
            }
        }
        if (landmarks.isEmpty()) {
            return new History.Unreadable();
        }
        return landmarks.stream()
                .filter(event -> hasLookup(event, EventLookup.LOST, lookups))
                .max(BY_KEY)
                .<History>map(History.Restored::new)
                .orElseGet(History.Same::new);
    }

    private static boolean hasLookup(EventPosition event, EventLookup lookup, Map<EventPosition, EventLookup> lookups) {
        return lookups.getOrDefault(event, EventLookup.UNREADABLE) == lookup;
    }

    /// Returns the landmarks in the order in which they are looked up: the newest first.
    public static List<EventPosition> newestFirst(Collection<EventPosition> landmarks) {
        return landmarks.stream().distinct().sorted(BY_KEY.reversed()).toList();
    }
}

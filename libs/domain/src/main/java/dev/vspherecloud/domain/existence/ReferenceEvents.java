package dev.vspherecloud.domain.existence;

import dev.vspherecloud.domain.vm.EventPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Chooses the events by which the program later recognises a vCenter (see [RestorePolicy]). Pure.
public final class ReferenceEvents {
    /// The largest number of events that are kept for one vCenter.
    public static final int MAX_EVENTS = 6;

    /// The age from which an event counts as stored. If vpxd crashes, it may lose a younger event.
    public static final Duration MIN_AGE = Duration.ofMinutes(2);

    /// The least time between two kept events, except before the newest.
    static final Duration MIN_DISTANCE = Duration.ofMinutes(10);

    private ReferenceEvents() {}

    /// Returns the newest event, and older events with at least [#MIN_DISTANCE] between them. If there are too
    /// many, the oldest are dropped.
    ///
    /// @param known the events that were kept until now
    /// @param fresh the events that were just read
    public static List<EventPosition> select(Collection<EventPosition> known, Collection<EventPosition> fresh) {
        List<EventPosition> all = Stream.concat(known.stream(), fresh.stream())
                .filter(EventPosition::isPlausible)
                .distinct()
                .sorted(Comparator.comparing(EventPosition::time).thenComparingLong(EventPosition::key))
                .toList();
        var kept = new ArrayList<EventPosition>();
        for (EventPosition event : all) {
            if (kept.isEmpty() || isFarEnough(kept.getLast(), event) || event.equals(all.getLast())) {
                kept.add(event);
            }
        }
        return List.copyOf(kept.subList(Math.max(0, kept.size() - MAX_EVENTS), kept.size()));
    }

    private static boolean isFarEnough(EventPosition one, EventPosition later) {
        return Duration.between(one.time(), later.time()).compareTo(MIN_DISTANCE) >= 0;
    }
}

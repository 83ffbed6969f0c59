package dev.vspherecloud.vsphere.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Which events of a vCenter: a part of what vim25 calls an `EventFilterSpec`.
///
/// @param from   none that is older; empty means from the beginning
/// @param to     none that is younger; empty means up to now
/// @param types  as in `VmRemovedEvent`; empty means all
/// @param atMost the most events to be returned, 1 to 1,000. Which ones, if there are more, is up to the server
public record EventQuery(Optional<Instant> from, Optional<Instant> to, List<String> types, int atMost) {
    /// What one answer may hold at most. From the vSphere API, maxCount of a HistoryCollector.
    public static final int MOST = 1_000;

    public EventQuery {
        types = List.copyOf(types);
        if (atMost < 1 || atMost > MOST) {
            throw new IllegalArgumentException("from 1 to %d events, not %d".formatted(MOST, atMost));
        }
    }

    /// All events between these two, both included.
    public static EventQuery between(Instant from, Instant to) {
        return new EventQuery(Optional.of(from), Optional.of(to), List.of(), MOST);
    }

    /// Any one event that is not younger than this.
    public static EventQuery anyUntil(Instant to) {
        return new EventQuery(Optional.empty(), Optional.of(to), List.of(), 1);
    }

    /// All events since then.
    public static EventQuery since(Instant from) {
        return new EventQuery(Optional.of(from), Optional.empty(), List.of(), MOST);
    }

    /// Those of a type since then.
    public static EventQuery since(Instant from, String type) {
        return new EventQuery(Optional.of(from), Optional.empty(), List.of(type), MOST);
    }

    /// The newest page, of so many events.
    static EventQuery latest(int atMost) {
        return new EventQuery(Optional.empty(), Optional.empty(), List.of(), atMost);
    }
}

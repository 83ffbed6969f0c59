package dev.vspherecloud.vsphere.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Selects events of a vCenter: a part of what vim25 calls an `EventFilterSpec`.
///
/// @param from   the time of the oldest event; empty means from the beginning
/// @param to     the time of the youngest event; empty means up to now
/// @param types  event types, as in `VmRemovedEvent`; empty means all
/// @param atMost the largest number of events in the result, 1 to 1,000. If there are more, the server decides
///     which ones it returns
public record EventQuery(Optional<Instant> from, Optional<Instant> to, List<String> types, int atMost) {
    /// The largest number of events in one response. From the vSphere API, maxCount of a HistoryCollector.
    public static final int MAX_EVENTS = 1_000;

    public EventQuery {
        types = List.copyOf(types);
        if (atMost < 1 || atMost > MAX_EVENTS) {
            throw new IllegalArgumentException("from 1 to %d events, not %d".formatted(MAX_EVENTS, atMost));
        }
    }

    /// Selects all events between these two times, both included.
    public static EventQuery between(Instant from, Instant to) {
        return new EventQuery(Optional.of(from), Optional.of(to), List.of(), MAX_EVENTS);
    }

    /// Selects any one event that is not younger than this time.
    public static EventQuery anyUntil(Instant to) {
        return new EventQuery(Optional.empty(), Optional.of(to), List.of(), 1);
    }

    /// Selects all events since this time.
    public static EventQuery since(Instant from) {
        return new EventQuery(Optional.of(from), Optional.empty(), List.of(), MAX_EVENTS);
    }

    /// Selects the events of a type since this time.
    public static EventQuery since(Instant from, String type) {
        return new EventQuery(Optional.of(from), Optional.empty(), List.of(type), MAX_EVENTS);
    }

    /// Selects the newest page of events, with at most this many events.
    static EventQuery latest(int atMost) {
        return new EventQuery(Optional.empty(), Optional.empty(), List.of(), atMost);
    }
}

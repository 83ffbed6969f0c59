package dev.vspherecloud.domain.vm;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// A position in the event history of one vCenter: an event that the vCenter had when it was read.
///
/// Keys grow by one with each event. A vCenter that was restored from a backup continues from the key of the
/// backup. So an event from after the backup does not exist any more: its key is missing, or belongs to an
/// event of another time.
///
/// Form: key, one blank and time, as in `5030 2026-01-02T03:04:05.678901Z`.
///
/// @param key the key of the event, unique within one history
/// @param time the time of the event by vCenter's clock, unchanged
public record EventPosition(long key, Instant time) {
    /// A description of the documented form of a position, for messages.
    public static final String FORMAT = "a key from 1 to 2147483647, one blank, and a UTC time from 2000 to 2199";

    /// The highest key of an event. The type of `Event.key` is `xsd:int` in the WSDL of vim25, and `int32` in
    /// the OpenAPI description of the vSphere 9.0 API.
    private static final long HIGHEST_KEY = Integer.MAX_VALUE;

    /// The length of the longest text of a position: ten digits, a blank and a time with nanoseconds.
    private static final int MAX_LENGTH = 41;

    private static final Pattern KEY = Pattern.compile("[1-9][0-9]{0,9}");

    /// Returns the position; empty if the text does not have the documented form or no vCenter can have such an
    /// event.
    public static Optional<EventPosition> parse(String text) {
        int blank = text.indexOf(' ');
        if (blank < 0
                || text.length() > MAX_LENGTH
                || !KEY.matcher(text.substring(0, blank)).matches()) {
            return Optional.empty();
        }
        return PlausibleTime.parse(text.substring(blank + 1))
                .map(time -> new EventPosition(Long.parseLong(text, 0, blank, 10), time))
                .filter(EventPosition::isPlausible);
    }

    /// Returns true if a vCenter can have an event with this key and time. Only such a position can be recorded
    /// and read again.
    public boolean isPlausible() {
        return key > 0 && key <= HIGHEST_KEY && PlausibleTime.isPlausible(time);
    }

    /// Returns true if this event has a greater key than the given event, or is later.
    public boolean isBeyond(EventPosition other) {
        return key > other.key || time.isAfter(other.time);
    }

    @Override
    public String toString() {
        return key + " " + time;
    }
}

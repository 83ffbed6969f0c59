package dev.vspherecloud.domain.vm;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// A place in the history of one vCenter: an event that it had when we looked.
///
/// Keys grow by one with each event. A vCenter that was restored from a backup goes on from the key of the backup, so
/// an event that came after it is not there any more: its key is missing, or belongs to an event of another time.
///
/// Form: key, blank and time, as in `5030 2026-01-02T03:04:05.678901Z`.
///
/// @param time by vCenter's clock, as it is written
public record EventMark(long key, Instant time) {
    /// Empty when the text is not a mark. One of before all history, by a stray minus, would pass for forgotten.
    public static Optional<EventMark> parse(String text) {
        int blank = text.indexOf(' ');
        try {
            return blank < 0
                    ? Optional.empty()
                    : Optional.of(new EventMark(
                                    Long.parseLong(text, 0, blank, 10), Instant.parse(text.substring(blank + 1))))
                            .filter(EventMark::isPossible);
        } catch (NumberFormatException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private boolean isPossible() {
        return key >= 0 && time.isAfter(Instant.EPOCH);
    }

    /// Whether no history has both: one has the greater key, and the other is later.
    public boolean contradicts(EventMark other) {
        return Long.signum(Long.compare(key, other.key)) * Integer.signum(time.compareTo(other.time)) < 0;
    }

    @Override
    public String toString() {
        return key + " " + time;
    }
}

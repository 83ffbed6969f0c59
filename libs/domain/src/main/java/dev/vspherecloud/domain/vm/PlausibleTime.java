package dev.vspherecloud.domain.vm;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// Parses times from texts that any user or program may have written, and accepts only times of the years 2000
/// to 2199.
///
/// Sums and differences of such times never overflow, and each can be written as an XML Schema `dateTime` of
/// vim25.
///
/// Form: ISO 8601 in UTC, as in `2026-01-02T03:04:05.678901Z`.
public final class PlausibleTime {
    private static final Pattern FORMAT =
            Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?Z");
    private static final Instant FIRST = Instant.parse("2000-01-01T00:00:00Z");
    private static final Instant END = Instant.parse("2200-01-01T00:00:00Z");

    private PlausibleTime() {}

    /// Returns true if the time is in the years 2000 to 2199, in which this program may run.
    public static boolean isPlausible(Instant time) {
        return !time.isBefore(FIRST) && time.isBefore(END);
    }

    /// Parses a time; empty if the text has another form or the time is not plausible.
    public static Optional<Instant> parse(String text) {
        if (!FORMAT.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Instant.parse(text)).filter(PlausibleTime::isPlausible);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}

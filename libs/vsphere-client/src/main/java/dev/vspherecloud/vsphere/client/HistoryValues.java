package dev.vspherecloud.vsphere.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads fields of events and tasks.
final class HistoryValues {
    private static final Instant MAX_TIME = Instant.parse("2200-01-01T00:00:00Z");

    private HistoryValues() {}

    /// Returns the data object type of a value; empty if the value is no data object.
    static String type(PropertyValue value) {
        return value instanceof PropertyValue.Struct(String type, var _) ? type : "";
    }

    static Optional<Long> number(PropertyValue value, String field) {
        OptionalLong number = value.field(field).number();
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
    }

    /// Reads a field of type `dateTime` of XML Schema with its offset from UTC. The result is empty for times
    /// before 1970 or after 2199, which would break calculations.
    static Optional<Instant> time(PropertyValue value, String field) {
        return time(value.field(field));
    }

    /// Reads a value of type `dateTime`, as [#time(PropertyValue, String)] does.
    static Optional<Instant> time(PropertyValue value) {
        try {
            return value.text()
                    .map(OffsetDateTime::parse)
                    .map(OffsetDateTime::toInstant)
                    .filter(time -> !time.isBefore(Instant.EPOCH) && time.isBefore(MAX_TIME));
        } catch (DateTimeException _) {
            return Optional.empty();
        }
    }
}

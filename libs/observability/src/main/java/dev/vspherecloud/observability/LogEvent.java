package dev.vspherecloud.observability;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/// One event to log.
///
/// @param source  the simple name of the class that logs the event
/// @param message the whole message, with its placeholders filled
/// @param fields  keys and values beside the message, in the order of the call
record LogEvent(
        Instant at,
        Level level,
        String source,
        String message,
        List<KeyValuePair> fields,
        @Nullable Throwable cause) {}

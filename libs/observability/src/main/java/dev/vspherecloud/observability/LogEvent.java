package dev.vspherecloud.observability;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/// One thing to log.
///
/// @param source  where it comes from: the simple name of a class
/// @param message the whole message, placeholders filled
/// @param fields  keys and values beside the message, in the order they were given
record LogEvent(
        Instant at,
        Level level,
        String source,
        String message,
        List<KeyValuePair> fields,
        @Nullable Throwable cause) {}

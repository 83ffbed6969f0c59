package dev.vspherecloud.observability;

/// Writes an event as text, the newline at its end included.
@FunctionalInterface
interface EventFormat {
    String format(LogEvent event);
}

package dev.vspherecloud.observability;

/// Formats an event as text, including the newline at its end.
@FunctionalInterface
interface EventFormat {
    String format(LogEvent event);
}

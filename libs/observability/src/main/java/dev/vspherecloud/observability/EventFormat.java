package dev.vspherecloud.observability;

/// Formats a log event as text, including the newline at its end.
@FunctionalInterface
interface EventFormat {
    String format(LogEvent event);
}

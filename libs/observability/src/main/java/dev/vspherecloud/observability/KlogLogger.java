package dev.vspherecloud.observability;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.event.LoggingEvent;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.spi.LoggingEventAware;

/// A named logger: checks if a level is enabled, and writes the events.
///
/// Threads: any; the logger has no state of its own.
final class KlogLogger extends LegacyAbstractLogger implements LoggingEventAware {
    private final transient KlogLoggers log;
    private final String source;

    KlogLogger(String name, KlogLoggers log) {
        this.name = name;
        this.log = log;
        this.source = source(name);
    }

    /// Returns the simple name of the class that the logger is named after, without characters that would break
    /// the header of a log line.
    static String source(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        String word = simple.split("\\$", 2)[0].replaceAll("[^A-Za-z0-9_-]", "_");
        return word.isEmpty() ? "root" : word;
    }

    boolean isEnabled(Level level) {
        return log.config().isEnabled(level, name);
    }

    /// Writes an event of the fluent API of slf4j. The caller checked the level when it began the event.
    @Override
    public void log(LoggingEvent event) {
        List<KeyValuePair> fields = event.getKeyValuePairs() == null ? List.of() : event.getKeyValuePairs();
        write(event.getLevel(), event.getMessage(), event.getArgumentArray(), fields, event.getThrowable());
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable cause) {
        write(level, pattern, arguments, List.of(), cause);
    }

    private void write(
            Level level,
            @Nullable String pattern,
            Object @Nullable [] arguments,
            List<KeyValuePair> fields,
            @Nullable Throwable cause) {
        String message = String.valueOf(MessageFormatter.basicArrayFormat(pattern, arguments));
        log.write(level, source, message, fields, cause);
    }

    /// Returns null, since the log does not look up callers.
    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    public boolean isTraceEnabled() {
        return isEnabled(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isEnabled(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isEnabled(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isEnabled(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isEnabled(Level.ERROR);
    }
}

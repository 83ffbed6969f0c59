package dev.vspherecloud.observability;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sends the JDK's own log events (of its HTTP client and server) to the log of this project.
///
/// The JDK logs through [System.Logger] and gets its loggers from this finder, so `java.util.logging` is never
/// loaded. A library that calls `java.util.logging` directly would write in the JDK's own format on standard
/// error; no library of this project does so in normal work.
///
/// The class is public for the JDK's service loader only.
public final class SystemLoggers extends System.LoggerFinder {
    @Override
    public System.Logger getLogger(String name, Module module) {
        return new ToSlf4j(name);
    }

    private static final class ToSlf4j implements System.Logger {
        private final String name;

        ToSlf4j(String name) {
            this.name = name;
        }

        /// Returns the slf4j logger. It is looked up for each event, because the JDK may request its loggers
        /// while slf4j is still being initialised.
        private Logger logger() {
            return LoggerFactory.getLogger(name);
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(System.Logger.Level level) {
            return level != System.Logger.Level.OFF && logger().isEnabledForLevel(slf4j(level));
        }

        @Override
        public void log(
                System.Logger.Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String message,
                @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                logger().atLevel(slf4j(level)).setCause(thrown).log(String.valueOf(message));
            }
        }

        @Override
        public void log(
                System.Logger.Level level,
                @Nullable ResourceBundle bundle,
                @Nullable String pattern,
                @Nullable Object @Nullable ... arguments) {
            if (isLoggable(level)) {
                logger().atLevel(slf4j(level)).log(filled(String.valueOf(pattern), arguments));
            }
        }

        private static String filled(String pattern, @Nullable Object @Nullable [] arguments) {
            if (arguments == null || arguments.length == 0) {
                return pattern;
            }
            try {
                return MessageFormat.format(pattern, arguments);
            } catch (IllegalArgumentException e) {
                return pattern;
            }
        }
    }

    private static org.slf4j.event.Level slf4j(System.Logger.Level level) {
        return switch (level) {
            case ALL, TRACE -> org.slf4j.event.Level.TRACE;
            case DEBUG -> org.slf4j.event.Level.DEBUG;
            case INFO -> org.slf4j.event.Level.INFO;
            case WARNING -> org.slf4j.event.Level.WARN;
            case ERROR, OFF -> org.slf4j.event.Level.ERROR;
        };
    }
}

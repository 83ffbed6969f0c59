package dev.vspherecloud.observability;

import java.text.MessageFormat;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings what the JDK itself logs (its HTTP client and server) into the same log.
///
/// The JDK logs through [System.Logger] and asks this finder for the logger behind it, so `java.util.logging` is
/// never loaded on the way. A library that calls `java.util.logging` directly would keep the JDK's own form on
/// standard error; none of ours does in normal work.
///
/// Public for the JDK's service loader only.
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

        /// Looked up late: the JDK may ask for its loggers while slf4j is still being set up.
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

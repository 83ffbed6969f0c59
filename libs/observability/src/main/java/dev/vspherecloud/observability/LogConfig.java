package dev.vspherecloud.observability;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// What is logged and how it looks: everything about the log that can be changed while the process runs.
///
/// Threads: any, at any time; the next line of every thread follows.
public final class LogConfig {
    private final AtomicReference<Verbosity> verbosity =
            new AtomicReference<>(new Verbosity(0, List.of(), Level.TRACE));
    private volatile LogFormat form = LogFormat.TEXT;
    private volatile boolean splitsStreams;

    LogConfig() {}

    /// The configuration of the log that slf4j writes to in this process.
    ///
    /// @throws IllegalStateException when slf4j found another provider than ours
    public static LogConfig active() {
        if (LoggerFactory.getILoggerFactory() instanceof KlogLoggers loggers) {
            return loggers.config();
        }
        throw new IllegalStateException("slf4j writes to another log than ours: "
                + LoggerFactory.getILoggerFactory().getClass().getName());
    }

    /// The number that `-v` gave, or whoever changed it last.
    public int verbosity() {
        return verbosity.get().v();
    }

    /// Sets how much is written from now on.
    ///
    /// @param v as after `-v`; below 0 counts as 0
    public void verbosity(int v) {
        verbosity.updateAndGet(before -> before.with(v));
    }

    /// Sets other numbers for some loggers, as `--vmodule` does; the first that matches a logger counts for it.
    public void modules(List<ModuleLevel> modules) {
        verbosity.updateAndGet(before -> before.with(modules));
    }

    /// From now on writes errors only, for a command whose answer says what a warning would.
    public void errorsOnly() {
        verbosity.set(new Verbosity(0, List.of(), Level.ERROR));
    }

    public void form(LogFormat wanted) {
        form = wanted;
    }

    /// Whether only warnings and errors go to standard error, and everything else to standard output. Without it
    /// everything goes to standard error.
    public void splitStreams(boolean wanted) {
        splitsStreams = wanted;
    }

    LogFormat form() {
        return form;
    }

    boolean isForStandardOutput(Level level) {
        return splitsStreams && level.toInt() < Level.WARN.toInt();
    }

    boolean isEnabled(Level level, String loggerName) {
        return verbosity.get().wants(level, loggerName);
    }
}

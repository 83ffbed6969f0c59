package dev.vspherecloud.observability;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The configuration of the log: everything that can be changed while the process runs.
///
/// Threads: any, at any time; a change applies to the next line of every thread.
public final class LogConfig {
    private static final Verbosity INITIAL = new Verbosity(0, List.of(), Level.TRACE);

    private final AtomicReference<Verbosity> verbosity = new AtomicReference<>(INITIAL);
    private volatile LogFormat form = LogFormat.TEXT;
    private volatile boolean splitsStreams;

    LogConfig() {}

    /// Returns the configuration of the log that slf4j writes to in this process.
    ///
    /// @throws IllegalStateException if slf4j found a provider of another project
    public static LogConfig active() {
        if (LoggerFactory.getILoggerFactory() instanceof KlogLoggers loggers) {
            return loggers.config();
        }
        throw new IllegalStateException("SLF4J uses another log back end than the one of this project: "
                + LoggerFactory.getILoggerFactory().getClass().getName());
    }

    /// Returns the present verbosity, which the flag `-v` or a later change has set.
    public int verbosity() {
        return verbosity.get().v();
    }

    /// Sets the verbosity from now on.
    ///
    /// @param v a number as for the flag `-v`; below 0 counts as 0
    public void verbosity(int v) {
        verbosity.updateAndGet(before -> before.with(v));
    }

    /// Sets other levels for some loggers, as the flag `--vmodule` does. If several entries match a logger, the
    /// first counts.
    public void modules(List<ModuleLevel> modules) {
        verbosity.updateAndGet(before -> before.with(modules));
    }

    /// Writes only errors from now on, for a command whose output already contains what a warning would say.
    public void errorsOnly() {
        verbosity.set(new Verbosity(0, List.of(), Level.ERROR));
    }

    /// Restores the configuration of a new process, for a process that goes on after a command.
    public void reset() {
        verbosity.set(INITIAL);
        form = LogFormat.TEXT;
        splitsStreams = false;
    }

    public void form(LogFormat wanted) {
        form = wanted;
    }

    /// Sets whether only warnings and errors go to standard error, and everything else to standard output.
    /// Otherwise everything goes to standard error.
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
        return verbosity.get().isEnabled(level, loggerName);
    }
}

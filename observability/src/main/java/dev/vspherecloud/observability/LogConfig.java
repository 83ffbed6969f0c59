package dev.vspherecloud.observability;

import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Which log lines are written, by the number that `-v` gives.
///
/// | `-v` | our own loggers | all others |
/// |---|---|---|
/// | 0, 1 | info | warn |
/// | 2 to 4 | debug | warn |
/// | 5 | trace | warn |
/// | 6, 7 | trace | info |
/// | 8 and more | trace | debug |
///
/// Other people's loggers never reach trace: the Kubernetes client writes whole requests there, tokens and Secrets
/// included.
///
/// Threads: [#verbosity(int)] and [#errorsOnly()] may be called from anywhere, at any time; the next line of every
/// thread follows it.
public final class LogConfig {
    private static final String OUR_PACKAGES = "dev.vspherecloud";

    private volatile Level ours = Level.INFO;
    private volatile Level others = Level.WARN;

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

    /// Sets what is written from now on.
    ///
    /// @param v as after `-v`; below 0 counts as 0
    public void verbosity(int v) {
        ours = v >= 5 ? Level.TRACE : v >= 2 ? Level.DEBUG : Level.INFO;
        others = v >= 8 ? Level.DEBUG : v >= 6 ? Level.INFO : Level.WARN;
    }

    /// From now on writes errors only, for a command whose answer says what a warning would.
    public void errorsOnly() {
        ours = Level.ERROR;
        others = Level.ERROR;
    }

    boolean isEnabled(Level level, boolean ourLogger) {
        return level.toInt() >= (ourLogger ? ours : others).toInt();
    }

    static boolean isOurs(String loggerName) {
        return loggerName.startsWith(OUR_PACKAGES);
    }
}

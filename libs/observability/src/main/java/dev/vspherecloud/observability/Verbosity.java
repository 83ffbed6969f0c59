package dev.vspherecloud.observability;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.event.Level;

/// Decides which levels of each logger are enabled. Immutable.
///
/// | number | loggers of this project | all others |
/// |---|---|---|
/// | 0, 1 | info | warn |
/// | 2 to 4 | debug | warn |
/// | 5 | trace | warn |
/// | 6, 7 | trace | info |
/// | 8 and more | trace | debug |
///
/// Loggers of other projects never reach trace: the Kubernetes client writes whole requests there, including
/// tokens and Secrets.
final class Verbosity {
    private static final String PROJECT_PACKAGES = "dev.vspherecloud";

    private final int v;
    private final List<ModuleLevel> modules;
    private final Level threshold;
    private final ConcurrentHashMap<String, Level> byLogger = new ConcurrentHashMap<>();

    /// Creates the levels.
    ///
    /// @param modules the verbosities of some loggers; if several match a logger, the first counts
    /// @param least   the lowest level that is enabled, whatever the verbosities are
    Verbosity(int v, List<ModuleLevel> modules, Level least) {
        this.v = v;
        this.modules = List.copyOf(modules);
        this.threshold = least;
    }

    int v() {
        return v;
    }

    Verbosity with(int other) {
        return new Verbosity(other, modules, threshold);
    }

    Verbosity with(List<ModuleLevel> others) {
        return new Verbosity(v, others, threshold);
    }

    boolean isEnabled(Level level, String loggerName) {
        return level.toInt()
                >= byLogger.computeIfAbsent(loggerName, this::threshold).toInt();
    }

    private Level threshold(String loggerName) {
        int number = modules.stream()
                .filter(module -> module.matches(loggerName))
                .map(ModuleLevel::level)
                .findFirst()
                .orElse(v);
        Level level = loggerName.startsWith(PROJECT_PACKAGES) ? projectLevel(number) : libraryLevel(number);
        return level.toInt() >= threshold.toInt() ? level : threshold;
    }

    private static Level projectLevel(int number) {
        return number >= v(Level.TRACE) ? Level.TRACE : number >= v(Level.DEBUG) ? Level.DEBUG : Level.INFO;
    }

    private static Level libraryLevel(int number) {
        return number >= 8 ? Level.DEBUG : number >= 6 ? Level.INFO : Level.WARN;
    }

    /// Returns the lowest verbosity at which the loggers of this project write this level.
    static int v(Level level) {
        return switch (level) {
            case TRACE -> 5;
            case DEBUG -> 2;
            case INFO, WARN, ERROR -> 0;
        };
    }
}

package dev.vspherecloud.csi.application.process;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.csi.config.ConfigChange;
import dev.vspherecloud.csi.config.CsiConfig;
import dev.vspherecloud.csi.config.CsiConfigResult;
import dev.vspherecloud.csi.config.CsiReloadPolicy;
import dev.vspherecloud.csi.config.ReloadDecision;
import dev.vspherecloud.csi.metrics.CsiMetrics;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Watches the configuration for changes. A valid one that needs no restart is passed on. Otherwise the last valid one
/// stays in force as a whole.
///
/// The files are read every second. Content counts after two equal reads in a row, since a write may be incomplete.
///
/// Threads: [#run] has one caller, which calls the consumer as well.
final class CsiConfigWatcher implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(CsiConfigWatcher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Supplier<CsiConfigResult> reader;
    private final Consumer<CsiConfig> changed;
    private final Sleeper sleeper;
    private final CsiMetrics metrics;
    private CsiConfig active;
    private CsiConfigResult last;
    private CsiConfigResult evaluated;

    /// Creates the watcher.
    ///
    /// @param start   the configuration with which the process started
    /// @param changed receives each later configuration that takes effect
    CsiConfigWatcher(
            Supplier<CsiConfigResult> reader,
            CsiConfigResult.Accepted start,
            Consumer<CsiConfig> changed,
            Sleeper sleeper,
            CsiMetrics metrics) {
        this.reader = reader;
        this.changed = changed;
        this.sleeper = sleeper;
        this.metrics = metrics;
        this.active = start.config();
        this.last = start;
        this.evaluated = start;
    }

    @Override
    public void run() {
        try {
            while (true) {
                sleeper.sleep(PERIOD);
                poll();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void poll() {
        CsiConfigResult now = reader.get();
        boolean isStable = now.equals(last);
        last = now;
        if (isStable && !now.equals(evaluated)) {
            evaluated = now;
            evaluate(now);
        }
    }

    private void evaluate(CsiConfigResult result) {
        switch (result) {
            case CsiConfigResult.Rejected(List<Problem> problems) -> {
                metrics.process().onConfigRejected();
                log.warn("Configuration changed and cannot be used; the last good one stays in force");
                logProblems(problems, Level.WARN);
            }
            case CsiConfigResult.Accepted(CsiConfig config, List<Problem> warnings) -> {
                logProblems(warnings, Level.WARN);
                use(config);
            }
        }
    }

    private void use(CsiConfig config) {
        switch (CsiReloadPolicy.decide(active, config)) {
            case ReloadDecision.Unchanged() -> metrics.process().onConfigAccepted(false);
            case ReloadDecision.Apply(List<ConfigChange> changes) -> {
                metrics.process().onConfigAccepted(true);
                log.atInfo().addKeyValue("changes", text(changes)).log("Configuration changed");
                active = config;
                changed.accept(config);
            }
            case ReloadDecision.Restart(List<ConfigChange> reasons) -> {
                metrics.process().onConfigRejected();
                log.atWarn()
                        .addKeyValue("changes", text(reasons))
                        .log("Configuration changed in a way that needs a restart; the last one stays in force");
            }
        }
    }

    private static String text(List<ConfigChange> changes) {
        return changes.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    /// Logs each problem in a line of its own.
    ///
    /// @param worst the log level of a problem that is an error
    static void logProblems(List<Problem> problems, Level worst) {
        problems.forEach(problem -> log.atLevel(problem.isError() ? worst : Level.WARN)
                .addKeyValue("problem", problem)
                .log("Configuration problem"));
    }
}

package dev.vspherecloud.ccm.application;

import dev.vspherecloud.ccm.application.metrics.ConfigObserver;
import dev.vspherecloud.ccm.config.CloudConfig;
import dev.vspherecloud.ccm.config.ConfigReport;
import dev.vspherecloud.ccm.config.ConfigResult;
import dev.vspherecloud.config.Problem;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Watches the configuration file for changes. It passes a valid configuration on to a consumer. It refuses an
/// invalid one as a whole, and the last valid one stays in force.
///
/// The watcher reads the file and its CA files every second, which takes two to four milliseconds. File system
/// events would be cheaper, but they are not reliable here: a ConfigMap is replaced by a symbolic link, and a file
/// may lie on a network. Content counts after two equal reads in a row, since a write may be incomplete.
///
/// If [#run] fails and is called again, the last valid configuration stays in force, and the file is checked again.
/// A change that could not be passed on is then passed on.
///
/// Threads: [#run] has one caller, which calls the consumer as well.
final class ConfigWatcher implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ConfigWatcher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Supplier<ConfigReport> reader;
    private final Consumer<CloudConfig> changed;
    private final Sleeper pause;
    private final ConfigObserver observer;
    private CloudConfig active;
    private ConfigResult.Accepted lastGood;
    private ConfigResult lastResult;
    private @Nullable ConfigResult pendingResult;

    /// Creates the watcher.
    ///
    /// @param reading reads the configuration file and its CA files
    /// @param start the configuration with which the process started
    /// @param changed receives each later configuration that takes effect
    ConfigWatcher(
            Supplier<ConfigReport> reading,
            ConfigResult.Accepted start,
            Consumer<CloudConfig> changed,
            Sleeper pause,
            ConfigObserver observer) {
        this.reader = reading;
        this.changed = changed;
        this.pause = pause;
        this.observer = observer;
        this.active = start.config();
        this.lastGood = start;
        this.lastResult = start;
    }

    @Override
    public void run() {
        lastResult = lastGood;
        pendingResult = null;
        try {
            while (true) {
                pause.sleep(PERIOD);
                poll();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void poll() {
        ConfigReport report = reader.get();
        ConfigResult now = report.result();
        if (now.equals(lastResult)) {
            pendingResult = null;
        } else if (now.equals(pendingResult)) {
            pendingResult = null;
            evaluate(report);
        } else {
            pendingResult = now;
        }
    }

    private void evaluate(ConfigReport report) {
        boolean wasRefused = lastResult instanceof ConfigResult.Rejected;
        lastResult = report.result();
        switch (lastResult) {
            case ConfigResult.Accepted accepted -> {
                CloudConfig config = accepted.config();
                List<Problem> warnings = accepted.warnings();
                ConfigLog.problems(warnings, Level.WARN);
                observer.onAccepted(!config.equals(active));
                if (!config.equals(active)) {
                    log.info("Configuration changed");
                    report.effective().ifPresent(ConfigLog::effective);
                    changed.accept(config);
                    active = config;
                } else if (wasRefused) {
                    log.info("Configuration is valid again and unchanged");
                }
                lastGood = accepted;
            }
            case ConfigResult.Rejected(List<Problem> problems) -> {
                observer.onRejected();
                log.warn("Configuration changed and cannot be used; the last good one stays in force");
                ConfigLog.problems(problems, Level.WARN);
            }
        }
    }
}

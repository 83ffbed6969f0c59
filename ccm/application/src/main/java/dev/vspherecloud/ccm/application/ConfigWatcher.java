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

/// Notices that the configuration changed, and judges it: a good one is handed on, a bad one is refused as a whole
/// and the last good one stays in force.
///
/// The file and the CA files it names are read again every second, which takes two to four milliseconds. Being told
/// by the file system would be cheaper and is not reliable where configurations live: a ConfigMap is replaced by a
/// symbolic link, a file may lie on a network. What is read counts once it is read twice in a row, since a writer may
/// be half way.
///
/// A [#run] that is called again after it failed begins from scratch: the last good configuration stays in force, and
/// what is there is judged anew. What it fails to hand on is handed on then.
///
/// Threads: [#run] has one caller, which calls the consumer as well.
final class ConfigWatcher implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ConfigWatcher.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Supplier<ConfigReport> reading;
    private final Consumer<CloudConfig> changed;
    private final Sleeper pause;
    private final ConfigObserver observer;
    private CloudConfig inForce;
    private ConfigResult.Accepted lastGood;
    private ConfigResult judged;
    private @Nullable ConfigResult unsettled;

    /// @param reading reads everything anew
    /// @param start   what the process started with
    /// @param changed told of each other configuration that is to be in force from now on
    ConfigWatcher(
            Supplier<ConfigReport> reading,
            ConfigResult.Accepted start,
            Consumer<CloudConfig> changed,
            Sleeper pause,
            ConfigObserver observer) {
        this.reading = reading;
        this.changed = changed;
        this.pause = pause;
        this.observer = observer;
        this.inForce = start.config();
        this.lastGood = start;
        this.judged = start;
    }

    @Override
    public void run() {
        judged = lastGood;
        unsettled = null;
        try {
            while (true) {
                pause.sleep(PERIOD);
                look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void look() {
        ConfigReport report = reading.get();
        ConfigResult now = report.result();
        if (now.equals(judged)) {
            unsettled = null;
        } else if (now.equals(unsettled)) {
            unsettled = null;
            judge(report);
        } else {
            unsettled = now;
        }
    }

    private void judge(ConfigReport report) {
        boolean wasRefused = judged instanceof ConfigResult.Rejected;
        judged = report.result();
        switch (judged) {
            case ConfigResult.Accepted accepted -> {
                CloudConfig config = accepted.config();
                List<Problem> warnings = accepted.warnings();
                ConfigLog.problems(warnings, Level.WARN);
                observer.accepted(!config.equals(inForce));
                if (!config.equals(inForce)) {
                    log.info("Configuration changed");
                    report.effective().ifPresent(ConfigLog::effective);
                    changed.accept(config);
                    inForce = config;
                } else if (wasRefused) {
                    log.info("Configuration is valid again and unchanged");
                }
                lastGood = accepted;
            }
            case ConfigResult.Rejected(List<Problem> problems) -> {
                observer.refused();
                log.warn("Configuration changed and cannot be used; the last good one stays in force");
                ConfigLog.problems(problems, Level.WARN);
            }
        }
    }
}

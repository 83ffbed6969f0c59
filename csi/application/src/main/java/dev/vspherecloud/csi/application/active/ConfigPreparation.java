package dev.vspherecloud.csi.application.active;

import dev.vspherecloud.csi.config.CsiConfig;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Prepares configurations: the one of the start, and each later one by the same steps. The steps ask the API server
/// and the vCenters, so they have a thread of their own. They are repeated until they succeed, with the newest
/// configuration.
///
/// Threads: [#run] has one caller, which carries out the steps. Any thread may call the rest, and does not wait.
final class ConfigPreparation implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(ConfigPreparation.class);

    private final Steps steps;
    private final Duration retry;
    private final BlockingQueue<CsiConfig> newest = new ArrayBlockingQueue<>(1);
    private CsiConfig wanted;
    private boolean hasSucceeded;
    private volatile String problem = "the driver has just become active";

    /// Brings a configuration into force.
    @FunctionalInterface
    interface Steps {
        /// @return why it is not in force, or the driver does not work with it yet; empty if it does
        Optional<String> prepare(CsiConfig wanted) throws InterruptedException;
    }

    /// Creates the object.
    ///
    /// @param start the first configuration
    /// @param retry the time between two attempts
    ConfigPreparation(CsiConfig start, Steps steps, Duration retry) {
        this.wanted = start;
        this.steps = steps;
        this.retry = retry;
    }

    /// Prepares this configuration next, instead of any that has not begun.
    void use(CsiConfig changed) {
        while (!newest.offer(changed)) {
            newest.clear();
        }
    }

    /// Returns why the driver is not ready; empty if the last configuration is prepared.
    String problem() {
        return problem;
    }

    @Override
    public void run() {
        try {
            while (true) {
                Optional<String> failure = steps.prepare(wanted);
                report(failure.orElse(""));
                @Nullable
                CsiConfig next =
                        failure.isPresent() ? newest.poll(retry.toNanos(), TimeUnit.NANOSECONDS) : newest.take();
                wanted = next == null ? wanted : next;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(String now) {
        boolean isNew = !now.equals(problem);
        problem = now;
        if (now.isEmpty()) {
            log.info(hasSucceeded ? "The changed configuration is in force" : "The driver is ready");
            hasSucceeded = true;
        } else if (isNew) {
            log.atWarn()
                    .addKeyValue("cause", now)
                    .log(hasSucceeded ? "The changed configuration is not in force yet" : "The driver is not ready");
        }
    }
}

package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.reconcile.Sleeper;
import dev.vspherecloud.reconcile.Supervisor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Watches the Lease until the leader steps down, so that a candidate takes over at once. The watch does not
/// show that a leader has stopped renewing, so the candidate goes on reading the Lease.
///
/// The watch needs the permission `watch` on this one Lease. Without that permission, a log line says so once,
/// and only the candidate's own reads remain.
///
/// Differs from client-go, which reads the Lease every retry period and no sooner.
///
/// Threads: a thread of its own watches, from the first wait to [#close]; one other thread waits and closes.
final class LeaseWatch implements LeaseWaiter {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseWatch.class);
    private static final String NAME = "lease-watch";
    private static final Duration MAX_WATCH = Duration.ofMinutes(5);

    /// The longest time without a watch event. A leader renews every few seconds. If nothing arrives for this
    /// long, the connection or the leader is dead.
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration WATCH_PAUSE = Duration.ofSeconds(2);

    /// The pause after a missing permission, which may be granted later.
    private static final Duration RETRY_WHEN_FORBIDDEN = Duration.ofMinutes(5);

    private final ApiServer server;
    private final LeaderSettings settings;
    private final Sleeper pause;
    private final Semaphore changes = new Semaphore(0);
    private final Thread watching;
    private boolean isForbiddenLogged;

    /// Creates a watch, which starts with the first wait.
    ///
    /// @param supervisor restarts the work of the thread after a failure
    LeaseWatch(ApiServer server, LeaderSettings settings, Sleeper pause, Supervisor supervisor) {
        this.server = server;
        this.settings = settings;
        this.pause = pause;
        this.watching = Thread.ofVirtual().name(NAME).unstarted(supervisor.task(NAME, NAME, this::watchForEver));
    }

    @Override
    public void await(Duration atMost) throws InterruptedException {
        if (watching.getState() == Thread.State.NEW) {
            watching.start();
        }
        if (changes.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            changes.drainPermits();
        }
    }

    private void watchForEver() {
        try {
            while (true) {
                pause.sleep(watchOnce());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Watches the Lease until the watch ends.
    ///
    /// @return the wait before the next watch
    private Duration watchOnce() throws InterruptedException {
        try (ApiStream events = server.open(call())) {
            Optional<byte[]> line = events.nextLine(READ_TIMEOUT);
            while (line.isPresent()) {
                onEvent(ApiJson.tree(line.get()));
                line = events.nextLine(READ_TIMEOUT);
            }
            return WATCH_PAUSE;
        } catch (KubeException e) {
            return switch (e.kind()) {
                case INTERRUPTED -> throw new InterruptedException(e.getMessage());
                case FORBIDDEN -> {
                    logForbidden(e);
                    yield RETRY_WHEN_FORBIDDEN;
                }
                default -> WATCH_PAUSE;
            };
        }
    }

    /// Returns the watch request. It has no resourceVersion, so that the watch begins with the current state of
    /// the Lease.
    private ApiCall call() {
        return ApiCall.get("%s?watch=true&fieldSelector=%s&timeoutSeconds=%d"
                .formatted(
                        LeaseObjects.collection(settings.namespace()),
                        ApiCall.encode("metadata.name=" + settings.name()),
                        MAX_WATCH.toSeconds()));
    }

    private void onEvent(Json event) {
        switch (event.find("type").asText()) {
            case "ADDED", "MODIFIED" -> {
                if (KubeLeases.read(event.find("object", "spec")).isFree()) {
                    changes.release();
                }
            }
            case "DELETED" -> changes.release();
            case "BOOKMARK" -> {}
            default ->
                throw new KubeException(
                        Kind.SERVER_FAILED, "the API server %s ended the watch of the lease".formatted(server.url()));
        }
    }

    private void logForbidden(KubeException e) {
        if (!isForbiddenLogged) {
            LOG.atInfo()
                    .addKeyValue("lease", settings.name())
                    .addKeyValue("period", settings.retryPeriod())
                    .addKeyValue("cause", e.getMessage())
                    .log("The Lease cannot be watched; it is read each period instead");
        }
        isForbiddenLogged = true;
    }

    @Override
    public void close() {
        watching.interrupt();
    }
}

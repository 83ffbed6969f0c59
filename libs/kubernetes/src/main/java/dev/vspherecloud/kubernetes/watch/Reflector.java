package dev.vspherecloud.kubernetes.watch;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Keeps a [Store] current: lists all objects of its collection page by page, then watches them without end.
///
/// Every failure is retried, after a second at first and with growing pauses. If the watch is too old for the
/// server (410), or if the watch was silent, the reflector lists again. The server sends a bookmark each
/// minute, so silence has one of two causes. First, the connection is dead: a load balancer that failed over to
/// another machine sends nothing to a client that only receives. Second, etcd was restored from a backup: the
/// server has an older version than the watch asks for, and sends nothing until it has caught up.
///
/// Rule from: client-go, tools/cache/reflector.go. Differs: silence ends a watch and causes a new list.
///
/// If [#run] is called again after a failure, it begins from scratch: it lists again.
///
/// Threads: [#run] has one caller, the only one to use the fields without `volatile`. [#awaitSync] and
/// [#failure] may be called from anywhere.
public final class Reflector<K, T> implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(90);
    private static final int MIN_WATCH_SECONDS = 300;
    private static final Duration MIN_PAUSE = Duration.ofMillis(100);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /// The limit of a server's `Retry-After`. If a server requested an hour, the store would get no updates for
    /// an hour.
    private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(5);

    private final ApiServer server;
    private final Store<K, T> store;
    private final Duration longestPause;
    private final Sleeper pause;
    private final RandomGenerator random;
    private final CountDownLatch synced = new CountDownLatch(1);
    private volatile @Nullable KubeException failure;
    private String version = "";
    private int failures;

    /// Creates a reflector.
    ///
    /// @param longestPause the longest pause between two attempts, before a jitter of up to a fifth is added
    public Reflector(
            ApiServer server, Store<K, T> store, Duration longestPause, Sleeper pause, RandomGenerator random) {
        this.server = server;
        this.store = store;
        this.longestPause = longestPause;
        this.pause = pause;
        this.random = random;
    }

    /// Waits until all objects have been listed once. Returns false if that took longer than `atMost`.
    public boolean awaitSync(Duration atMost) throws InterruptedException {
        return synced.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Returns true if all objects have been listed once.
    public boolean isSynced() {
        return synced.getCount() == 0;
    }

    /// Returns why the objects cannot be read at the moment; empty if they can.
    public Optional<KubeException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void run() {
        version = "";
        failures = 0;
        try {
            while (true) {
                listAndWatch();
                pause.sleep(nextPause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listAndWatch() throws InterruptedException {
        failures++;
        try {
            if (version.isEmpty()) {
                list();
            }
            watch();
        } catch (KubeException e) {
            switch (e.kind()) {
                case INTERRUPTED -> throw new InterruptedException(e.getMessage());
                case EXPIRED -> version = "";
                default -> onFailure(e);
            }
        }
    }

    /// Lists all objects once and updates the store.
    public void list() {
        Set<K> listed = new HashSet<>();
        var pages = new PagedList(server, store.path(), store.selector());
        Store.Page<T> page;
        store.onListStarted();
        do {
            page = pages.page(store.reader(), pages.answer());
            for (T object : page.objects()) {
                listed.add(store.key(object));
                store.onListed(object);
            }
        } while (pages.hasNext());
        store.retain(listed);
        version = page.version();
        LOG.atDebug()
                .addKeyValue("resource", store.name())
                .addKeyValue("count", listed.size())
                .addKeyValue("version", version)
                .log("Listed all objects");
        synced.countDown();
        onRecovered();
    }

    private void watch() throws InterruptedException {
        int seconds = MIN_WATCH_SECONDS + random.nextInt(MIN_WATCH_SECONDS);
        var call = ApiCall.get("%s?watch=true&allowWatchBookmarks=true&resourceVersion=%s&timeoutSeconds=%d%s"
                .formatted(
                        store.path(),
                        ApiCall.encode(version),
                        seconds,
                        PagedList.parameter("labelSelector", store.selector())));
        try (ApiStream events = server.open(call)) {
            onRecovered();
            while (true) {
                Optional<byte[]> line = next(events);
                if (line.isEmpty()) {
                    return;
                }
                onEvent(store.reader().event(line.get()));
                failures = 0;
            }
        }
    }

    /// Reads the next event of a watch; empty if the watch has ended. A broken or silent watch is logged at
    /// level DEBUG only, because if the next request fails as well, that failure is logged. An event that is too
    /// large is a failure at once: a watch that is resumed would end at the same event again.
    private Optional<byte[]> next(ApiStream events) throws InterruptedException {
        try {
            return events.nextLine(READ_TIMEOUT);
        } catch (KubeException e) {
            if (e.kind() == Kind.TOO_LARGE) {
                version = "";
                throw e;
            }
            if (e.kind() == Kind.TIMEOUT) {
                LOG.atDebug()
                        .addKeyValue("resource", store.name())
                        .addKeyValue("silence", READ_TIMEOUT)
                        .log("The watch sent nothing for too long; listing all objects again");
                version = "";
            } else {
                LOG.atDebug()
                        .addKeyValue("resource", store.name())
                        .addKeyValue("cause", e.getMessage())
                        .log("The watch was interrupted; resuming it");
            }
            return Optional.empty();
        }
    }

    private void onEvent(ObjectReader.Event event) {
        ObjectReader<T> reader = store.reader();
        switch (event.type()) {
            case "ADDED", "MODIFIED" -> store.onUpdated(reader.object(event.object()));
            case "DELETED" -> store.onDeleted(store.key(reader.object(event.object())));
            case "BOOKMARK" -> {}
            default -> throw error(event.object());
        }
        version = event.version().isEmpty() ? version : event.version();
    }

    private KubeException error(Json status) {
        String message = status.find("message").asText();
        return new KubeException(
                status.find("code").asLong() == 410 ? Kind.EXPIRED : Kind.SERVER_FAILED,
                "the API server %s ended the watch of %s: %s"
                        .formatted(server.url(), store.name(), message.isEmpty() ? "without a reason" : message));
    }

    /// Logs a failure once until the objects can be read again.
    private void onFailure(KubeException e) {
        if (failure == null) {
            // If the API server does not answer, only the failures of required collections are warnings; a
            // missing permission is always a warning.
            boolean isNew = store.isRequired() || e.kind() == Kind.FORBIDDEN;
            LOG.atLevel(isNew ? Level.WARN : Level.INFO)
                    .addKeyValue("resource", store.name())
                    .addKeyValue("meanwhile", store.stalenessText())
                    .addKeyValue("cause", e.getMessage())
                    .log("Cannot list or watch this resource, will try again until it works");
        } else {
            LOG.atDebug()
                    .addKeyValue("resource", store.name())
                    .addKeyValue("cause", e.getMessage())
                    .log("Still cannot list or watch this resource, will try again");
        }
        failure = e;
    }

    private void onRecovered() {
        if (failure != null) {
            LOG.atInfo().addKeyValue("resource", store.name()).log("Listing and watching this resource works again");
            failure = null;
        }
    }

    /// Returns the pause before the next attempt. A watch that ended at its timeout is resumed at once; after
    /// failures the pause grows.
    private Duration nextPause() {
        if (failures == 0) {
            return MIN_PAUSE;
        }
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
        Duration bounded = doubled.compareTo(longestPause) < 0 ? doubled : longestPause;
        Duration backoff = bounded.plusMillis(random.nextLong(bounded.toMillis() / 5));
        Duration asked = retryAfter();
        return asked.compareTo(backoff) > 0 ? asked : backoff;
    }

    /// Returns the wait that the server requested in its refusal, up to a limit.
    private Duration retryAfter() {
        KubeException refusal = failure;
        Duration asked = refusal == null ? Duration.ZERO : refusal.retryAfter();
        return asked.compareTo(MAX_RETRY_AFTER) < 0 ? asked : MAX_RETRY_AFTER;
    }
}

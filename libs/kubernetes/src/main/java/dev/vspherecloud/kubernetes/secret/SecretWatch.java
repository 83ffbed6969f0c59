package dev.vspherecloud.kubernetes.secret;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.ApiStream;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ResourceVersion;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import dev.vspherecloud.reconcile.Sleeper;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Follows one Secret, whether it exists or not, and reports its content at first and after each change.
///
/// It works in rounds of half a minute. Each round reads the Secret by its name, then watches it by its name,
/// so that a change is reported at once. The next round reports what a watch may miss: a connection that died
/// silently, or a deletion just before the watch began. That costs a GET and a watch each 30 seconds. If
/// watching is forbidden, the Secret is read each four seconds instead. Nothing is ever listed: only the
/// permissions `get` and `watch` on this one name are used, and only `get` is required.
///
/// If [#run] is called again after a failure, it begins from scratch: it reports the content again.
///
/// Threads: [#run] has one caller, which ends it by an interrupt; that thread calls the consumer, which must
/// return soon.
public final class SecretWatch implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SecretWatch.class);
    private static final Duration BUDGET = Duration.ofSeconds(10);
    private static final Duration WATCH_DURATION = Duration.ofSeconds(30);

    /// The time after the requested timeout of a watch in which the server should end it. If it does not, the
    /// connection counts as dead.
    private static final Duration GRACE = Duration.ofSeconds(5);

    /// The shortest time between the beginnings of two rounds, also after failures.
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(4);

    /// The pause after a missing permission to watch, which may be granted later.
    private static final Duration RETRY_WHEN_FORBIDDEN = Duration.ofMinutes(5);

    private final ApiServer server;
    private final SecretReader reader;
    private final String namespace;
    private final String name;
    private final Consumer<SecretReadResult> consumer;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private @Nullable SecretReadResult lastRead;
    private String newest = "";
    private long forbiddenUntil;

    public SecretWatch(KubeConnection connection, String namespace, String name, Consumer<SecretReadResult> consumer) {
        this(connection.server(), namespace, name, consumer, System::nanoTime, Sleeper.system());
    }

    SecretWatch(
            ApiServer server,
            String namespace,
            String name,
            Consumer<SecretReadResult> consumer,
            LongSupplier nanoTime,
            Sleeper pause) {
        this.server = server;
        this.reader = new SecretReader(server);
        this.namespace = namespace;
        this.name = name;
        this.consumer = consumer;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.forbiddenUntil = nanoTime.getAsLong();
    }

    @Override
    public void run() {
        lastRead = null;
        newest = "";
        try {
            while (true) {
                long next = nanoTime.getAsLong() + MIN_INTERVAL.toNanos();
                readAndWatch();
                Duration left = timeLeft(next);
                if (left.isPositive()) {
                    pause.sleep(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readAndWatch() throws InterruptedException {
        SecretReadResult read = read();
        notifyConsumer(read);
        switch (read) {
            case SecretReadResult.Found(var _, String version) -> {
                newest = version;
                watch();
            }
            case SecretReadResult.Absent _ -> watch();
            case SecretReadResult.Denied _, SecretReadResult.Unanswered _ -> {}
        }
    }

    private SecretReadResult read() throws InterruptedException {
        try {
            return reader.read(namespace, name, BUDGET);
        } catch (KubeException e) {
            throwIfInterrupted(e);
            return new SecretReadResult.Unanswered(e.getMessage());
        }
    }

    private void watch() throws InterruptedException {
        if (nanoTime.getAsLong() - forbiddenUntil < 0) {
            return;
        }
        try (ApiStream events = server.open(call())) {
            long end = nanoTime.getAsLong() + WATCH_DURATION.plus(GRACE).toNanos();
            Optional<byte[]> line = events.nextLine(timeLeft(end));
            while (line.isPresent()) {
                onEvent(ApiJson.tree(line.get()));
                line = events.nextLine(timeLeft(end));
            }
        } catch (KubeException e) {
            throwIfInterrupted(e);
            if (e.kind() == Kind.FORBIDDEN) {
                forbiddenUntil = nanoTime.getAsLong() + RETRY_WHEN_FORBIDDEN.toNanos();
            }
            LOG.atDebug()
                    .addKeyValue("secret", namespace + "/" + name)
                    .addKeyValue("cause", e.getMessage())
                    .log("The Secret cannot be watched; it is read periodically instead");
        }
    }

    private Duration timeLeft(long end) {
        return Duration.ofNanos(end - nanoTime.getAsLong());
    }

    /// Returns the watch request. It has no resourceVersion, so that the watch begins with the current state of
    /// the Secret. No change between the read and the watch is missed.
    private ApiCall call() {
        return ApiCall.get("%s?watch=true&allowWatchBookmarks=true&fieldSelector=%s&timeoutSeconds=%d"
                .formatted(
                        SecretReader.collection(namespace),
                        ApiCall.encode("metadata.name=" + name),
                        WATCH_DURATION.toSeconds()));
    }

    private void onEvent(Json event) {
        Json secret = event.find("object");
        String version = secret.find("metadata", "resourceVersion").asText();
        switch (event.find("type").asText()) {
            case "ADDED", "MODIFIED" -> {
                if (isNewer(version)) {
                    notifyConsumer(SecretReader.found(secret));
                }
            }
            case "DELETED" -> {
                if (isNewer(version)) {
                    notifyConsumer(new SecretReadResult.Absent());
                }
            }
            case "BOOKMARK" -> {}
            default ->
                throw new KubeException(
                        Kind.SERVER_FAILED,
                        "the API server %s ended the watch: %s"
                                .formatted(
                                        server.url(),
                                        secret.has("message")
                                                ? secret.find("message").asText()
                                                : "without a reason"));
        }
    }

    /// Returns true if this version is newer than the last one, and records it. A watch may begin with a state
    /// from the server's cache, which may be older than the state that was read.
    private boolean isNewer(String version) {
        if (version.equals(newest) || ResourceVersion.isNewer(newest, version)) {
            return false;
        }
        newest = version;
        return true;
    }

    private void notifyConsumer(SecretReadResult read) {
        if (!isSame(lastRead, read)) {
            lastRead = read;
            consumer.accept(read);
        }
    }

    private static boolean isSame(@Nullable SecretReadResult before, SecretReadResult read) {
        if (before instanceof SecretReadResult.Found(var _, String version)
                && read instanceof SecretReadResult.Found(var _, String now)) {
            return version.equals(now);
        }
        return read.equals(before);
    }

    private static void throwIfInterrupted(KubeException e) throws InterruptedException {
        if (e.kind() == Kind.INTERRUPTED) {
            throw new InterruptedException(e.getMessage());
        }
    }
}

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

/// Follows one Secret, whether it is there or not, and tells what it holds now: at first, and whenever that changed.
///
/// In rounds of half a minute: the Secret is read by its name, then watched by its name, so that a change is told at
/// once, and what a watch may miss (a connection that died without a word, a deletion just before it began) with the
/// next round. That costs a GET and a watch each 30 seconds. Where watching is forbidden the Secret is read each four
/// seconds instead. Nothing is ever listed: the rights `get` and `watch` on this one name are all that is used, and
/// `get` is all that is needed.
///
/// A [#run] that is called again after it failed begins from scratch: it tells again what the Secret holds.
///
/// Threads: [#run] has one caller, which ends it by an interrupt; the consumer is called by that thread and must
/// return soon.
public final class SecretWatch implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(SecretWatch.class);
    private static final Duration BUDGET = Duration.ofSeconds(10);
    private static final Duration ROUND = Duration.ofSeconds(30);

    /// How much later than asked the server may end a watch before it counts as dead.
    private static final Duration GRACE = Duration.ofSeconds(5);

    /// Rounds never begin in quicker succession, whatever fails.
    private static final Duration PACE = Duration.ofSeconds(4);

    /// A right may be given later.
    private static final Duration FORBIDDEN_FOR = Duration.ofMinutes(5);

    private final ApiServer server;
    private final SecretReader reader;
    private final String namespace;
    private final String name;
    private final Consumer<SecretReadResult> consumer;
    private final LongSupplier nanoTime;
    private final Sleeper pause;
    private @Nullable SecretReadResult told;
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
        told = null;
        newest = "";
        try {
            while (true) {
                long next = nanoTime.getAsLong() + PACE.toNanos();
                round();
                Duration left = left(next);
                if (left.isPositive()) {
                    pause.sleep(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void round() throws InterruptedException {
        SecretReadResult read = read();
        tell(read);
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
            long end = nanoTime.getAsLong() + ROUND.plus(GRACE).toNanos();
            Optional<byte[]> line = events.nextLine(left(end));
            while (line.isPresent()) {
                take(ApiJson.tree(line.get()));
                line = events.nextLine(left(end));
            }
        } catch (KubeException e) {
            throwIfInterrupted(e);
            if (e.kind() == Kind.FORBIDDEN) {
                forbiddenUntil = nanoTime.getAsLong() + FORBIDDEN_FOR.toNanos();
            }
            LOG.atDebug()
                    .addKeyValue("secret", namespace + "/" + name)
                    .addKeyValue("cause", e.getMessage())
                    .log("The Secret cannot be watched; it is read instead");
        }
    }

    private Duration left(long end) {
        return Duration.ofNanos(end - nanoTime.getAsLong());
    }

    /// Without a resourceVersion, so that it begins with the Secret as it is: nothing between the reading and the
    /// watch is missed.
    private ApiCall call() {
        return ApiCall.get("%s?watch=true&allowWatchBookmarks=true&fieldSelector=%s&timeoutSeconds=%d"
                .formatted(
                        SecretReader.collection(namespace),
                        ApiCall.encode("metadata.name=" + name),
                        ROUND.toSeconds()));
    }

    private void take(Json event) {
        Json secret = event.find("object");
        String version = secret.find("metadata", "resourceVersion").asText();
        switch (event.find("type").asText()) {
            case "ADDED", "MODIFIED" -> {
                if (isNews(version)) {
                    tell(SecretReader.found(secret));
                }
            }
            case "DELETED" -> {
                if (isNews(version)) {
                    tell(new SecretReadResult.Absent());
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

    /// A watch may begin with what its cache holds, which may be older than what was read.
    private boolean isNews(String version) {
        if (version.equals(newest) || ResourceVersion.isNewer(newest, version)) {
            return false;
        }
        newest = version;
        return true;
    }

    private void tell(SecretReadResult read) {
        if (!isSame(told, read)) {
            told = read;
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

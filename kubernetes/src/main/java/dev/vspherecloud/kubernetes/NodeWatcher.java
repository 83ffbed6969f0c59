package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.vspherecloud.domain.identity.NodeName;
import dev.vspherecloud.kubernetes.KubeException.Kind;
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

/// Keeps a [NodeStore] current: lists all Nodes page by page, then watches, for ever.
///
/// Whatever goes wrong is tried again, after a second and later up to ten; only a watch that is too old for the
/// server (410) makes it list again. The server sends a bookmark each minute, so silence means that the connection
/// is dead: a load balancer that moved to another machine tells nothing to a client that only listens.
///
/// Rule from: client-go, tools/cache/reflector.go; differs: silence ends a watch.
///
/// Threads: [#run] has one caller, the only one to use the fields without `volatile`. [#awaitSync] and [#failure]
/// may be called from anywhere.
final class NodeWatcher implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWatcher.class);

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int SHORTEST_WATCH_SECONDS = 300;
    private static final Duration BREATH = Duration.ofMillis(100);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final ApiServer server;
    private final NodeReader reader;
    private final NodeStore store;
    private final Pause pause;
    private final RandomGenerator random;
    private final CountDownLatch synced = new CountDownLatch(1);
    private volatile @Nullable KubeException failure;
    private String version = "";
    private int fruitless;

    NodeWatcher(ApiServer server, NodeStore store, Pause pause, RandomGenerator random) {
        this.server = server;
        this.reader = new NodeReader(server);
        this.store = store;
        this.pause = pause;
        this.random = random;
    }

    /// Whether all Nodes have been listed once, waiting so long for it.
    boolean awaitSync(Duration patience) throws InterruptedException {
        return synced.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /// Why the Nodes can't be read at the moment; empty when they can.
    Optional<KubeException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void run() {
        try {
            while (true) {
                listAndWatch();
                pause.await(nextPause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listAndWatch() throws InterruptedException {
        fruitless++;
        try {
            if (version.isEmpty()) {
                list();
            }
            watch();
        } catch (KubeException e) {
            switch (e.kind()) {
                case INTERRUPTED -> throw new InterruptedException(e.getMessage());
                case EXPIRED -> version = "";
                default -> report(e);
            }
        }
    }

    private void list() {
        Set<NodeName> listed = new HashSet<>();
        NodeJson.Page page;
        String next = "";
        do {
            page = reader.page(next);
            for (KnownNode node : page.nodes()) {
                listed.add(node.view().name());
                store.seen(node);
            }
            next = page.next();
        } while (!next.isEmpty());
        store.retain(listed);
        version = page.resourceVersion();
        LOG.debug("listed {} Nodes at version {}", listed.size(), version);
        synced.countDown();
        recovered();
    }

    private void watch() throws InterruptedException {
        int seconds = SHORTEST_WATCH_SECONDS + random.nextInt(SHORTEST_WATCH_SECONDS);
        var call = ApiCall.get("/api/v1/nodes?watch=true&allowWatchBookmarks=true&resourceVersion=%s&timeoutSeconds=%d"
                .formatted(ApiCall.encode(version), seconds));
        try (ApiStream events = server.open(call)) {
            recovered();
            while (true) {
                Optional<byte[]> line = next(events);
                if (line.isEmpty()) {
                    return;
                }
                take(Json.tree(line.get()));
                fruitless = 0;
            }
        }
    }

    /// A watch that breaks off or falls silent is nothing to speak of: it is resumed, and if that fails it is said.
    private static Optional<byte[]> next(ApiStream events) throws InterruptedException {
        try {
            return events.nextLine(PATIENCE);
        } catch (KubeException e) {
            LOG.debug("the watch of Nodes broke off, it is resumed: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private void take(JsonNode event) {
        JsonNode object = event.path("object");
        String type = event.path("type").asText("");
        switch (type) {
            case "ADDED", "MODIFIED" -> store.seen(node(object));
            case "DELETED" -> store.gone(node(object).view().name());
            case "BOOKMARK" -> {}
            default -> throw error(object);
        }
        version = object.path("metadata").path("resourceVersion").asText(version);
    }

    private static KnownNode node(JsonNode object) {
        return Json.convert(object, NodeJson.class).known();
    }

    private KubeException error(JsonNode status) {
        return new KubeException(
                status.path("code").asInt() == 410 ? Kind.EXPIRED : Kind.SERVER_FAILED,
                "the API server %s ended the watch of Nodes: %s"
                        .formatted(server.url(), status.path("message").asText("without a reason")));
    }

    /// Says a failure once until Nodes can be read again.
    private void report(KubeException e) {
        if (failure == null) {
            LOG.warn("reading Nodes fails, it is tried again until it works: {}", e.getMessage());
        } else {
            LOG.debug("reading Nodes still fails: {}", e.getMessage());
        }
        failure = e;
    }

    private void recovered() {
        if (failure != null) {
            LOG.info("Nodes can be read again");
            failure = null;
        }
    }

    /// Rule: a watch that ended by its time is resumed at once; what fails is left alone longer and longer, up to
    /// ten seconds and a fifth more by chance.
    private Duration nextPause() {
        if (fruitless == 0) {
            return BREATH;
        }
        Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(fruitless - 1, 10));
        Duration bounded = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
        return bounded.plusMillis(random.nextLong(bounded.toMillis() / 5));
    }
}

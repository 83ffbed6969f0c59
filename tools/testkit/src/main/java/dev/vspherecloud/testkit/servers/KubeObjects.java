package dev.vspherecloud.testkit.servers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Reads and writes objects of an API server for a test: plain JSON over REST, without the client library under test.
///
/// Paths are those of the API, as in `/api/v1/nodes/n-1`. May be used by several threads.
public final class KubeObjects implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NODES = "/api/v1/nodes";
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int PARALLEL = 32;

    private final URI server;
    private final LocalHttp http;

    KubeObjects(URI server, LocalHttp http) {
        this.server = server;
        this.http = http;
    }

    // Any object

    /// @throws KubeAnswerException also if there is no such object
    public JsonNode get(String path) {
        return call("GET", path, "", "");
    }

    public Optional<JsonNode> find(String path) {
        var answer = send("GET", path, "", "");
        return answer.statusCode() == 404 ? Optional.empty() : Optional.of(success("GET", path, answer));
    }

    /// @param path of the collection, as in `/api/v1/nodes`
    /// @param body JSON
    public JsonNode create(String path, String body) {
        return call("POST", path, "application/json", body);
    }

    public JsonNode replace(String path, String body) {
        return call("PUT", path, "application/json", body);
    }

    /// @param mergePatch JSON; null removes a field
    public JsonNode patch(String path, String mergePatch) {
        return call("PATCH", path, "application/merge-patch+json", mergePatch);
    }

    public void delete(String path) {
        call("DELETE", path, "", "");
    }

    /// @param options `DeleteOptions` as JSON
    public void delete(String path, String options) {
        call("DELETE", path, "application/json", options);
    }

    /// Deletes an object that another client may have deleted.
    ///
    /// @param options `DeleteOptions` as JSON
    public void deleteIfPresent(String path, String options) {
        var answer = send("DELETE", path, "application/json", options);
        if (answer.statusCode() != 404) {
            success("DELETE", path, answer);
        }
    }

    /// Reads the object until the condition is true. As long as there is no such object, the condition gets a missing
    /// node.
    ///
    /// @return the last read
    /// @throws ServerException if the condition is not true in time
    public JsonNode await(String path, Duration limit, Predicate<JsonNode> wanted) {
        var last = new AtomicReference<JsonNode>(MissingNode.getInstance());
        var came = Deadline.in(limit).await(PAUSE, () -> {
            last.set(find(path).orElse(MissingNode.getInstance()));
            return wanted.test(last.get());
        });
        if (!came) {
            throw new ServerException(
                    path + " was not as wanted after " + limit.toSeconds() + " s: " + orMissing(last.get()));
        }
        return last.get();
    }

    /// Waits until there is no such object.
    public void awaitGone(String path, Duration limit) {
        await(path, limit, JsonNode::isMissingNode);
    }

    private static String orMissing(JsonNode object) {
        return object.isMissingNode() ? "there is no such object" : object.toString();
    }

    /// Applies the object, as `kubectl apply --server-side` does.
    public JsonNode apply(Manifest manifest) {
        return apply(manifest, "");
    }

    /// Returns the result of [#apply] without a write.
    ///
    /// @throws KubeAnswerException if the API server rejects the object, or one of its fields is unknown
    public JsonNode dryRun(Manifest manifest) {
        return apply(manifest, "&dryRun=All");
    }

    private JsonNode apply(Manifest manifest, String more) {
        String path = ResourcePath.of(manifest, this) + "?fieldManager=test&force=true&fieldValidation=Strict" + more;
        return call(
                "PATCH", path, "application/apply-patch+yaml", manifest.json().toString());
    }

    /// Returns the user of a ServiceAccount, with a token that is valid for a day.
    public KubeUser serviceAccount(String namespace, String name) {
        String path = "/api/v1/namespaces/%s/serviceaccounts/%s/token".formatted(namespace, name);
        JsonNode request = create(path, "{\"spec\":{\"expirationSeconds\":86400}}");
        return new KubeUser(
                "system:serviceaccount:%s:%s".formatted(namespace, name),
                request.at("/status/token").asText(),
                List.of());
    }

    /// Waits until a user may do this, which is a moment after its role was written.
    ///
    /// @param user as RBAC knows it
    public void awaitRight(String user, String verb, String group, String resource, Duration limit) {
        String review = """
                {"spec": {"user": "%s", "resourceAttributes": {"verb": "%s", "group": "%s", "resource": "%s"}}}""".formatted(user, verb, group, resource);
        boolean came = Deadline.in(limit)
                .await(PAUSE, () -> create("/apis/authorization.k8s.io/v1/subjectaccessreviews", review)
                        .at("/status/allowed")
                        .asBoolean());
        if (!came) {
            throw new ServerException(
                    "%s may not %s %s.%s after %d s".formatted(user, verb, resource, group, limit.toSeconds()));
        }
    }

    /// Returns every state of the objects of a collection since a version, oldest first, as a watch shows them. The
    /// server keeps a few minutes.
    ///
    /// @param resourceVersion of the collection, from [#version]
    public List<JsonNode> statesSince(String path, String resourceVersion) {
        var watch = path + "?watch=true&timeoutSeconds=1&resourceVersion=" + resourceVersion;
        var states = new ArrayList<JsonNode>();
        for (var line : send("GET", watch, "", "").body().lines().toList()) {
            var event = parse(line);
            if (event.path("type").asText().equals("ERROR")) {
                throw new ServerException("no history of " + path + ": " + line);
            }
            states.add(event.path("object"));
        }
        return states;
    }

    /// Returns a page that is no object, such as `/metrics`, as text.
    public String page(String path) {
        var answer = send("GET", path, "", "");
        if (answer.statusCode() != 200) {
            throw new KubeAnswerException("GET " + path, answer.statusCode(), answer.body());
        }
        return answer.body();
    }

    /// Returns the present resourceVersion of a collection.
    public String version(String path) {
        return get(path).at("/metadata/resourceVersion").asText();
    }

    // Nodes

    /// Creates the Node and writes its status, as a kubelet does.
    public void createNode(NodeSpec node) {
        create(NODES, node.object());
        patch(NODES + "/" + node.name() + "/status", node.status());
    }

    /// Writes the status of the Node, and creates the Node before if there is none, as a kubelet does when it starts.
    public void putNode(NodeSpec node) {
        if (findNode(node.name()).isEmpty()) {
            create(NODES, node.object());
        }
        patch(NODES + "/" + node.name() + "/status", node.status());
    }

    /// Creates many Nodes at once; a thousand take seconds.
    public void createNodes(List<NodeSpec> nodes) {
        inParallel(nodes, this::createNode);
    }

    public JsonNode node(String name) {
        return get(NODES + "/" + name);
    }

    public Optional<JsonNode> findNode(String name) {
        return find(NODES + "/" + name);
    }

    public List<JsonNode> nodes() {
        return items(get(NODES));
    }

    public JsonNode patchNode(String name, String mergePatch) {
        return patch(NODES + "/" + name, mergePatch);
    }

    public void deleteNode(String name) {
        delete(NODES + "/" + name);
    }

    /// Deletes all Nodes of the cluster.
    public void deleteNodes() {
        delete(NODES);
    }

    /// Reads the Nodes until the condition holds; the more Nodes there are, the less often, because each read
    /// takes a part of the machine from the program.
    ///
    /// @return the last read
    /// @throws ServerException if it does not hold in time
    public List<JsonNode> awaitNodes(Duration limit, Predicate<List<JsonNode>> wanted) {
        var last = new ArrayList<JsonNode>();
        Duration pause = PAUSE.multipliedBy(1 + nodes().size() / 100);
        var came = Deadline.in(limit).await(pause, () -> {
            last.clear();
            last.addAll(nodes());
            return wanted.test(last);
        });
        if (!came) {
            throw new ServerException(
                    "the " + last.size() + " Nodes were not as wanted after " + limit + "; the first is "
                            + (last.isEmpty() ? "missing" : last.getFirst().toString()));
        }
        return List.copyOf(last);
    }

    /// Reads the Node until it exists and the condition holds.
    ///
    /// @return the last read
    /// @throws ServerException if it does not hold in time
    public JsonNode awaitNode(String name, Duration limit, Predicate<JsonNode> wanted) {
        return await(NODES + "/" + name, limit, node -> !node.isMissingNode() && wanted.test(node));
    }

    /// The Events about a Node in namespace `default`, oldest first.
    public List<JsonNode> eventsOf(String node) {
        return eventsOf("default", "Node", node);
    }

    /// The Events about a Lease, oldest first.
    public List<JsonNode> eventsOfLease(String namespace, String name) {
        return eventsOf(namespace, "Lease", name);
    }

    private List<JsonNode> eventsOf(String namespace, String kind, String name) {
        return items(get("/api/v1/namespaces/" + namespace + "/events?fieldSelector=involvedObject.kind%3D" + kind
                + "%2CinvolvedObject.name%3D" + name));
    }

    // Namespaces and Secrets

    public void createNamespace(String name) {
        create("/api/v1/namespaces", "{\"metadata\":{\"name\":\"" + name + "\"}}");
    }

    /// Creates the Secret, or replaces it.
    public void putSecret(String namespace, String name, Map<String, String> values) {
        var secret = JSON.createObjectNode();
        secret.putObject("metadata").put("name", name).put("namespace", namespace);
        var data = secret.putObject("data");
        values.forEach((key, value) ->
                data.put(key, Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
        var path = secret(namespace, name);
        if (find(path).isPresent()) {
            replace(path, secret.toString());
        } else {
            create("/api/v1/namespaces/" + namespace + "/secrets", secret.toString());
        }
    }

    /// Gives the Secret another resourceVersion and no other value.
    public void touchSecret(String namespace, String name) {
        var annotations = JSON.createObjectNode();
        annotations.putObject("metadata").putObject("annotations").put("touched", Long.toString(System.nanoTime()));
        patch(secret(namespace, name), annotations.toString());
    }

    public void deleteSecret(String namespace, String name) {
        delete(secret(namespace, name));
    }

    private static String secret(String namespace, String name) {
        return "/api/v1/namespaces/" + namespace + "/secrets/" + name;
    }

    // Leases

    public Optional<JsonNode> findLease(String namespace, String name) {
        return find(lease(namespace, name));
    }

    /// Creates a Lease with this holder, or renews it.
    ///
    /// @param renewTime by the clock of the holder
    public void renewLease(String namespace, String name, String holder, Instant renewTime) {
        var lease = JSON.createObjectNode();
        lease.putObject("metadata").put("name", name).put("namespace", namespace);
        lease.putObject("spec")
                .put("holderIdentity", holder)
                .put("leaseDurationSeconds", 40)
                .put("renewTime", MICROS.format(renewTime));
        if (findLease(namespace, name).isPresent()) {
            patch(lease(namespace, name), lease.toString());
        } else {
            create("/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases", lease.toString());
        }
    }

    public void deleteLease(String namespace, String name) {
        delete(lease(namespace, name));
    }

    private static String lease(String namespace, String name) {
        return "/apis/coordination.k8s.io/v1/namespaces/" + namespace + "/leases/" + name;
    }

    boolean isReady() {
        return http.isOk(server.resolve("/readyz"));
    }

    boolean hasNamespace(String name) {
        return http.isOk(server.resolve("/api/v1/namespaces/" + name));
    }

    @Override
    public void close() {
        http.close();
    }

    private static List<JsonNode> items(JsonNode list) {
        var items = new ArrayList<JsonNode>();
        list.path("items").forEach(items::add);
        return items;
    }

    private JsonNode call(String method, String path, String contentType, String body) {
        return success(method, path, send(method, path, contentType, body));
    }

    private HttpResponse<String> send(String method, String path, String contentType, String body) {
        try {
            return http.send(method, server.resolve(path), contentType, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode success(String method, String path, HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw new KubeAnswerException(method + " " + path, answer.statusCode(), answer.body());
        }
        return parse(answer.body());
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> void inParallel(List<T> all, Consumer<T> action) {
        var permits = new Semaphore(PARALLEL);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = executor.invokeAll(
                    all.stream().map(one -> limited(permits, one, action)).toList());
            for (Future<Void> future : futures) {
                future.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while writing to the API server", e);
        } catch (ExecutionException e) {
            throw new ServerException("writing to the API server failed", e);
        }
    }

    private static <T> Callable<@org.jspecify.annotations.Nullable Void> limited(
            Semaphore permits, T one, Consumer<T> action) {
        return () -> {
            permits.acquire();
            try {
                action.accept(one);
                return null;
            } finally {
                permits.release();
            }
        };
    }
}

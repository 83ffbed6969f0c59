package dev.vspherecloud.csi.cluster.topology;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.csi.cluster.call.PatchRefusal;
import dev.vspherecloud.csi.cluster.call.RecordDefinitionResult;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.watch.Reflector;
import dev.vspherecloud.reconcile.Sleeper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Watches the `CSINodeTopology` objects, and answers them.
///
/// The definition has no status subresource, so an answer changes the object itself.
///
/// Rule from: csi 2.5, csi-production 1.3; vsphere-csi-driver, pkg/internalapis/cnsoperator/csinodetopology.
///
/// Threads: [#watch] has one caller, which ends it by an interrupt. Everything else may be called from anywhere.
public final class KubeNodeTopologies {
    private static final String DEFINITION = "csinodetopologies.cns.vmware.com";
    private static final String FILE = "csinodetopologies.json";
    private static final Duration MAX_PAUSE = Duration.ofSeconds(10);

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final PatchRefusal patches;
    private final NodeTopologyStore store;
    private final Reflector<String, NodeTopologyObject> reflector;

    /// Creates the object; it reads nothing yet.
    ///
    /// @param onChanged called when an object has changed; must not block
    public KubeNodeTopologies(ApiServer server, LongSupplier nanoTime, Runnable onChanged) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.patches = new PatchRefusal(nanoTime);
        this.store = new NodeTopologyStore(_ -> onChanged.run());
        this.reflector = new Reflector<>(server, store, MAX_PAUSE, Sleeper.system(), RandomGenerator.getDefault());
    }

    /// Creates the definition of the objects if it does not exist.
    ///
    /// @param budget how long the requests may take together
    public RecordDefinitionResult ensureDefinition(Duration budget) {
        return ObjectCalls.begin(server, nanoTime, budget).ensureDefinition(DEFINITION, definition());
    }

    /// Keeps the objects current, until the thread is interrupted.
    public void watch() {
        reflector.run();
    }

    /// Returns the objects as they were read last.
    public List<NodeTopologyObject> all() {
        return store.keys().stream().flatMap(name -> store.find(name).stream()).toList();
    }

    /// Answers with labels.
    ///
    /// @return why the answer was not written; empty if it was
    public Optional<String> succeed(NodeTopologyObject object, Map<String, String> labels, Duration budget) {
        Json list = Json.items(
                List.copyOf(new TreeMap<>(labels).entrySet()),
                label -> Json.object().with("key", label.getKey()).with("value", label.getValue()));
        return write(
                object,
                Json.object()
                        .with("status", NodeTopologyStore.SUCCESS)
                        .with("topologyLabels", list)
                        .with("errorMessage", ""),
                budget);
    }

    /// Answers that there are no labels.
    ///
    /// @return why the answer was not written; empty if it was
    public Optional<String> fail(NodeTopologyObject object, String message, Duration budget) {
        return write(
                object,
                Json.object()
                        .with("status", NodeTopologyStore.ERROR)
                        .with("topologyLabels", Json.items(List.of()))
                        .with("errorMessage", message),
                budget);
    }

    /// Writes the status, unless the object has changed meanwhile.
    private Optional<String> write(NodeTopologyObject object, Json status, Duration budget) {
        Json.Members patch = Json.object()
                .with(
                        "metadata",
                        Json.object().with("uid", object.uid()).with("resourceVersion", object.resourceVersion()))
                .with("status", status);
        return switch (ObjectCalls.begin(server, nanoTime, budget)
                .change(ApiCall.path(NodeTopologyStore.PATH, object.name()), patch, patches)) {
            case CallResult.Done(Json written) -> {
                store.written(NodeTopologyStore.read(written));
                yield Optional.empty();
            }
            case CallResult.NotDone failed -> Optional.of(failed.problem());
        };
    }

    /// Returns the definition of the objects, as JSON.
    static String definition() {
        try (InputStream file = Objects.requireNonNull(KubeNodeTopologies.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

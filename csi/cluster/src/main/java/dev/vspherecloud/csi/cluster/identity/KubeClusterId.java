package dev.vspherecloud.csi.cluster.identity;

import dev.vspherecloud.csi.cluster.call.CallResult;
import dev.vspherecloud.csi.cluster.call.ObjectCalls;
import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The ConfigMap with the cluster id, in the namespace of the driver. It is immutable, and vsphere-csi-driver (Go)
/// reads and creates the same.
///
/// Rule from: csi 2.3.
///
/// Threads: may be used from anywhere.
public final class KubeClusterId {
    private static final String NAME = "vsphere-csi-cluster-id";
    private static final String KEY = "clusterID";

    private final ApiServer server;
    private final LongSupplier nanoTime;
    private final String collection;
    private final String namespace;

    /// Creates the adapter.
    ///
    /// @param namespace the namespace of the driver
    public KubeClusterId(ApiServer server, LongSupplier nanoTime, String namespace) {
        this.server = server;
        this.nanoTime = nanoTime;
        this.namespace = namespace;
        this.collection = ApiCall.path("/api/v1/namespaces", namespace, "configmaps");
    }

    /// Reads the ConfigMap.
    ///
    /// @param budget how long the request may take
    public ClusterIdReadResult read(Duration budget) {
        return read(ObjectCalls.begin(server, nanoTime, budget));
    }

    /// Returns the cluster id; empty if there is none, or if it cannot be read.
    ///
    /// @param budget how long the request may take
    public Optional<String> find(Duration budget) {
        return read(budget) instanceof ClusterIdReadResult.Present(String id) ? Optional.of(id) : Optional.empty();
    }

    private ClusterIdReadResult read(ObjectCalls calls) {
        return switch (calls.send(ApiCall.get(ApiCall.path(collection, NAME)))) {
            case CallResult.Done(Json object) ->
                new ClusterIdReadResult.Present(object.find("data", KEY).asText());
            case CallResult.ObjectMissing _ -> new ClusterIdReadResult.Absent();
            case CallResult.NotDone failed -> new ClusterIdReadResult.Unread(failed.problem());
        };
    }

    /// Creates the ConfigMap. If another process was first, or if no answer arrives, the ConfigMap is read.
    ///
    /// @param id     the cluster id, in a valid form
    /// @param budget how long the requests may take together
    public ClusterIdWriteResult create(String id, Duration budget) {
        ObjectCalls calls = ObjectCalls.begin(server, nanoTime, budget);
        return switch (calls.send(ApiCall.post(collection, configMap(id).toString()))) {
            case CallResult.Done _ -> new ClusterIdWriteResult.Created(id);
            case CallResult.Conflict(String problem) ->
                read(calls) instanceof ClusterIdReadResult.Present(String present)
                        ? new ClusterIdWriteResult.Existed(present)
                        : new ClusterIdWriteResult.Failed(problem);
            case CallResult.Unanswered(String problem) ->
                read(calls) instanceof ClusterIdReadResult.Present(String present)
                        ? written(id, present)
                        : new ClusterIdWriteResult.Failed(problem);
            case CallResult.NotDone failed -> new ClusterIdWriteResult.Failed(failed.problem());
        };
    }

    private static ClusterIdWriteResult written(String id, String present) {
        return present.equals(id) ? new ClusterIdWriteResult.Created(id) : new ClusterIdWriteResult.Existed(present);
    }

    private Json configMap(String id) {
        return Json.object()
                .with("apiVersion", "v1")
                .with("kind", "ConfigMap")
                .with("metadata", Json.object().with("name", NAME).with("namespace", namespace))
                .with("immutable", true)
                .with("data", Json.object().with(KEY, id));
    }
}

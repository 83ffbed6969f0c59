package dev.vspherecloud.kubernetes.lease;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import java.time.Duration;
import java.util.Optional;

/// Reads and writes one Lease of coordination.k8s.io/v1 as the whole object, so that a write keeps the fields of
/// others.
///
/// Throws [KubeException] if the API server refuses, or does not answer in time.
public final class LeaseObjects {
    private final ApiServer server;
    private final String namespace;
    private final String name;
    private final String collectionPath;
    private final String objectPath;

    public LeaseObjects(ApiServer server, String namespace, String name) {
        this.server = server;
        this.namespace = namespace;
        this.name = name;
        this.collectionPath = collection(namespace);
        this.objectPath = ApiCall.path(collectionPath, name);
    }

    /// Returns the path of the Leases of a namespace.
    static String collection(String namespace) {
        return ApiCall.path("/apis/coordination.k8s.io/v1/namespaces", namespace, "leases");
    }

    /// Reads the Lease; empty if it does not exist.
    public Optional<Json.Members> read(Duration budget) {
        ApiCall call = ApiCall.get(objectPath);
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200 -> Optional.of(object(answer));
            case 404 -> Optional.empty();
            default -> throw server.failure(call, answer);
        };
    }

    public static String version(Json lease) {
        return lease.find("metadata", "resourceVersion").asText();
    }

    /// Returns a new Lease that is not sent yet.
    public Json.Members newLease() {
        return Json.object()
                .with("apiVersion", "coordination.k8s.io/v1")
                .with("kind", "Lease")
                .with("metadata", Json.object().with("namespace", namespace).with("name", name));
    }

    /// Creates the Lease; empty if another process created it first.
    public Optional<Json.Members> create(Json.Members lease, Duration budget) {
        ApiCall call = ApiCall.post(collectionPath, lease.toString());
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200, 201 -> Optional.of(object(answer));
            case 409 -> Optional.empty();
            default -> throw server.failure(call, answer);
        };
    }

    /// Replaces the Lease; empty if the Lease has changed since it was read, by its resourceVersion.
    public Optional<Json.Members> replace(Json.Members lease, Duration budget) {
        ApiCall call = ApiCall.put(objectPath, lease.toString());
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200, 201 -> Optional.of(object(answer));
            case 404, 409 -> Optional.empty();
            default -> throw server.failure(call, answer);
        };
    }

    /// Returns true if the Lease names this identity as its holder.
    public static boolean isHeldBy(Json.Members lease, String identity) {
        return KubeLeases.read(lease.find("spec")).isHeldBy(identity);
    }

    /// Returns true if the process that acquired the Lease last was one of this project, and not another program with
    /// the same Lease. A release of this project that left no mark counts as another program.
    public static boolean isLastTermOurs(Json.Members lease) {
        return KubeLeases.isLastTermOurs(lease);
    }

    private Json.Members object(ApiAnswer answer) {
        if (answer.json() instanceof Json.Members lease) {
            return lease;
        }
        throw new KubeException(
                KubeException.Kind.SERVER_FAILED,
                "the API server %s returned an object that is not a Lease".formatted(server.url()));
    }
}

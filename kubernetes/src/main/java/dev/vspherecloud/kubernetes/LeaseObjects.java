package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;

/// One Lease of coordination.k8s.io/v1, as the whole object: what others keep in it must survive our writes.
///
/// Throws [KubeException] when the API server refuses, or gives no answer in time.
final class LeaseObjects {
    private final ApiServer server;
    private final String namespace;
    private final String name;
    private final String all;
    private final String one;

    LeaseObjects(ApiServer server, String namespace, String name) {
        this.server = server;
        this.namespace = namespace;
        this.name = name;
        this.all = collection(namespace);
        this.one = ApiCall.path(all, name);
    }

    /// Where all Leases of a namespace are.
    static String collection(String namespace) {
        return ApiCall.path("/apis/coordination.k8s.io/v1/namespaces", namespace, "leases");
    }

    /// Empty when there is none.
    Optional<ObjectNode> read(Duration budget) {
        ApiCall call = ApiCall.get(one);
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200 -> Optional.of(object(answer));
            case 404 -> Optional.empty();
            default -> throw server.refusal(call, answer);
        };
    }

    static String version(ObjectNode lease) {
        return lease.path("metadata").path("resourceVersion").asText("");
    }

    /// A new one, not sent yet.
    ObjectNode fresh() {
        ObjectNode lease =
                Json.object().put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.putObject("metadata").put("namespace", namespace).put("name", name);
        return lease;
    }

    /// Empty when somebody else made it first.
    Optional<ObjectNode> create(ObjectNode lease, Duration budget) {
        ApiCall call = ApiCall.post(all, lease.toString());
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200, 201 -> Optional.of(object(answer));
            case 409 -> Optional.empty();
            default -> throw server.refusal(call, answer);
        };
    }

    /// Empty when it is no more what was read, by its resourceVersion.
    Optional<ObjectNode> replace(ObjectNode lease, Duration budget) {
        ApiCall call = ApiCall.put(one, lease.toString());
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200, 201 -> Optional.of(object(answer));
            case 404, 409 -> Optional.empty();
            default -> throw server.refusal(call, answer);
        };
    }

    private ObjectNode object(ApiAnswer answer) {
        if (answer.json() instanceof ObjectNode lease) {
            return lease;
        }
        throw new KubeException(
                KubeException.Kind.SERVER_FAILED, "the API server %s answered with no Lease".formatted(server.url()));
    }
}

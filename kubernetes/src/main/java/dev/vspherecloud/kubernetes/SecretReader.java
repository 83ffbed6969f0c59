package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/// Reads Secrets by name, which is the only right it needs: it never lists or watches.
///
/// Threads: may be used from anywhere.
public final class SecretReader {
    private final ApiServer server;

    public SecretReader(KubeConnection connection) {
        this(connection.server());
    }

    SecretReader(ApiServer server) {
        this.server = server;
    }

    /// Asks the API server each time. Throws [KubeException] when it gives no answer.
    public SecretRead read(String namespace, String name) {
        ApiCall call = ApiCall.get(ApiCall.path("/api/v1/namespaces", namespace, "secrets", name));
        ApiAnswer answer = server.call(call);
        return switch (answer.status()) {
            case 200 -> found(answer.json());
            case 404 -> new SecretRead.Absent();
            case 403 -> new SecretRead.Denied(answer.message());
            default -> throw server.refusal(call, answer);
        };
    }

    private static SecretRead found(JsonNode secret) {
        Map<String, byte[]> data = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry : secret.path("data").properties()) {
            data.put(entry.getKey(), Base64.getDecoder().decode(entry.getValue().asText("")));
        }
        return new SecretRead.Found(
                data, secret.path("metadata").path("resourceVersion").asText(""));
    }
}

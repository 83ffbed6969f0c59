package dev.vspherecloud.kubernetes.secret;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/// Reads Secrets by name. It needs only the permission `get`: it never lists or watches. [SecretWatch] follows
/// changes of one Secret.
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

    /// Reads the Secret from the API server, without a cache. Throws [KubeException] if the API server does not
    /// answer.
    ///
    /// @param budget how long the request may take
    public SecretReadResult read(String namespace, String name, Duration budget) {
        ApiCall call = ApiCall.get(ApiCall.path(collection(namespace), name));
        ApiAnswer answer = server.call(call, budget);
        return switch (answer.status()) {
            case 200 -> found(answer.json());
            case 404 -> new SecretReadResult.Absent();
            case 403 -> new SecretReadResult.Denied(answer.message());
            default -> throw server.failure(call, answer);
        };
    }

    static String collection(String namespace) {
        return ApiCall.path("/api/v1/namespaces", namespace, "secrets");
    }

    static SecretReadResult.Found found(Json secret) {
        Map<String, byte[]> data = new HashMap<>();
        secret.find("data").members().forEach((key, value) -> data.put(key, decoded(value.asText())));
        return new SecretReadResult.Found(
                data, secret.find("metadata", "resourceVersion").asText());
    }

    /// Decodes base64. The JDK's own message quotes the value that it could not decode, so neither that message
    /// nor the cause is kept.
    private static byte[] decoded(String value) {
        try {
            return Base64.getDecoder().decode(value);
        } catch (IllegalArgumentException e) {
            throw new KubeException(
                    KubeException.Kind.SERVER_FAILED,
                    "the API server returned a Secret whose data is not base64; check that the URL is that of an"
                            + " API server");
        }
    }
}

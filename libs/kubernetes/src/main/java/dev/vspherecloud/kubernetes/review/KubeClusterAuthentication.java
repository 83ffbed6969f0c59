package dev.vspherecloud.kubernetes.review;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiJson;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// Reads the ConfigMap in which the API server publishes the CA certificates that it trusts for clients and
/// front proxies. The permission `get` on that one ConfigMap is enough; nothing is listed or watched.
///
/// Form: kubernetes, controlplane/controller/clusterauthenticationtrust: certificates as PEM, lists as JSON.
///
/// Threads: may be used from anywhere.
public final class KubeClusterAuthentication {
    private static final String PATH = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";

    private final ApiServer server;

    public KubeClusterAuthentication(KubeConnection connection) {
        this(connection.server());
    }

    KubeClusterAuthentication(ApiServer server) {
        this.server = server;
    }

    /// Reads the ConfigMap. Throws [KubeException] if it cannot be read within ten seconds, or is not valid.
    public ExtensionAuthentication read() {
        ApiCall call = ApiCall.get(PATH);
        ApiAnswer answer = server.call(call, ApiServer.REVIEW_BUDGET);
        return switch (answer.status()) {
            case 200 -> published(answer.json().find("data"));
            case 404 -> ExtensionAuthentication.NONE;
            default -> throw server.failure(call, answer);
        };
    }

    private static ExtensionAuthentication published(Json data) {
        return new ExtensionAuthentication(
                pem(data, "client-ca-file"),
                pem(data, "requestheader-client-ca-file"),
                list(data, "requestheader-allowed-names"),
                list(data, "requestheader-username-headers"),
                list(data, "requestheader-uid-headers"),
                list(data, "requestheader-group-headers"),
                list(data, "requestheader-extra-headers-prefix"));
    }

    private static Optional<String> pem(Json data, String key) {
        return Optional.of(data.find(key).asText()).filter(text -> !text.isBlank());
    }

    private static List<String> list(Json data, String key) {
        String text = data.find(key).asText();
        return text.isEmpty() ? List.of() : SubjectJson.texts(ApiJson.tree(text.getBytes(StandardCharsets.UTF_8)));
    }
}

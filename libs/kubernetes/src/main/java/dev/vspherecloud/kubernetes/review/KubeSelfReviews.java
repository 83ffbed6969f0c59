package dev.vspherecloud.kubernetes.review;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;

/// Creates SelfSubjectAccessReviews, which ask the API server what the user of this connection may do. The API
/// server stores nothing, and every authenticated user may create them.
///
/// Threads: may be used from anywhere.
public final class KubeSelfReviews {
    private static final String PATH = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private final ApiServer server;

    public KubeSelfReviews(KubeConnection connection) {
        this.server = connection.server();
    }

    /// Returns true if the user has this right. Throws [KubeException] if there is no response within ten
    /// seconds.
    public boolean isAllowed(AccessRight right) {
        ApiCall call = ApiCall.post(PATH, request(right));
        ApiAnswer answer = server.call(call, ApiServer.REVIEW_BUDGET);
        return switch (answer.status()) {
            case 200, 201 -> {
                Json status = answer.json().find("status");
                yield status.find("allowed").asFlag() && !status.find("denied").asFlag();
            }
            default -> throw server.failure(call, answer);
        };
    }

    private static String request(AccessRight right) {
        String[] parts = right.resource().split("/", 2);
        Json.Members attributes = Json.object()
                .with("verb", right.verb())
                .with("group", right.group())
                .with("resource", parts[0])
                .with("subresource", parts.length == 2 ? parts[1] : "")
                .with("namespace", right.namespace())
                .with("name", right.name());
        return Json.object()
                .with("apiVersion", "authorization.k8s.io/v1")
                .with("kind", "SelfSubjectAccessReview")
                .with("spec", Json.object().with("resourceAttributes", attributes))
                .toString();
    }
}

package dev.vspherecloud.kubernetes.review;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;

/// Creates SubjectAccessReviews, which ask the API server if a user may access a path. The rules are the
/// `nonResourceURLs` of ClusterRoles.
///
/// Rule from: apiserver, plugin/pkg/authorizer/webhook.
///
/// Threads: may be used from anywhere.
public final class KubeAccessReviews {
    private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private final ApiServer server;

    public KubeAccessReviews(KubeConnection connection) {
        this(connection.server().forServingClients());
    }

    KubeAccessReviews(ApiServer server) {
        this.server = server;
    }

    /// Returns the decision about one request. Throws [KubeException] if there is no response within ten
    /// seconds.
    ///
    /// @param verb the HTTP method of the request in lower case
    public AccessReviewStatus review(Subject subject, String verb, String path) {
        ApiCall call = ApiCall.post(PATH, request(subject, verb, path));
        ApiAnswer answer = server.call(call, ApiServer.REVIEW_BUDGET);
        return switch (answer.status()) {
            case 200, 201 -> read(answer.json().find("status"));
            default -> throw server.failure(call, answer);
        };
    }

    private static String request(Subject subject, String verb, String path) {
        Json.Members page = Json.object().with("path", path).with("verb", verb);
        return Json.object()
                .with("apiVersion", "authorization.k8s.io/v1")
                .with("kind", "SubjectAccessReview")
                .with("spec", SubjectJson.spec(subject).with("nonResourceAttributes", page))
                .toString();
    }

    /// Reads the decision. If the response both allows and denies, the request is denied.
    private static AccessReviewStatus read(Json status) {
        boolean allowed = status.find("allowed").asFlag();
        boolean denied = status.find("denied").asFlag();
        return new AccessReviewStatus(allowed && !denied, status.find("reason").asText());
    }
}

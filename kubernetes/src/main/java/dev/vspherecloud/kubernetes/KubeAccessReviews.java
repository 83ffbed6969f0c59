package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.serving.auth.AccessReviews;
import dev.vspherecloud.serving.auth.ClusterAnswer;
import dev.vspherecloud.serving.auth.User;

/// Has the API server say whether somebody may see a page, by its rules for paths (`nonResourceURLs` of a ClusterRole).
///
/// Rule from: apiserver, plugin/pkg/authorizer/webhook.
///
/// Threads: may be used from anywhere.
public final class KubeAccessReviews implements AccessReviews {
    private static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private final ApiServer server;

    public KubeAccessReviews(KubeConnection connection) {
        this(connection.server().forVisitors());
    }

    KubeAccessReviews(ApiServer server) {
        this.server = server;
    }

    @Override
    public ClusterAnswer<Verdict> review(User user, String verb, String path) throws InterruptedException {
        ApiCall call = ApiCall.post(PATH, request(user, verb, path));
        return DelegatedCall.ask(server, call, answer -> switch (answer.status()) {
            case 200, 201 -> verdict(answer.json().path("status"));
            default -> throw server.refusal(call, answer);
        });
    }

    private static String request(User user, String verb, String path) {
        ObjectNode review =
                Json.object().put("apiVersion", "authorization.k8s.io/v1").put("kind", "SubjectAccessReview");
        ObjectNode spec = review.putObject("spec");
        SubjectJson.write(user, spec);
        spec.putObject("nonResourceAttributes").put("path", path).put("verb", verb);
        return review.toString();
    }

    /// Who is allowed and denied at once is denied.
    private static Verdict verdict(JsonNode status) {
        boolean allowed = status.path("allowed").asBoolean(false);
        boolean denied = status.path("denied").asBoolean(false);
        return allowed && !denied
                ? new Verdict.Allowed()
                : new Verdict.Denied(status.path("reason").asText(""));
    }
}

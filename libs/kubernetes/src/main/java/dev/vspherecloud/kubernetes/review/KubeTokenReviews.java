package dev.vspherecloud.kubernetes.review;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.util.Optional;

/// Has the API server say whose a token is.
///
/// No audience is asked for, so a token counts that was made for the API server itself, as those of every service
/// account are unless it was told otherwise.
///
/// Rule from: apiserver, plugin/pkg/authenticator/token/webhook.
///
/// Threads: may be used from anywhere.
public final class KubeTokenReviews {
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

    private final ApiServer server;

    public KubeTokenReviews(KubeConnection connection) {
        this(connection.server().forVisitors());
    }

    KubeTokenReviews(ApiServer server) {
        this.server = server;
    }

    /// Throws [KubeException] when there is no answer within ten seconds.
    ///
    /// @param token never logged
    /// @return empty when it is nobody's, or over
    public Optional<Subject> review(String token) {
        ApiCall call = ApiCall.post(PATH, request(token));
        ApiAnswer answer = server.call(call, ApiServer.REVIEW_BUDGET);
        return switch (answer.status()) {
            case 200, 201 -> user(answer.json().find("status"));
            default -> throw server.refusal(call, answer);
        };
    }

    private static String request(String token) {
        return Json.object()
                .with("apiVersion", "authentication.k8s.io/v1")
                .with("kind", "TokenReview")
                .with("spec", Json.object().with("token", token))
                .toString();
    }

    private static Optional<Subject> user(Json status) {
        return status.find("authenticated").asFlag()
                ? Optional.of(SubjectJson.read(status.find("user")))
                : Optional.empty();
    }
}

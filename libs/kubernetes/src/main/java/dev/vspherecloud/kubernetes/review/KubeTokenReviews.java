package dev.vspherecloud.kubernetes.review;

import dev.vspherecloud.json.Json;
import dev.vspherecloud.kubernetes.ApiAnswer;
import dev.vspherecloud.kubernetes.ApiCall;
import dev.vspherecloud.kubernetes.ApiServer;
import dev.vspherecloud.kubernetes.access.KubeConnection;
import java.util.Optional;

/// Creates TokenReviews, which ask the API server which user a token belongs to.
///
/// The review names no audience, so a token counts if it was issued for the API server itself. Tokens of
/// service accounts are, unless they were requested with another audience.
///
/// Rule from: apiserver, plugin/pkg/authenticator/token/webhook.
///
/// Threads: may be used from anywhere.
public final class KubeTokenReviews {
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

    private final ApiServer server;

    public KubeTokenReviews(KubeConnection connection) {
        this(connection.server().forServingClients());
    }

    KubeTokenReviews(ApiServer server) {
        this.server = server;
    }

    /// Returns the user of a token. Throws [KubeException] if there is no response within ten seconds.
    ///
    /// @param token the token; it is never logged
    /// @return the user; empty if the token belongs to no user, or has expired
    public Optional<Subject> review(String token) {
        ApiCall call = ApiCall.post(PATH, request(token));
        ApiAnswer answer = server.call(call, ApiServer.REVIEW_BUDGET);
        return switch (answer.status()) {
            case 200, 201 -> user(answer.json().find("status"));
            default -> throw server.failure(call, answer);
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

package dev.vspherecloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.vspherecloud.serving.auth.ClusterAnswer;
import dev.vspherecloud.serving.auth.TokenReviews;
import dev.vspherecloud.serving.auth.User;
import java.util.Optional;

/// Has the API server say whose a token is.
///
/// No audience is asked for, so a token counts that was made for the API server itself, as those of every service
/// account are unless it was told otherwise.
///
/// Rule from: apiserver, plugin/pkg/authenticator/token/webhook.
///
/// Threads: may be used from anywhere.
public final class KubeTokenReviews implements TokenReviews {
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

    private final ApiServer server;

    public KubeTokenReviews(KubeConnection connection) {
        this(connection.server().forVisitors());
    }

    KubeTokenReviews(ApiServer server) {
        this.server = server;
    }

    @Override
    public ClusterAnswer<Optional<User>> review(String token) throws InterruptedException {
        ApiCall call = ApiCall.post(PATH, request(token));
        return DelegatedCall.ask(server, call, answer -> switch (answer.status()) {
            case 200, 201 -> user(answer.json().path("status"));
            default -> throw server.refusal(call, answer);
        });
    }

    private static String request(String token) {
        ObjectNode review =
                Json.object().put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenReview");
        review.putObject("spec").put("token", token);
        return review.toString();
    }

    private static Optional<User> user(JsonNode status) {
        return status.path("authenticated").asBoolean(false)
                ? Optional.of(SubjectJson.read(status.path("user")))
                : Optional.empty();
    }
}

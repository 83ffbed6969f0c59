package dev.vspherecloud.kubernetes.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vspherecloud.kubernetes.DatabindJson;
import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubeAccessReviewsTest {
    private final ScriptedApi api = new ScriptedApi();
    private final KubeAccessReviews reviews = new KubeAccessReviews(api.server(ManualTime.endless()));

    @Test
    void reviewsAPathAndNotAResource() {
        api.answers(201, "{\"status\":{\"allowed\":true}}");
        var anna = new Subject("anna", "1", List.of("dev", "ops"), Map.of("acme.io/scopes", List.of("read", "write")));

        assertThat(reviews.review(anna, "get", "/metrics")).isEqualTo(new AccessReviewStatus(true, ""));
        assertThat(api.calls()).singleElement().satisfies(call -> {
            assertThat(call).hasToString("POST /apis/authorization.k8s.io/v1/subjectaccessreviews");
            assertThat(DatabindJson.tree(call.body().getBytes(StandardCharsets.UTF_8)))
                    .isEqualTo(DatabindJson.tree("""
                            {"apiVersion":"authorization.k8s.io/v1","kind":"SubjectAccessReview","spec":{
                            "user":"anna","uid":"1","groups":["dev","ops"],"extra":{"acme.io/scopes":["read","write"]},
                            "nonResourceAttributes":{"path":"/metrics","verb":"get"}}}""".getBytes(StandardCharsets.UTF_8)));
        });
    }

    @Test
    void everyAnswerExceptAllowedIsDenied() {
        api.answers(201, "{\"status\":{\"allowed\":false,\"reason\":\"not on Fridays\"}}")
                .answers(201, "{\"status\":{\"allowed\":true,\"denied\":true}}")
                .answers(201, "{}");

        assertThat(review()).isEqualTo(new AccessReviewStatus(false, "not on Fridays"));
        assertThat(review()).isEqualTo(new AccessReviewStatus(false, ""));
        assertThat(review()).isEqualTo(new AccessReviewStatus(false, ""));
    }

    @Test
    void distinguishesAMissingPermissionFromOtherFailures() {
        api.answers(403, "{\"message\":\"subjectaccessreviews is forbidden\"}").answers(500, "sorry");

        assertThatThrownBy(this::review).isInstanceOfSatisfying(KubeException.class, e -> assertThat(e.kind())
                .isEqualTo(KubeException.Kind.FORBIDDEN));
        assertThatThrownBy(this::review).isInstanceOfSatisfying(KubeException.class, e -> assertThat(e.kind())
                .isEqualTo(KubeException.Kind.SERVER_FAILED));
    }

    private AccessReviewStatus review() {
        var anonymous = new Subject("system:anonymous", "", List.of("system:unauthenticated"), Map.of());
        return reviews.review(anonymous, "get", "/metrics");
    }
}

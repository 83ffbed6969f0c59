package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.serving.auth.AccessReviews.Verdict;
import dev.vspherecloud.serving.auth.ClusterAnswer;
import dev.vspherecloud.serving.auth.User;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubeAccessReviewsTest {
    private final ScriptedApi api = new ScriptedApi();
    private final KubeAccessReviews reviews = new KubeAccessReviews(api.server(ManualTime.endless()));

    @Test
    void asksForAPathAndNotForAResource() throws InterruptedException {
        api.answers(201, "{\"status\":{\"allowed\":true}}");
        var anna = new User("anna", "1", List.of("dev", "ops"), Map.of("acme.io/scopes", List.of("read", "write")));

        assertThat(reviews.review(anna, "get", "/metrics")).isEqualTo(new ClusterAnswer.Given<>(new Verdict.Allowed()));
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
    void whatIsNotAllowedIsDenied() throws InterruptedException {
        api.answers(201, "{\"status\":{\"allowed\":false,\"reason\":\"not on Fridays\"}}")
                .answers(201, "{\"status\":{\"allowed\":true,\"denied\":true}}")
                .answers(201, "{}");

        assertThat(review()).isEqualTo(new ClusterAnswer.Given<>(new Verdict.Denied("not on Fridays")));
        assertThat(review()).isEqualTo(new ClusterAnswer.Given<>(new Verdict.Denied("")));
        assertThat(review()).isEqualTo(new ClusterAnswer.Given<>(new Verdict.Denied("")));
    }

    @Test
    void aMissingRightIsToldFromOtherFailures() throws InterruptedException {
        api.answers(403, "{\"message\":\"subjectaccessreviews is forbidden\"}").answers(500, "sorry");

        assertThat(review()).isInstanceOfSatisfying(ClusterAnswer.None.class, none -> assertThat(none.missingRight())
                .isTrue());
        assertThat(review()).isInstanceOfSatisfying(ClusterAnswer.None.class, none -> assertThat(none.missingRight())
                .isFalse());
    }

    private ClusterAnswer<Verdict> review() throws InterruptedException {
        return reviews.review(User.ANONYMOUS, "get", "/metrics");
    }
}

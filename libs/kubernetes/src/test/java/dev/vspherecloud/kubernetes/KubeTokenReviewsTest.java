package dev.vspherecloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.serving.auth.ClusterAnswer;
import dev.vspherecloud.serving.auth.User;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KubeTokenReviewsTest {
    private final ScriptedApi api = new ScriptedApi();
    private final KubeTokenReviews reviews = new KubeTokenReviews(api.server(ManualTime.endless()));

    @Test
    void tellsWhoseATokenIs() throws InterruptedException {
        api.answers(201, """
                {"status":{"authenticated":true,"user":{"username":"anna","uid":"1","groups":["dev","ops"],
                "extra":{"acme.io/scopes":["read"]}}}}""");

        assertThat(reviews.review("abc"))
                .isEqualTo(new ClusterAnswer.Given<>(Optional.of(
                        new User("anna", "1", List.of("dev", "ops"), Map.of("acme.io/scopes", List.of("read"))))));
        assertThat(api.calls()).singleElement().satisfies(call -> {
            assertThat(call).hasToString("POST /apis/authentication.k8s.io/v1/tokenreviews");
            assertThat(call.body())
                    .isEqualTo(
                            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{\"token\":\"abc\"}}");
        });
    }

    @Test
    void nobodysTokenIsUnknown() throws InterruptedException {
        api.answers(201, "{\"status\":{\"error\":\"invalid bearer token\"}}");

        assertThat(reviews.review("abc")).isEqualTo(new ClusterAnswer.Given<>(Optional.empty()));
    }

    @Test
    void aMissingRightIsToldFromOtherFailures() throws InterruptedException {
        api.answers(403, "{\"message\":\"tokenreviews is forbidden\"}")
                .answers(404, "no such API")
                .answers(200, "<html>")
                .fails(KubeException.Kind.UNREACHABLE);

        assertThat(reviews.review("s3cret")).isInstanceOfSatisfying(ClusterAnswer.None.class, none -> {
            assertThat(none.missingRight()).isTrue();
            assertThat(none.why()).contains("tokenreviews is forbidden").doesNotContain("s3cret");
        });
        for (int i = 0; i < 3; i++) {
            assertThat(reviews.review("s3cret")).isInstanceOfSatisfying(ClusterAnswer.None.class, none -> {
                assertThat(none.missingRight()).isFalse();
                assertThat(none.why()).doesNotContain("s3cret");
            });
        }
    }

    @Test
    void aServerThatIsBusyIsAskedAgainForTenSeconds() throws InterruptedException {
        api.answers(ScriptedApi.later(429, 4))
                .answers(ScriptedApi.later(429, 4))
                .answers(ScriptedApi.later(429, 4));

        assertThat(reviews.review("abc")).isInstanceOf(ClusterAnswer.None.class);
        assertThat(api.calls()).hasSize(3);
    }
}

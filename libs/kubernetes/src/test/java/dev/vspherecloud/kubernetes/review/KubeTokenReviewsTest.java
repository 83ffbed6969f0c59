package dev.vspherecloud.kubernetes.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.ManualTime;
import dev.vspherecloud.kubernetes.ScriptedApi;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KubeTokenReviewsTest {
    private final ScriptedApi api = new ScriptedApi();
    private final KubeTokenReviews reviews = new KubeTokenReviews(api.server(ManualTime.endless()));

    @Test
    void readsTheUserOfAToken() {
        api.answers(201, """
                {"status":{"authenticated":true,"user":{"username":"anna","uid":"1","groups":["dev","ops"],
                "extra":{"acme.io/scopes":["read"]}}}}""");

        assertThat(reviews.review("abc"))
                .contains(new Subject("anna", "1", List.of("dev", "ops"), Map.of("acme.io/scopes", List.of("read"))));
        assertThat(api.calls()).singleElement().satisfies(call -> {
            assertThat(call).hasToString("POST /apis/authentication.k8s.io/v1/tokenreviews");
            assertThat(call.body())
                    .isEqualTo(
                            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{\"token\":\"abc\"}}");
        });
    }

    @Test
    void anInvalidTokenHasNoUser() {
        api.answers(201, "{\"status\":{\"error\":\"invalid bearer token\"}}");

        assertThat(reviews.review("abc")).isEmpty();
    }

    @Test
    void distinguishesAMissingPermissionFromOtherFailures() {
        api.answers(403, "{\"message\":\"tokenreviews is forbidden\"}")
                .answers(404, "no such API")
                .answers(200, "<html>")
                .fails(Kind.UNREACHABLE);

        KubeException forbidden = failure();
        assertThat(forbidden.kind()).isEqualTo(Kind.FORBIDDEN);
        assertThat(forbidden).hasMessageContaining("tokenreviews is forbidden");
        assertThat(forbidden.getMessage()).doesNotContain("s3cret");
        for (Kind kind : List.of(Kind.REJECTED, Kind.SERVER_FAILED, Kind.UNREACHABLE)) {
            KubeException failure = failure();
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure.getMessage()).doesNotContain("s3cret");
        }
    }

    private KubeException failure() {
        return catchThrowableOfType(KubeException.class, () -> reviews.review("s3cret"));
    }

    @Test
    void aBusyServerIsRetriedForTenSeconds() {
        api.answers(ScriptedApi.later(429, 4))
                .answers(ScriptedApi.later(429, 4))
                .answers(ScriptedApi.later(429, 4));

        assertThat(failure().kind()).isEqualTo(Kind.OVERLOADED);
        assertThat(api.calls()).hasSize(3);
    }
}

package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthorizationTest {
    private static final User ANNA = new User("anna", "", List.of("system:authenticated"), Map.of());
    private static final User ADMIN = new User("root", "", List.of("system:masters"), Map.of());
    private static final Duration ALLOWED = Duration.ofSeconds(20);
    private static final Duration DENIED = Duration.ofSeconds(10);
    private static final AuthorizationSettings SETTINGS =
            new AuthorizationSettings(Optional.empty(), List.of("/healthz", "/readyz", "/livez"), ALLOWED, DENIED);

    private final List<String> reviewed = new ArrayList<>();
    private final ManualNanos time = new ManualNanos();
    private ReviewResult<AccessReviews.Verdict> verdict =
            new ReviewResult.Answered<>(new AccessReviews.Verdict.Allowed());
    private final Authorization authorization = new Authorization(SETTINGS, Optional.of(this::review), time);

    private ReviewResult<AccessReviews.Verdict> review(User user, String verb, String path) {
        reviewed.add("%s %s %s".formatted(user.name(), verb, path));
        return verdict;
    }

    @Test
    void aReviewHasTheMethodInLowerCase() throws InterruptedException {
        assertThat(decide(ANNA, "/metrics")).isEqualTo(new AccessDecision.Granted(ANNA));
        assertThat(reviewed).containsExactly("anna get /metrics");
    }

    @Test
    void aDenialNamesTheUserAndThePath() throws InterruptedException {
        verdict = new ReviewResult.Answered<>(new AccessReviews.Verdict.Denied(""));
        assertThat(decide(ANNA, "/metrics"))
                .isEqualTo(new AccessDecision.Forbidden(ANNA, "forbidden: User \"anna\" cannot get path \"/metrics\""));

        verdict = new ReviewResult.Answered<>(new AccessReviews.Verdict.Denied("not on Fridays"));
        assertThat(decide(ANNA, "/configz"))
                .isEqualTo(new AccessDecision.Forbidden(
                        ANNA, "forbidden: User \"anna\" cannot get path \"/configz\": not on Fridays"));
    }

    @Test
    @Conforms("I20")
    void alwaysAllowedPathsNeedNoReview() throws InterruptedException {
        verdict = new ReviewResult.None<>("away", false);

        for (String path : List.of("/healthz", "/readyz", "/livez")) {
            assertThat(decide(User.ANONYMOUS, path)).isEqualTo(new AccessDecision.Granted(User.ANONYMOUS));
        }
        assertThat(reviewed).isEmpty();
    }

    @Test
    void systemMastersNeedNoReview() throws InterruptedException {
        verdict = new ReviewResult.None<>("away", false);

        assertThat(decide(ADMIN, "/metrics")).isEqualTo(new AccessDecision.Granted(ADMIN));
        assertThat(reviewed).isEmpty();
    }

    @Test
    @Conforms("I21")
    void aMissingAnswerGivesNoPermissionAndIsNotCached() throws InterruptedException {
        verdict = new ReviewResult.None<>("away", false);

        assertThat(decide(ANNA, "/metrics")).isEqualTo(new AccessDecision.Undecided("away"));
        assertThat(decide(ANNA, "/metrics")).isEqualTo(new AccessDecision.Undecided("away"));
        assertThat(reviewed).hasSize(2);
    }

    @Test
    @Conforms("I22")
    void aPathThatTheFlagsAllowNeedsNoCluster() throws InterruptedException {
        var settings = new AuthorizationSettings(Optional.empty(), List.of("/metrics"), ALLOWED, DENIED);
        var open = new Authorization(settings, Optional.of((_, _, _) -> new ReviewResult.None<>("away", false)), time);

        assertThat(open.decide(User.ANONYMOUS, TestRequestAttributes.to("/metrics")))
                .isInstanceOf(AccessDecision.Granted.class);
    }

    @Test
    void withoutPermissionReviewsAreRare() throws InterruptedException {
        verdict = new ReviewResult.None<>("forbidden", true);
        for (int i = 0; i < 100; i++) {
            assertThat(decide(ANNA, "/metrics")).isEqualTo(new AccessDecision.Undecided("forbidden"));
        }
        assertThat(reviewed).hasSize(1);

        time.pass(ReviewAvailability.RETRY_AFTER);
        verdict = new ReviewResult.Answered<>(new AccessReviews.Verdict.Allowed());

        assertThat(decide(ANNA, "/metrics")).isInstanceOf(AccessDecision.Granted.class);
    }

    @Test
    void withoutAClusterOnlyAlwaysAllowedPathsAreAllowed() throws InterruptedException {
        var alone = new Authorization(SETTINGS, Optional.empty(), time);

        assertThat(alone.decide(ANNA, TestRequestAttributes.to("/metrics")))
                .isInstanceOf(AccessDecision.Forbidden.class);
        assertThat(alone.decide(ANNA, TestRequestAttributes.to("/healthz"))).isInstanceOf(AccessDecision.Granted.class);
    }

    @Test
    void allowedAndDeniedAreCachedForDifferentTimes() throws InterruptedException {
        decide(ANNA, "/metrics");
        verdict = new ReviewResult.Answered<>(new AccessReviews.Verdict.Denied(""));
        decide(ANNA, "/configz");
        time.pass(DENIED);
        decide(ANNA, "/metrics");
        decide(ANNA, "/configz");

        assertThat(reviewed).containsExactly("anna get /metrics", "anna get /configz", "anna get /configz");

        time.pass(ALLOWED.minus(DENIED));
        assertThat(decide(ANNA, "/metrics")).isInstanceOf(AccessDecision.Forbidden.class);
    }

    @Test
    void anotherGroupNeedsAnotherReview() throws InterruptedException {
        decide(ANNA, "/metrics");
        decide(new User("anna", "", List.of(), Map.of()), "/metrics");

        assertThat(reviewed).hasSize(2);
    }

    @Test
    void longPathsAreNotCached() throws InterruptedException {
        String longPath = "/" + "x".repeat(2000);
        decide(ANNA, longPath);
        decide(ANNA, longPath);

        assertThat(reviewed).hasSize(2);
    }

    private AccessDecision decide(User user, String path) throws InterruptedException {
        return authorization.decide(user, TestRequestAttributes.to(path));
    }
}

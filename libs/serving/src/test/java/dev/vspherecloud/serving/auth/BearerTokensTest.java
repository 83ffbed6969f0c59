package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokensTest {
    private static final User ANNA = new User("anna", "1", List.of("dev"), Map.of());
    private static final Duration TTL = Duration.ofSeconds(10);

    private final List<String> reviewed = new ArrayList<>();
    private final ManualNanos time = new ManualNanos();
    private ReviewResult<Optional<User>> verdict = new ReviewResult.Answered<>(Optional.of(ANNA));
    private final BearerTokens tokens = tokens(TTL);

    private BearerTokens tokens(Duration ttl) {
        return new BearerTokens(
                token -> {
                    reviewed.add(token);
                    return verdict;
                },
                ttl,
                time);
    }

    @Test
    void aTokenReviewReturnsTheUser() throws InterruptedException {
        assertThat(tokens.authenticate(TestRequestAttributes.bearing("abc")))
                .isEqualTo(new AuthenticationResult.Valid(ANNA));
        assertThat(reviewed).containsExactly("abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Bearer  abc", "Basic YTpi", "abc"})
    void otherAuthorizationHeadersAreNotReviewed(String header) throws InterruptedException {
        RequestAttributes requestAttributes = TestRequestAttributes.with(Map.of("authorization", List.of(header)));

        assertThat(tokens.authenticate(requestAttributes)).isEqualTo(new AuthenticationResult.Absent());
        assertThat(reviewed).isEmpty();
    }

    @Test
    void theSchemeBearerIsCaseInsensitive() throws InterruptedException {
        RequestAttributes requestAttributes =
                TestRequestAttributes.with(Map.of("authorization", List.of(" bEARER abc ")));

        assertThat(tokens.authenticate(requestAttributes)).isEqualTo(new AuthenticationResult.Valid(ANNA));
    }

    @Test
    void aTokenIsReviewedOnceWithinTheTtl() throws InterruptedException {
        tokens.authenticate(TestRequestAttributes.bearing("abc"));
        time.pass(TTL.minusNanos(1));
        tokens.authenticate(TestRequestAttributes.bearing("abc"));

        assertThat(reviewed).containsExactly("abc");

        time.pass(Duration.ofNanos(1));
        tokens.authenticate(TestRequestAttributes.bearing("abc"));
        tokens.authenticate(TestRequestAttributes.bearing("xyz"));

        assertThat(reviewed).containsExactly("abc", "abc", "xyz");
    }

    @Test
    void anInvalidTokenIsCachedToo() throws InterruptedException {
        verdict = new ReviewResult.Answered<>(Optional.empty());

        assertThat(tokens.authenticate(TestRequestAttributes.bearing("abc")))
                .isEqualTo(new AuthenticationResult.Invalid("the API server does not accept the bearer token"));
        tokens.authenticate(TestRequestAttributes.bearing("abc"));

        assertThat(reviewed).hasSize(1);
    }

    @Test
    void withoutATtlEachRequestIsReviewed() throws InterruptedException {
        BearerTokens uncached = tokens(Duration.ZERO);
        uncached.authenticate(TestRequestAttributes.bearing("abc"));
        uncached.authenticate(TestRequestAttributes.bearing("abc"));

        assertThat(reviewed).hasSize(2);
    }

    @Test
    void aFailedReviewIsInvalidAndIsRepeated() throws InterruptedException {
        verdict = new ReviewResult.None<>("away", false);

        assertThat(tokens.authenticate(TestRequestAttributes.bearing("abc")))
                .isEqualTo(new AuthenticationResult.Invalid("the TokenReview of the bearer token failed: away"));
        verdict = new ReviewResult.Answered<>(Optional.of(ANNA));
        assertThat(tokens.authenticate(TestRequestAttributes.bearing("abc")))
                .isEqualTo(new AuthenticationResult.Valid(ANNA));
    }

    @Test
    void withoutPermissionReviewsAreRare() throws InterruptedException {
        verdict = new ReviewResult.None<>("forbidden", true);
        for (int i = 0; i < 100; i++) {
            assertThat(tokens.authenticate(TestRequestAttributes.bearing("abc" + i)))
                    .isInstanceOf(AuthenticationResult.Invalid.class);
        }
        assertThat(reviewed).hasSize(1);

        time.pass(ReviewAvailability.RETRY_AFTER);
        verdict = new ReviewResult.Answered<>(Optional.of(ANNA));

        assertThat(tokens.authenticate(TestRequestAttributes.bearing("abc")))
                .isEqualTo(new AuthenticationResult.Valid(ANNA));
    }

    @Test
    void anInvalidResultDoesNotQuoteTheToken() throws InterruptedException {
        verdict = new ReviewResult.Answered<>(Optional.empty());

        assertThat(tokens.authenticate(TestRequestAttributes.bearing("s3cret")).toString())
                .doesNotContain("s3cret");
        assertThat(TestRequestAttributes.bearing("s3cret").toString()).doesNotContain("s3cret");
    }
}

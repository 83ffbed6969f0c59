package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DelegatedAccessFilterTest {
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final RequestHeaderSettings HEADERS = new RequestHeaderSettings(
            Optional.empty(), List.of(), List.of("x-remote-user"), List.of(), List.of("x-remote-group"), List.of());
    private static final ServerIdentity ROOT =
            ServerIdentity.certificateAuthority("Root").generate();
    private static final ServerIdentity ANNA =
            ServerIdentity.forHosts("anna").commonName("anna").signedBy(ROOT).generate();

    private final ManualNanos nanoTime = new ManualNanos();
    private ReviewResult<ClusterAuthenticationConfig> published = new ReviewResult.None<>("forbidden", true);
    private final ClusterClientCa trust = new ClusterClientCa(() -> published, new ManualNanos());

    @Test
    @Conforms("I18")
    void aRequestWithoutCredentialsIsForbidden() throws InterruptedException {
        assertThat(filter(true).admit(TestRequestAttributes.to("/metrics")))
                .isEqualTo(new AccessDecision.Forbidden(
                        User.ANONYMOUS, "forbidden: User \"system:anonymous\" cannot get path \"/metrics\""));
    }

    @Test
    @Conforms("I17 I19")
    void aRequestWithoutCredentialsMayReadTheProbes() throws InterruptedException {
        assertThat(filter(false).admit(TestRequestAttributes.to("/healthz")))
                .isInstanceOf(AccessDecision.Granted.class);
    }

    @Test
    void withoutReviewsAllRequestsAreAnonymous() throws InterruptedException {
        var withoutReviews = new DelegatedAccessFilter.Cluster(Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(filter(withoutReviews, false).admit(TestRequestAttributes.bearing("abc")))
                .isInstanceOf(AccessDecision.Forbidden.class);
        assertThat(filter(withoutReviews, false).admit(TestRequestAttributes.withCertificates(ANNA)))
                .isInstanceOf(AccessDecision.Forbidden.class);
    }

    @Test
    void aPathThatIsAlwaysAllowedNeedsNoReviewOfTheToken() throws InterruptedException {
        var hanging = new DelegatedAccessFilter.Cluster(
                Optional.of(token -> {
                    throw new AssertionError("asks about " + token);
                }),
                Optional.empty(),
                Optional.empty());

        assertThat(filter(hanging, true)
                        .admit(TestRequestAttributes.to("/healthz", TestRequestAttributes.bearing("wrong"))))
                .isInstanceOf(AccessDecision.Granted.class);
    }

    @Test
    void anUnknownTokenIsUnauthenticated() throws InterruptedException {
        assertThat(filter(true).admit(TestRequestAttributes.bearing("wrong")))
                .isEqualTo(new AccessDecision.Unauthenticated());
    }

    /// Made-up tokens cause no more reviews than this, and those who have been reviewed go on.
    @Test
    void tooManyTokensAreRefusedUntilTimeHasPassed() throws InterruptedException {
        DelegatedAccessFilter filter = filter(true);
        assertThat(filter.admit(TestRequestAttributes.bearing("good"))).isInstanceOf(AccessDecision.Granted.class);
        for (int n = 2; n < ReviewLimit.BURST; n++) {
            assertThat(filter.admit(TestRequestAttributes.bearing("wrong-" + n)))
                    .isEqualTo(new AccessDecision.Unauthenticated());
        }

        assertThat(filter.admit(TestRequestAttributes.bearing("another"))).isEqualTo(new AccessDecision.Busy());
        assertThat(filter.admit(TestRequestAttributes.bearing("good"))).isInstanceOf(AccessDecision.Granted.class);
        nanoTime.pass(ReviewLimit.PERIOD);
        assertThat(filter.admit(TestRequestAttributes.bearing("another")))
                .isEqualTo(new AccessDecision.Unauthenticated());
        assertThat(filter.admit(TestRequestAttributes.to("/other"))).isEqualTo(new AccessDecision.Busy());
    }

    @Test
    void aCertificateWithoutAKnownCaIsToleratedIfConfigured() throws InterruptedException {
        trust.refresh();

        assertThat(filter(true).admit(TestRequestAttributes.withCertificates(ANNA)))
                .isInstanceOf(AccessDecision.Forbidden.class);
        assertThat(filter(false).admit(TestRequestAttributes.withCertificates(ANNA)))
                .isEqualTo(new AccessDecision.Unauthenticated());
    }

    @Test
    void aTokenCountsBesideACertificateWithoutAKnownCa() throws InterruptedException {
        trust.refresh();
        RequestAttributes requestAttributes =
                TestRequestAttributes.with(Map.of("authorization", List.of("Bearer good")), ANNA);

        assertThat(filter(false).admit(requestAttributes)).isInstanceOf(AccessDecision.Granted.class);
    }

    @Test
    void aCertificateOfThePublishedCaIsAuthenticated() throws InterruptedException {
        published = new ReviewResult.Answered<>(
                new ClusterAuthenticationConfig(Optional.of(ROOT.certificatePem()), Optional.empty(), HEADERS));
        trust.refresh();

        assertThat(filter(false).admit(TestRequestAttributes.withCertificates(ANNA)))
                .isInstanceOfSatisfying(
                        AccessDecision.Forbidden.class,
                        refused -> assertThat(refused.user().name()).isEqualTo("anna"));
    }

    /// Returns a filter of a cluster in which `bert` has the token `good` and is the only user with access.
    private DelegatedAccessFilter filter(boolean tolerant) {
        var bert = new User("bert", "", List.of(), Map.of());
        var cluster = new DelegatedAccessFilter.Cluster(
                Optional.of(token -> token.equals("good")
                        ? new ReviewResult.Answered<>(Optional.of(bert))
                        : new ReviewResult.Answered<>(Optional.empty())),
                Optional.of((user, _, _) -> user.name().equals("bert")
                        ? new ReviewResult.Answered<>(new AccessReviews.Verdict.Allowed())
                        : new ReviewResult.Answered<>(new AccessReviews.Verdict.Denied(""))),
                Optional.of(trust));
        return filter(cluster, tolerant);
    }

    private DelegatedAccessFilter filter(DelegatedAccessFilter.Cluster cluster, boolean tolerant) {
        return DelegatedAccessFilter.of(
                new AuthenticationSettings(Optional.empty(), false, tolerant, TTL, Optional.empty(), HEADERS),
                new AuthorizationSettings(Optional.empty(), List.of("/healthz"), TTL, TTL),
                cluster,
                nanoTime,
                ManualClock.started());
    }
}

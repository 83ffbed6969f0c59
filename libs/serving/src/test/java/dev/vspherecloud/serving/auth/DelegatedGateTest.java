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

class DelegatedGateTest {
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final RequestHeaderSettings HEADERS = new RequestHeaderSettings(
            Optional.empty(), List.of(), List.of("x-remote-user"), List.of(), List.of("x-remote-group"), List.of());
    private static final ServerIdentity ROOT = ServerIdentity.authority("Root").generate();
    private static final ServerIdentity ANNA =
            ServerIdentity.forHosts("anna").commonName("anna").signedBy(ROOT).generate();

    private ClusterAnswer<PublishedAuthentication> published = new ClusterAnswer.None<>("forbidden", true);
    private final PublishedTrust trust = new PublishedTrust(() -> published, new ManualNanos());

    @Test
    @Conforms("I18")
    void whoShowsNothingIsForbiddenWhatHasToBeAllowed() throws InterruptedException {
        assertThat(gate(true).admit(Visits.to("/metrics")))
                .isEqualTo(new Admission.Forbidden(
                        User.ANONYMOUS, "forbidden: User \"system:anonymous\" cannot get path \"/metrics\""));
    }

    @Test
    @Conforms("I17 I19")
    void whoShowsNothingSeesTheProbes() throws InterruptedException {
        assertThat(gate(false).admit(Visits.to("/healthz"))).isInstanceOf(Admission.Granted.class);
    }

    @Test
    void whoShowsNothingIsNotAskedAboutWhenNobodyCanBeAsked() throws InterruptedException {
        var nobody = new DelegatedGate.Cluster(Optional.empty(), Optional.empty(), Optional.empty());

        assertThat(gate(nobody, false).admit(Visits.bearing("abc"))).isInstanceOf(Admission.Forbidden.class);
        assertThat(gate(nobody, false).admit(Visits.showing(ANNA))).isInstanceOf(Admission.Forbidden.class);
    }

    @Test
    void anUnknownTokenIsTurnedAwayEvenFromWhatEverybodyMaySee() throws InterruptedException {
        assertThat(gate(true).admit(Visits.to("/healthz", Visits.bearing("wrong"))))
                .isEqualTo(new Admission.Unauthenticated());
    }

    @Test
    void aCertificateThatNobodyCanJudgeIsToleratedOrNot() throws InterruptedException {
        trust.look();

        assertThat(gate(true).admit(Visits.showing(ANNA))).isInstanceOf(Admission.Forbidden.class);
        assertThat(gate(false).admit(Visits.showing(ANNA))).isEqualTo(new Admission.Unauthenticated());
    }

    @Test
    void aTokenCountsAlsoBesideACertificateThatNobodyCanJudge() throws InterruptedException {
        trust.look();
        Visit visit = Visits.with(Map.of("authorization", List.of("Bearer good")), ANNA);

        assertThat(gate(false).admit(visit)).isInstanceOf(Admission.Granted.class);
    }

    @Test
    void aCertificateOfThePublishedAuthorityProvesWhoItNames() throws InterruptedException {
        published = new ClusterAnswer.Given<>(
                new PublishedAuthentication(Optional.of(ROOT.certificatePem()), Optional.empty(), HEADERS));
        trust.look();

        assertThat(gate(false).admit(Visits.showing(ANNA)))
                .isInstanceOfSatisfying(
                        Admission.Forbidden.class,
                        refused -> assertThat(refused.user().name()).isEqualTo("anna"));
    }

    /// Where `bert` has the token `good` and is the only one who may see what.
    private DelegatedGate gate(boolean tolerant) {
        var bert = new User("bert", "", List.of(), Map.of());
        var cluster = new DelegatedGate.Cluster(
                Optional.of(token -> token.equals("good")
                        ? new ClusterAnswer.Given<>(Optional.of(bert))
                        : new ClusterAnswer.Given<>(Optional.empty())),
                Optional.of((user, _, _) -> user.name().equals("bert")
                        ? new ClusterAnswer.Given<>(new AccessReviews.Verdict.Allowed())
                        : new ClusterAnswer.Given<>(new AccessReviews.Verdict.Denied(""))),
                Optional.of(trust));
        return gate(cluster, tolerant);
    }

    private static DelegatedGate gate(DelegatedGate.Cluster cluster, boolean tolerant) {
        return DelegatedGate.of(
                new AuthenticationSettings(Optional.empty(), false, tolerant, TTL, Optional.empty(), HEADERS),
                new AuthorizationSettings(Optional.empty(), List.of("/healthz"), TTL, TTL),
                cluster,
                new ManualNanos(),
                ManualClock.started());
    }
}

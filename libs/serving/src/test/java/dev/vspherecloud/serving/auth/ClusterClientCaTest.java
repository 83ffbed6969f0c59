package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterClientCaTest {
    private static final ServerIdentity ROOT = ServerIdentity.authority("Root").generate();
    private static final ServerIdentity OTHER =
            ServerIdentity.authority("Other").generate();
    private static final ReviewResult<ClusterAuthenticationConfig> AWAY = new ReviewResult.None<>("away", false);

    private ReviewResult<ClusterAuthenticationConfig> answer = AWAY;
    private final ClusterClientCa trust = new ClusterClientCa(() -> answer, new ManualNanos());

    @Test
    void isReadAgainEachMinute() throws InterruptedException {
        answer = published(ROOT.certificatePem());

        assertThat(trust.look()).isEqualTo(ClusterClientCa.PERIOD);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
        answer = published(OTHER.certificatePem());
        trust.look();
        assertThat(trust.clients().certificates()).containsExactly(OTHER.certificate());
    }

    @Test
    void namesTheFrontProxies() throws InterruptedException {
        var headers = new RequestHeaderSettings(
                Optional.empty(), List.of("proxy"), List.of("X-User"), List.of(), List.of(), List.of());
        answer = new ReviewResult.Given<>(
                new ClusterAuthenticationConfig(Optional.empty(), Optional.of(ROOT.certificatePem()), headers));
        trust.look();

        assertThat(trust.proxies().clientCaBundle().certificates()).containsExactly(ROOT.certificate());
        assertThat(trust.proxies().headers()).isEqualTo(headers);
        assertThat(trust.clients()).isEqualTo(ClientCaBundle.NONE);
    }

    @Test
    void whatWasReadStaysWhenItCanNotBeReadAnyMore() throws InterruptedException {
        answer = published(ROOT.certificatePem());
        trust.look();
        answer = AWAY;

        assertThat(trust.look()).isEqualTo(ClusterClientCa.AFTER_FAILURE);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
        answer = published("no certificate");
        assertThat(trust.look()).isEqualTo(ClusterClientCa.PERIOD);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
    }

    @Test
    void whereTheRightIsMissingItIsReadRarely() throws InterruptedException {
        answer = new ReviewResult.None<>("forbidden", true);

        assertThat(trust.look()).isEqualTo(ReviewAvailability.REST);
    }

    @Test
    void asLongAsNothingWasReadACertificateProvesNobody() throws InterruptedException {
        trust.look();

        assertThat(trust.examine(Visits.showing(ROOT))).isInstanceOf(AuthenticationResult.Invalid.class);
        assertThat(trust.examine(Visits.bearing("abc"))).isEqualTo(new AuthenticationResult.Absent());

        answer = new ReviewResult.Given<>(ClusterAuthenticationConfig.NOTHING);
        trust.look();
        assertThat(trust.examine(Visits.showing(ROOT))).isEqualTo(new AuthenticationResult.Absent());
    }

    private static ReviewResult<ClusterAuthenticationConfig> published(String clients) {
        return new ReviewResult.Given<>(new ClusterAuthenticationConfig(
                Optional.of(clients), Optional.empty(), ClusterAuthenticationConfig.NOTHING.headers()));
    }
}

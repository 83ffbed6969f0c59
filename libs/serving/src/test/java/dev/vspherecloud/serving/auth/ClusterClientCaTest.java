package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterClientCaTest {
    private static final ServerIdentity ROOT =
            ServerIdentity.certificateAuthority("Root").generate();
    private static final ServerIdentity OTHER =
            ServerIdentity.certificateAuthority("Other").generate();
    private static final ReviewResult<ClusterAuthenticationConfig> AWAY = new ReviewResult.None<>("away", false);

    private ReviewResult<ClusterAuthenticationConfig> answer = AWAY;
    private final ClusterClientCa trust = new ClusterClientCa(() -> answer, new ManualNanos());

    @Test
    void isReadAgainEachMinute() throws InterruptedException {
        answer = published(ROOT.certificatePem());

        assertThat(trust.refresh()).isEqualTo(ClusterClientCa.PERIOD);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
        answer = published(OTHER.certificatePem());
        trust.refresh();
        assertThat(trust.clients().certificates()).containsExactly(OTHER.certificate());
    }

    @Test
    void readsTheFrontProxySettings() throws InterruptedException {
        var headers = new RequestHeaderSettings(
                Optional.empty(), List.of("proxy"), List.of("X-User"), List.of(), List.of(), List.of());
        answer = new ReviewResult.Answered<>(
                new ClusterAuthenticationConfig(Optional.empty(), Optional.of(ROOT.certificatePem()), headers));
        trust.refresh();

        assertThat(trust.proxies().clientCaBundle().certificates()).containsExactly(ROOT.certificate());
        assertThat(trust.proxies().headers()).isEqualTo(headers);
        assertThat(trust.clients()).isEqualTo(ClientCaBundle.NONE);
    }

    @Test
    void theLastCertificatesStayIfTheyAreUnreadable() throws InterruptedException {
        answer = published(ROOT.certificatePem());
        trust.refresh();
        answer = AWAY;

        assertThat(trust.refresh()).isEqualTo(ClusterClientCa.AFTER_FAILURE);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
        answer = published("no certificate");
        assertThat(trust.refresh()).isEqualTo(ClusterClientCa.PERIOD);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
    }

    @Test
    void withoutPermissionReadsAreRare() throws InterruptedException {
        answer = new ReviewResult.None<>("forbidden", true);

        assertThat(trust.refresh()).isEqualTo(ReviewAvailability.RETRY_AFTER);
    }

    @Test
    void beforeTheFirstReadACertificateIsInvalid() throws InterruptedException {
        trust.refresh();

        assertThat(trust.examine(TestRequestAttributes.withCertificates(ROOT)))
                .isInstanceOf(AuthenticationResult.Invalid.class);
        assertThat(trust.examine(TestRequestAttributes.bearing("abc"))).isEqualTo(new AuthenticationResult.Absent());

        answer = new ReviewResult.Answered<>(ClusterAuthenticationConfig.NONE);
        trust.refresh();
        assertThat(trust.examine(TestRequestAttributes.withCertificates(ROOT)))
                .isEqualTo(new AuthenticationResult.Absent());
    }

    private static ReviewResult<ClusterAuthenticationConfig> published(String clients) {
        return new ReviewResult.Answered<>(new ClusterAuthenticationConfig(
                Optional.of(clients), Optional.empty(), ClusterAuthenticationConfig.NONE.headers()));
    }
}

package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishedTrustTest {
    private static final ServerIdentity ROOT = ServerIdentity.authority("Root").generate();
    private static final ServerIdentity OTHER =
            ServerIdentity.authority("Other").generate();
    private static final ClusterAnswer<PublishedAuthentication> AWAY = new ClusterAnswer.None<>("away", false);

    private ClusterAnswer<PublishedAuthentication> answer = AWAY;
    private final PublishedTrust trust = new PublishedTrust(() -> answer, new ManualNanos());

    @Test
    void isReadAgainEachMinute() throws InterruptedException {
        answer = published(ROOT.certificatePem());

        assertThat(trust.look()).isEqualTo(PublishedTrust.PERIOD);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
        answer = published(OTHER.certificatePem());
        trust.look();
        assertThat(trust.clients().certificates()).containsExactly(OTHER.certificate());
    }

    @Test
    void namesTheFrontProxies() throws InterruptedException {
        var headers = new RequestHeaderSettings(
                Optional.empty(), List.of("proxy"), List.of("X-User"), List.of(), List.of(), List.of());
        answer = new ClusterAnswer.Given<>(
                new PublishedAuthentication(Optional.empty(), Optional.of(ROOT.certificatePem()), headers));
        trust.look();

        assertThat(trust.proxies().authorities().certificates()).containsExactly(ROOT.certificate());
        assertThat(trust.proxies().headers()).isEqualTo(headers);
        assertThat(trust.clients()).isEqualTo(Authorities.NONE);
    }

    @Test
    void whatWasReadStaysWhenItCanNotBeReadAnyMore() throws InterruptedException {
        answer = published(ROOT.certificatePem());
        trust.look();
        answer = AWAY;

        assertThat(trust.look()).isEqualTo(PublishedTrust.AFTER_FAILURE);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
        answer = published("no certificate");
        assertThat(trust.look()).isEqualTo(PublishedTrust.PERIOD);
        assertThat(trust.clients().certificates()).containsExactly(ROOT.certificate());
    }

    @Test
    void whereTheRightIsMissingItIsReadRarely() throws InterruptedException {
        answer = new ClusterAnswer.None<>("forbidden", true);

        assertThat(trust.look()).isEqualTo(Delegation.REST);
    }

    @Test
    void asLongAsNothingWasReadACertificateProvesNobody() throws InterruptedException {
        trust.look();

        assertThat(trust.examine(Visits.showing(ROOT))).isInstanceOf(Proof.Invalid.class);
        assertThat(trust.examine(Visits.bearing("abc"))).isEqualTo(new Proof.Absent());

        answer = new ClusterAnswer.Given<>(PublishedAuthentication.NOTHING);
        trust.look();
        assertThat(trust.examine(Visits.showing(ROOT))).isEqualTo(new Proof.Absent());
    }

    private static ClusterAnswer<PublishedAuthentication> published(String clients) {
        return new ClusterAnswer.Given<>(new PublishedAuthentication(
                Optional.of(clients), Optional.empty(), PublishedAuthentication.NOTHING.headers()));
    }
}

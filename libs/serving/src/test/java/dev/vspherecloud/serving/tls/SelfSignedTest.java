package dev.vspherecloud.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.text.Identity;
import dev.vspherecloud.text.PemBlock;
import dev.vspherecloud.text.PemText;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelfSignedTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Identity identity = SelfSigned.make(NOW);

    @Test
    void isForThisMachineAndForAYear() throws Exception {
        X509Certificate certificate = identity.certificate();

        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=localhost");
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(List.of(2, "localhost"), List.of(7, "127.0.0.1"));
        assertThat(certificate.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofHours(1))));
        assertThat(certificate.getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(365))));
    }

    @Test
    void mayServeAndNothingElse() throws Exception {
        X509Certificate certificate = identity.certificate();

        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getKeyUsage())
                .containsExactly(true, false, false, false, false, false, false, false, false);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    }

    @Test
    void isSignedByItsOwnKey() {
        assertThatCode(() ->
                        identity.certificate().verify(identity.certificate().getPublicKey()))
                .doesNotThrowAnyException();
        assertThat(identity.belongsTogether()).isTrue();
        assertThat(new Identity(SelfSigned.make(NOW).key(), identity.chain()).belongsTogether())
                .isFalse();
    }

    @Test
    void noTwoAreAlike() {
        assertThat(SelfSigned.make(NOW).certificate().getSerialNumber())
                .isNotEqualTo(identity.certificate().getSerialNumber())
                .isPositive();
    }

    @Test
    void aNewOneIsMadeBeforeTheOldOneEnds() {
        ManualClock clock = ManualClock.at(NOW);
        var making = new OwnMaking(clock);
        Identity first = making.look();

        clock.advance(Duration.ofDays(334));
        assertThat(making.look()).isEqualTo(first);

        clock.advance(Duration.ofDays(2));
        assertThat(making.look()).isNotEqualTo(first);
    }

    @Test
    void theKeyIsNeverShown() {
        assertThat(identity).hasToString("Identity[CN=localhost]");
    }

    @Test
    void readsCertificatesInTheirOrderAndSkipsTheRest() throws Exception {
        Identity one = SelfSigned.make(Instant.EPOCH);
        Identity other = SelfSigned.make(Instant.EPOCH);
        String text =
                "remarks\n" + PemText.of(one.certificate()) + PemText.of(one.key()) + PemText.of(other.certificate());

        assertThat(PemBlock.certificates(text)).containsExactly(one.certificate(), other.certificate());
        assertThat(PemBlock.certificates("nothing")).isEmpty();
    }
}

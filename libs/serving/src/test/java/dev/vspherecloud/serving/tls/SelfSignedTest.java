package dev.vspherecloud.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.text.KeyAndCertificate;
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

    private final KeyAndCertificate keyAndCertificate = SelfSigned.make(NOW);

    @Test
    void isForLocalhostAndValidForAYear() throws Exception {
        X509Certificate certificate = keyAndCertificate.certificate();

        assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=localhost");
        assertThat(certificate.getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(List.of(2, "localhost"), List.of(7, "127.0.0.1"));
        assertThat(certificate.getNotBefore()).isEqualTo(Date.from(NOW.minus(Duration.ofHours(1))));
        assertThat(certificate.getNotAfter()).isEqualTo(Date.from(NOW.plus(Duration.ofDays(365))));
    }

    @Test
    void isOnlyForServerAuthentication() throws Exception {
        X509Certificate certificate = keyAndCertificate.certificate();

        assertThat(certificate.getVersion()).isEqualTo(3);
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getKeyUsage())
                .containsExactly(true, false, false, false, false, false, false, false, false);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    }

    @Test
    void isSignedByItsOwnKey() {
        assertThatCode(() -> keyAndCertificate
                        .certificate()
                        .verify(keyAndCertificate.certificate().getPublicKey()))
                .doesNotThrowAnyException();
        assertThat(keyAndCertificate.belongsTogether()).isTrue();
        assertThat(new KeyAndCertificate(SelfSigned.make(NOW).key(), keyAndCertificate.chain()).belongsTogether())
                .isFalse();
    }

    @Test
    void twoCertificatesHaveDifferentSerialNumbers() {
        assertThat(SelfSigned.make(NOW).certificate().getSerialNumber())
                .isNotEqualTo(keyAndCertificate.certificate().getSerialNumber())
                .isPositive();
    }

    @Test
    void aNewCertificateIsCreatedBeforeTheOldOneExpires() {
        ManualClock clock = ManualClock.at(NOW);
        var loader = new SelfSignedLoader(clock);
        KeyAndCertificate first = loader.load();

        clock.advance(Duration.ofDays(334));
        assertThat(loader.load()).isEqualTo(first);

        clock.advance(Duration.ofDays(2));
        assertThat(loader.load()).isNotEqualTo(first);
    }

    @Test
    void theKeyIsHiddenInTexts() {
        assertThat(keyAndCertificate).hasToString("Identity[CN=localhost]");
    }

    @Test
    void readsCertificatesInTheirOrderAndSkipsTheRest() throws Exception {
        KeyAndCertificate one = SelfSigned.make(Instant.EPOCH);
        KeyAndCertificate other = SelfSigned.make(Instant.EPOCH);
        String text =
                "remarks\n" + PemText.of(one.certificate()) + PemText.of(one.key()) + PemText.of(other.certificate());

        assertThat(PemBlock.certificates(text)).containsExactly(one.certificate(), other.certificate());
        assertThat(PemBlock.certificates("nothing")).isEmpty();
    }
}

package dev.vspherecloud.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ServerIdentityTest {
    private final ServerIdentity identity = ServerIdentity.generate();

    @Test
    void pemIsASelfSignedCertificate() throws Exception {
        var pem = new ByteArrayInputStream(identity.certificatePem().getBytes(StandardCharsets.US_ASCII));
        var read = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);

        read.verify(read.getPublicKey());
        read.checkValidity();
        assertThat(read).isEqualTo(identity.certificate());
    }

    @Test
    void isForLoopbackAndIsACaCertificate() throws Exception {
        assertThat(identity.certificate().getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(List.of(2, "localhost"), List.of(7, "127.0.0.1"));
        assertThat(identity.certificate().getBasicConstraints()).isNotNegative();
    }

    @Test
    void thumbprintsAreColonSeparated() {
        assertThat(identity.sha1Thumbprint()).matches("([0-9A-F]{2}:){19}[0-9A-F]{2}");
        assertThat(identity.sha256Thumbprint()).matches("([0-9A-F]{2}:){31}[0-9A-F]{2}");
    }

    @Test
    void noTwoAreAlike() {
        assertThat(ServerIdentity.generate().sha256Thumbprint()).isNotEqualTo(identity.sha256Thumbprint());
    }

    @Test
    void hasThePropertiesFromItsBuilder() throws Exception {
        ServerIdentity root = ServerIdentity.certificateAuthority("Root")
                .organisation("Tests")
                .generate();
        Instant start = Instant.parse("2030-02-03T04:05:06Z");

        X509Certificate made = ServerIdentity.forHosts("vc.example.com", "fd00::5")
                .commonName("vc\n")
                .signedBy(root)
                .valid(start, start.plusSeconds(9))
                .forClientsOnly()
                .generate()
                .certificate();

        made.verify(root.certificate().getPublicKey());
        assertThat(made.getSubjectX500Principal().getName()).isEqualTo("CN=vc\n");
        assertThat(made.getIssuerX500Principal().getName()).isEqualTo("CN=Root,O=Tests");
        assertThat(made.getSubjectAlternativeNames())
                .containsExactly(List.of(2, "vc.example.com"), List.of(7, "fd00:0:0:0:0:0:0:5"));
        assertThat(made.getNotBefore().toInstant()).isEqualTo(start);
        assertThat(made.getNotAfter().toInstant()).isEqualTo(start.plusSeconds(9));
        assertThat(made.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
        assertThat(made.getBasicConstraints()).isEqualTo(-1);
    }
}

package dev.vspherecloud.testkit.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ServerIdentityTest {
    private final ServerIdentity identity = ServerIdentity.generate();

    @Test
    void pemReadsBackAsACertificateThatSignedItself() throws Exception {
        var pem = new ByteArrayInputStream(identity.certificatePem().getBytes(StandardCharsets.US_ASCII));
        var read = (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(pem);

        read.verify(read.getPublicKey());
        read.checkValidity();
        assertThat(read).isEqualTo(identity.certificate());
    }

    @Test
    void namesLoopbackAndIsItsOwnAuthority() throws Exception {
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
}

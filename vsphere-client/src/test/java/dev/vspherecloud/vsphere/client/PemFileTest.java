package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.wire.ServerIdentity;
import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFileTest {
    private static final ServerIdentity ONE = ServerIdentity.authority("One").generate();
    private static final ServerIdentity TWO = ServerIdentity.authority("Two").generate();

    @TempDir
    private Path folder;

    @Test
    void readsAllCertificatesAmidWhateverElseIsThere() throws Exception {
        String bundle = "\uFEFF# the old one\r\nCertificate:\n    Data: --- x ---\n" + ONE.certificatePem()
                + privateKey() + "-----BEGIN CERTIFICATE-----\nno end\n"
                + TWO.certificatePem().replace("\n", "\r\n") + "tail";

        assertThat(read(bundle)).containsExactly(ONE, TWO);
    }

    @Test
    void passesOverABrokenCertificateAsLongAsThereIsAGoodOne() throws Exception {
        assertThat(read(broken() + TWO.certificatePem())).containsExactly(TWO);
    }

    @Test
    void namesTheFileThatIsMissing() {
        assertThat(failure(folder.resolve("none.pem"))).hasMessageContaining("none.pem does not exist; mount it");
    }

    @Test
    void aFolderCannotBeRead() {
        assertThat(failure(folder)).hasMessageContaining(" cannot be read (");
    }

    @Test
    void anEmptyFileHasNoCertificate() throws Exception {
        assertThat(failure(file("".getBytes(StandardCharsets.UTF_8))))
                .hasMessageMatching(
                        "vCenter vc: CA file .*ca.pem has no PEM certificate in it; expected -----BEGIN CERTIFICATE-----");
    }

    @Test
    void aPrivateKeyIsNoticedAndNotShown() throws Exception {
        String key = privateKey();

        VcenterException e = failure(file(key.getBytes(StandardCharsets.UTF_8)));

        assertThat(e).hasMessageContaining("has no PEM certificate in it, but a private key");
        assertThat(e.getMessage()).doesNotContain(key.substring(30, 50));
        assertThat(e.getCause()).isNull();
    }

    @Test
    void aCertificateInBinaryIsNoticed() throws Exception {
        assertThat(failure(file(ONE.certificate().getEncoded())))
                .hasMessageContaining("holds a certificate in the binary form (DER); expected PEM: convert it with");
    }

    @Test
    void aBrokenCertificateAloneIsNoticed() throws Exception {
        assertThat(failure(file(broken().getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("holds a broken certificate and no other");
    }

    private static String broken() {
        return ONE.certificatePem().replaceFirst("\n.{64}\n", "\n");
    }

    private static String privateKey() throws Exception {
        byte[] key = KeyPairGenerator.getInstance("EC")
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        return "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(key)
                + "\n-----END PRIVATE KEY-----\n";
    }

    private List<ServerIdentity> read(String content) throws IOException {
        var certificates = TlsTrust.authorities("vc", List.of(file(content.getBytes(StandardCharsets.UTF_8))))
                .certificates();
        return certificates.stream()
                .map(certificate -> certificate.equals(ONE.certificate()) ? ONE : TWO)
                .toList();
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("ca.pem"), content);
    }

    private static VcenterException failure(Path file) {
        VcenterException e = VcenterClientTest.failure(() -> TlsTrust.authorities("vc", List.of(file)));
        assertThat(e.kind()).isEqualTo(Kind.TLS);
        assertThat(e.tlsFlaw()).contains(TlsFlaw.CA_FILE);
        return e;
    }
}

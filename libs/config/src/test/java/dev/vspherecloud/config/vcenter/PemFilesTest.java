package dev.vspherecloud.config.vcenter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFilesTest {
    private static final ServerIdentity ONE =
            ServerIdentity.certificateAuthority("One").generate();
    private static final ServerIdentity TWO =
            ServerIdentity.certificateAuthority("Two").generate();

    @TempDir
    private Path folder;

    @Test
    void readsAllCertificatesBetweenOtherText() throws Exception {
        String bundle = "\uFEFF# the old one\r\nCertificate:\n    Data: --- x ---\n" + ONE.certificatePem()
                + privateKey() + "-----BEGIN CERTIFICATE-----\nno end\n"
                + TWO.certificatePem().replace("\n", "\r\n") + "tail";

        assertThat(read(bundle)).containsExactly(ONE, TWO);
    }

    @Test
    void ignoresABrokenCertificateIfAnotherIsValid() throws Exception {
        assertThat(read(broken() + TWO.certificatePem())).containsExactly(TWO);
    }

    @Test
    @Conforms("VV04")
    void namesTheFileThatIsMissing() {
        assertThat(problem(folder.resolve("none.pem")))
                .isEqualTo(
                        "cannot read (there is no such file) in \"" + folder.resolve("none.pem")
                                + "\", expected PEM that begins with -----BEGIN CERTIFICATE-----; mount it, or correct the name");
    }

    @Test
    void aFolderCannotBeRead() {
        assertThat(problem(folder)).startsWith("cannot read (");
    }

    @Test
    void anEmptyFileHasNoCertificate() throws Exception {
        assertThat(problem(file("".getBytes(StandardCharsets.UTF_8))))
                .startsWith("found no certificate in \"")
                .endsWith("; put the CA certificate of the vCenter there");
    }

    @Test
    void aPrivateKeyIsNoticedAndNotShown() throws Exception {
        String key = privateKey();

        String problem = problem(file(key.getBytes(StandardCharsets.UTF_8)));

        assertThat(problem).startsWith("found a private key and no certificate");
        assertThat(problem).doesNotContain(key.substring(30, 50));
    }

    @Test
    void aCertificateInBinaryIsNoticed() throws Exception {
        assertThat(problem(file(ONE.certificate().getEncoded())))
                .startsWith("found a certificate in the binary form (DER)")
                .contains("openssl x509 -inform der");
    }

    @Test
    @Conforms("VV04")
    void aBrokenCertificateAloneIsNoticed() throws Exception {
        assertThat(problem(file(broken().getBytes(StandardCharsets.UTF_8))))
                .startsWith("found only an invalid certificate");
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
        Path file = file(content.getBytes(StandardCharsets.UTF_8));
        return switch (new PemFiles().read(file)) {
            case CaFiles.CaFileResult.Usable(var certificates) ->
                certificates.stream()
                        .map(certificate -> certificate.equals(ONE.certificate()) ? ONE : TWO)
                        .toList();
            case CaFiles.CaFileResult.Unusable(String problem) -> throw new AssertionError(problem);
        };
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(folder.resolve("ca.pem"), content);
    }

    private static String problem(Path file) {
        return switch (new PemFiles().read(file)) {
            case CaFiles.CaFileResult.Usable(var certificates) -> throw new AssertionError(certificates);
            case CaFiles.CaFileResult.Unusable(String problem) -> problem;
        };
    }
}

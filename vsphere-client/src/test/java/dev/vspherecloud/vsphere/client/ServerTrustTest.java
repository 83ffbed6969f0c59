package dev.vspherecloud.vsphere.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ServerTrustTest {
    private static final Path TLS = Path.of("src/test/resources/tls");
    private static final TlsTrust AUTHORITY = TlsTrust.authorities("vc-test", List.of(TLS.resolve("authority.pem")));
    private static final TlsTrust STRANGER = TlsTrust.authorities("vc-test", List.of(TLS.resolve("stranger.pem")));

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void trustsTheAuthorityThatSigned(String address) {
        assertAccepted("vcenter", address, AUTHORITY);
    }

    @Test
    void refusesAnotherAuthorityAndSaysWhatItWasShown() throws Exception {
        VcenterException e = refusal("vcenter", STRANGER);

        assertThat(e)
                .hasMessageContaining("its certificate is not accepted: signed by none of the authorities in ")
                .hasMessageContaining("subject CN=vcenter,O=Tests, issuer CN=Test Authority,O=Tests")
                .hasMessageContaining("SHA-256 " + fingerprint("vcenter", "SHA-256"))
                .hasMessageContaining("correct the CA file, the thumbprint or the server's certificate");
    }

    @Test
    void theSystemDoesNotTrustOurAuthority() {
        assertThat(refusal("vcenter", new TlsTrust.SystemRoots()))
                .hasMessageContaining("signed by none of the authorities that this system trusts");
    }

    @Test
    void refusesACertificateForAnotherHost() {
        assertThat(refusal("elsewhere", AUTHORITY)).hasMessageContaining("127.0.0.1");
    }

    @Test
    void refusesAnExpiredCertificate() {
        assertThat(refusal("expired", AUTHORITY)).hasMessageContaining("valid 2020-01-01");
    }

    @ParameterizedTest
    @CsvSource({"SHA-1,127.0.0.1", "SHA-256,127.0.0.1", "SHA-256,::1"})
    void theThumbprintMakesUpForAnUnknownAuthority(String algorithm, String address) throws Exception {
        String thumbprint = fingerprint("vcenter", algorithm).toLowerCase(Locale.ROOT);

        assertAccepted("vcenter", address, new TlsTrust.Thumbprints(List.of(thumbprint), STRANGER));
    }

    @Test
    void theThumbprintMakesUpForAnotherHost() throws Exception {
        String thumbprint = fingerprint("elsewhere", "SHA-256");

        assertAccepted("elsewhere", "127.0.0.1", new TlsTrust.Thumbprints(List.of(thumbprint), AUTHORITY));
    }

    @Test
    void theThumbprintDoesNotMakeUpForBeingExpired() throws Exception {
        String thumbprint = fingerprint("expired", "SHA-256");

        assertThat(refusal("expired", new TlsTrust.Thumbprints(List.of(thumbprint), AUTHORITY)))
                .hasMessageContaining("it has the thumbprint, but is not valid today");
    }

    @Test
    void aWrongThumbprintOnlyMattersWhereTheAuthorityIsUnknown() throws Exception {
        String thumbprint = fingerprint("elsewhere", "SHA-256");

        assertAccepted("vcenter", "127.0.0.1", new TlsTrust.Thumbprints(List.of(thumbprint), AUTHORITY));
        assertThat(refusal("vcenter", new TlsTrust.Thumbprints(List.of(thumbprint), STRANGER)))
                .hasMessageContaining("does not have the thumbprint " + thumbprint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"vcenter", "elsewhere", "expired"})
    void insecureTakesAnything(String certificate) {
        assertAccepted(certificate, "127.0.0.1", new TlsTrust.Insecure());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AA:BB", "zz", "AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:D"})
    void aThumbprintHasTheLengthOfADigest(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TlsTrust.Thumbprints(List.of(text), new TlsTrust.SystemRoots()))
                .withMessageContaining("expected 20 (SHA-1) or 32 (SHA-256) pairs of hex digits");
    }

    @Test
    void namesTheCaFileThatIsMissingOrHoldsNoCertificate(@TempDir Path folder) throws IOException {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "-----BEGIN PRIVATE KEY-----");

        assertThat(caFailure(folder.resolve("none.pem"))).hasMessageContaining("none.pem does not exist");
        assertThat(caFailure(empty)).hasMessageContaining("empty.pem has no PEM certificate in it");
    }

    @Test
    void readsAllCertificatesOfAFile(@TempDir Path folder) throws IOException {
        String bundle = "# two of them\n" + Files.readString(TLS.resolve("authority.pem"))
                + Files.readString(TLS.resolve("stranger.pem"));

        assertThat(TlsTrust.authorities("vc", List.of(Files.writeString(folder.resolve("bundle.pem"), bundle)))
                        .certificates())
                .hasSize(2);
    }

    private static VcenterException caFailure(Path file) {
        VcenterException e = VcenterClientTest.failure(() -> TlsTrust.authorities("vc", List.of(file)));
        assertThat(e.kind()).isEqualTo(Kind.TLS);
        return e;
    }

    private static void assertAccepted(String certificate, String address, TlsTrust trust) {
        try (var server = ScriptedServer.start(certificate, address, Recorded.vcenter(_ -> ScriptedServer.silence()));
                var client = new VcenterClient(server.endpoint(trust), Timeouts.standard(), "test/1")) {
            assertThat(client.connect().about().version()).isEqualTo("6.5.0");
        }
    }

    private static VcenterException refusal(String certificate, TlsTrust trust) {
        try (var server = ScriptedServer.start(certificate, "127.0.0.1", _ -> ScriptedServer.silence());
                var client = new VcenterClient(server.endpoint(trust), Timeouts.standard(), "test/1")) {
            VcenterException e = VcenterClientTest.failure(client::connect);
            assertThat(e.kind()).isEqualTo(Kind.TLS);
            return e;
        }
    }

    private static String fingerprint(String certificate, String algorithm)
            throws GeneralSecurityException, IOException {
        var keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(TLS.resolve(certificate + ".p12"))) {
            keys.load(file, "changeit".toCharArray());
        }
        return UntrustedServerException.fingerprint((X509Certificate) keys.getCertificate("it"), algorithm);
    }
}

package dev.vspherecloud.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vspherecloud.conformance.Conforms;
import dev.vspherecloud.http.HttpException.Kind;
import dev.vspherecloud.testkit.wire.ScriptedServer;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustManagersTest {
    private static final Instant Y2020 = Instant.parse("2020-01-01T00:00:00Z");
    private static final Instant Y2021 = Instant.parse("2021-01-01T00:00:00Z");
    private static final Instant Y2048 = Instant.parse("2048-01-01T00:00:00Z");
    private static final Instant Y2049 = Instant.parse("2049-01-01T00:00:00Z");

    private static final ServerIdentity ROOT = ServerIdentity.certificateAuthority("Test Root")
            .organisation("Tests")
            .generate();
    private static final ServerIdentity ISSUER = ServerIdentity.certificateAuthority("Test Issuer")
            .organisation("Tests")
            .signedBy(ROOT)
            .generate();
    private static final ServerIdentity STRANGER = ServerIdentity.certificateAuthority("Some Other Root")
            .organisation("Others")
            .generate();
    private static final ServerIdentity VCENTER = local().signedBy(ISSUER).generate();
    private static final ServerIdentity ELSEWHERE = ServerIdentity.forHosts(
                    "vc.example.com", "*.example.com", "fd00::5")
            .signedBy(ROOT)
            .generate();
    private static final ServerIdentity EXPIRED =
            local().signedBy(ROOT).valid(Y2020, Y2021).generate();

    private static final TlsTrust ROOT_TRUST = trust(ROOT);

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    @Conforms("VV03")
    void trustsACertificateOfTheConfiguredCa(String address) {
        assertAccepted(VCENTER, address, ROOT_TRUST);
    }

    @Test
    void trustsAConfiguredSelfSignedCertificate() {
        ServerIdentity itself = ServerIdentity.generate();

        assertAccepted(itself, "127.0.0.1", trust(itself));
    }

    @Test
    void refusesAnotherCaAndDescribesTheCertificate() {
        ServerIdentity server = local().commonName("vc-a").signedBy(ROOT).generate();

        HttpException e = refusal(server, trust(STRANGER));

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.UNKNOWN_AUTHORITY);
        assertThat(e)
                .hasMessage("its certificate is not accepted: its chain leads to CN=Test Root,O=Tests, which is"
                        + " not among the CA certificates in test.pem (subject CN=vc-a, SHA-256 "
                        + server.sha256Thumbprint() + ")");
    }

    @Test
    void theSystemDoesNotTrustTheTestCa() {
        assertThat(refusal(VCENTER, new TlsTrust.SystemRoots()))
                .hasMessageContaining(
                        "its chain leads to CN=Test Root,O=Tests, which is not among the CA certificates that"
                                + " this system trusts");
    }

    @Test
    void aCaThatTheServerDoesNotSendIsUnknownToo() {
        ServerIdentity server = local().signedBy(ROOT).sending().generate();

        HttpException e = refusal(server, trust(STRANGER));

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.UNKNOWN_AUTHORITY);
        assertThat(e)
                .hasMessageContaining("its chain leads to CN=Test Root,O=Tests, which is not among")
                .hasMessageContaining("; the server did not send the certificate of that CA (subject");
    }

    @Test
    void anotherCaOfTheSameNameIsUnknown() {
        ServerIdentity server = local().signedBy(ROOT).sending().generate();
        ServerIdentity namesake = ServerIdentity.certificateAuthority("Test Root")
                .organisation("Tests")
                .generate();

        HttpException e = refusal(server, trust(namesake));

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.UNKNOWN_AUTHORITY);
        assertThat(e)
                .hasMessageContaining(
                        "which is not among the CA certificates in test.pem: the CA certificate of this name"
                                + " there has another key");
        assertAccepted(
                server, "127.0.0.1", new TlsTrust.Thumbprints(List.of(server.sha256Thumbprint()), trust(namesake)));
    }

    @Test
    void reportsAMissingIntermediateCertificate() {
        ServerIdentity alone = local().signedBy(ISSUER).sending().generate();
        ServerIdentity withRoot = local().signedBy(ISSUER).sending(ROOT).generate();

        HttpException e = refusal(alone, ROOT_TRUST);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.INCOMPLETE_CHAIN);
        assertThat(e)
                .hasMessageContaining("its chain leads to CN=Test Issuer,O=Tests, which is not among")
                .hasMessageContaining("; the server did not send the certificate of that CA (subject");
        assertThat(refusal(withRoot, ROOT_TRUST).tlsFailureReason()).contains(TlsFailureReason.INCOMPLETE_CHAIN);
        assertAccepted(alone, "127.0.0.1", trust(ISSUER));
    }

    @Test
    @Conforms("VV03")
    void refusesASelfSignedCertificate() {
        HttpException e = refusal(ServerIdentity.generate(), ROOT_TRUST);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.SELF_SIGNED);
        assertThat(e).hasMessageContaining("it is self-signed, and it is not among the CA certificates in test.pem");
    }

    @Test
    void refusesACertificateForAnotherHostAndListsItsHosts() {
        HttpException e = refusal(ELSEWHERE, ROOT_TRUST);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.WRONG_HOST);
        assertThat(e)
                .hasMessageContaining(
                        "it is for vc.example.com, *.example.com, fd00:0:0:0:0:0:0:5, but the connection is to"
                                + " 127.0.0.1 (subject ")
                .hasMessageContaining("SHA-256 " + ELSEWHERE.sha256Thumbprint());
        assertThat(refusal(ELSEWHERE, "::1", ROOT_TRUST))
                .hasMessageContaining(", but the connection is to 0:0:0:0:0:0:0:1");
    }

    @Test
    void refusesACertificateForNoHost() {
        ServerIdentity nameless = ServerIdentity.forHosts().signedBy(ROOT).generate();

        HttpException e = refusal(nameless, ROOT_TRUST);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.WRONG_HOST);
        assertThat(e)
                .hasMessageContaining(
                        "it names no host (no subject alternative name), but the connection is to 127.0.0.1");
    }

    @Test
    void refusesAnExpiredCertificate() {
        HttpException e = refusal(EXPIRED, ROOT_TRUST);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.EXPIRED);
        assertThat(e).hasMessageContaining("it expired on 2021-01-01T00:00:00Z");
    }

    @Test
    void refusesACertificateThatIsNotYetValid() {
        ServerIdentity early = local().signedBy(ROOT).valid(Y2048, Y2049).generate();

        HttpException e = refusal(early, ROOT_TRUST);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.NOT_YET_VALID);
        assertThat(e).hasMessageContaining("it is not valid before 2048-01-01T00:00:00Z");
    }

    @Test
    void refusesAnExpiredIntermediateCertificate() {
        ServerIdentity issuer = ServerIdentity.certificateAuthority("Old Issuer")
                .signedBy(ROOT)
                .valid(Y2020, Y2021)
                .generate();

        HttpException e = refusal(local().signedBy(issuer).generate(), ROOT_TRUST);

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.EXPIRED);
        assertThat(e).hasMessageContaining("the CA certificate (CN=Old Issuer) expired on 2021-01-01T00:00:00Z");
    }

    /// Java itself accepts a trusted certificate of the server forever.
    @Test
    void refusesAnExpiredSelfSignedCertificate() {
        ServerIdentity itself = local().valid(Y2020, Y2021).generate();

        assertThat(refusal(itself, trust(itself)).tlsFailureReason()).contains(TlsFailureReason.EXPIRED);
    }

    @Test
    void refusesAClientCertificateDespiteItsThumbprint() {
        ServerIdentity client = local().signedBy(ROOT).forClientsOnly().generate();

        assertThat(refusal(client, pinned(client)).tlsFailureReason()).contains(TlsFailureReason.UNFIT_CERTIFICATE);
    }

    @ParameterizedTest
    @CsvSource({"SHA-1,127.0.0.1", "SHA-256,127.0.0.1", "SHA-256,::1"})
    void aThumbprintAcceptsACertificateOfAnUnknownCa(String algorithm, String address) {
        String thumbprint = algorithm.equals("SHA-1") ? VCENTER.sha1Thumbprint() : VCENTER.sha256Thumbprint();

        assertAccepted(
                VCENTER,
                address,
                new TlsTrust.Thumbprints(List.of(thumbprint.toLowerCase(Locale.ROOT)), trust(STRANGER)));
    }

    @Test
    @Conforms("VV03")
    void eitherOfTwoThumbprintsIsAccepted() {
        var both = new TlsTrust.Thumbprints(
                List.of(ELSEWHERE.sha1Thumbprint(), VCENTER.sha256Thumbprint().replace(":", "")), trust(STRANGER));

        assertAccepted(VCENTER, "127.0.0.1", both);
        assertAccepted(ELSEWHERE, "127.0.0.1", both);
    }

    static Stream<ServerIdentity> acceptedByThumbprint() {
        return Stream.of(
                ELSEWHERE,
                ServerIdentity.generate(),
                local().signedBy(ISSUER).sending().generate(),
                ServerIdentity.forHosts("vc.example.com").signedBy(STRANGER).generate());
    }

    @ParameterizedTest
    @MethodSource("acceptedByThumbprint")
    void aThumbprintAcceptsAnyHostAndAnyIssuer(ServerIdentity server) {
        assertAccepted(server, "127.0.0.1", pinned(server));
    }

    @Test
    void aThumbprintDoesNotAcceptAnExpiredCertificate() {
        ServerIdentity selfSigned = local().valid(Y2020, Y2021).generate();

        assertThat(refusal(EXPIRED, pinned(EXPIRED)).tlsFailureReason()).contains(TlsFailureReason.EXPIRED);
        assertThat(refusal(selfSigned, pinned(selfSigned)).tlsFailureReason()).contains(TlsFailureReason.EXPIRED);
    }

    @Test
    @Conforms("VV03")
    void aWrongThumbprintMattersOnlyIfTheCaIsUnknown() {
        var other = List.of(ELSEWHERE.sha256Thumbprint(), EXPIRED.sha1Thumbprint());

        assertAccepted(VCENTER, "127.0.0.1", new TlsTrust.Thumbprints(other, ROOT_TRUST));
        HttpException e = refusal(VCENTER, new TlsTrust.Thumbprints(other, trust(STRANGER)));

        assertThat(e.tlsFailureReason()).contains(TlsFailureReason.WRONG_THUMBPRINT);
        assertThat(e)
                .hasMessageContaining(
                        "its chain leads to CN=Test Root,O=Tests, which is not among the CA certificates in"
                                + " test.pem, and it does not have the thumbprint " + other.get(0) + " or "
                                + other.get(1)
                                + " (subject ")
                .hasMessageContaining("SHA-256 " + VCENTER.sha256Thumbprint());
    }

    static Stream<ServerIdentity> anyCertificates() {
        return Stream.of(VCENTER, ELSEWHERE, EXPIRED, ServerIdentity.generate());
    }

    @ParameterizedTest
    @MethodSource("anyCertificates")
    void insecureAcceptsAnyCertificate(ServerIdentity server) {
        assertAccepted(server, "127.0.0.1", new TlsTrust.Insecure());
    }

    /// An attacker in between can choose the contents of a certificate.
    @Test
    void textsOfACertificateAreShortenedAndPrintable() {
        String nasty = "a\n2026-01-01 ERROR \u001b[31m\u202eall is well\r\0";
        String[] hosts = IntStream.range(0, 400)
                .mapToObj(i -> "h" + i + "\n" + "x".repeat(40))
                .toArray(String[]::new);
        ServerIdentity forOthers = ServerIdentity.forHosts(hosts)
                .commonName(nasty.repeat(100))
                .signedBy(ROOT)
                .generate();
        ServerIdentity strange = local().signedBy(ServerIdentity.certificateAuthority(nasty.repeat(100))
                        .organisation(nasty)
                        .generate())
                .commonName(nasty)
                .generate();

        for (HttpException e : List.of(refusal(forOthers, ROOT_TRUST), refusal(strange, ROOT_TRUST))) {
            assertThat(e.getMessage()).hasSizeLessThan(1800).matches(PrintableText::isPrintable);
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                assertThat(cause.toString()).matches(PrintableText::isPrintable);
            }
        }
        assertThat(refusal(forOthers, ROOT_TRUST))
                .hasMessageContaining(" and 392 more, but the connection is to 127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AA:BB", "zz", "AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:D"})
    void aThumbprintOfAnotherLengthIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TlsTrust.Thumbprints(List.of(text), new TlsTrust.SystemRoots()))
                .withMessageContaining("expected 20 (SHA-1) or 32 (SHA-256) pairs of hex digits");
    }

    private static ServerIdentity.Builder local() {
        return ServerIdentity.forHosts("127.0.0.1", "::1", "localhost");
    }

    private static TlsTrust trust(ServerIdentity ca) {
        List<X509Certificate> certificates = List.of(ca.certificate());
        return new TlsTrust.Authorities(certificates, "test.pem");
    }

    private static TlsTrust pinned(ServerIdentity server) {
        return new TlsTrust.Thumbprints(List.of(server.sha256Thumbprint()), ROOT_TRUST);
    }

    private static void assertAccepted(ServerIdentity identity, String address, TlsTrust trust) {
        try (var server = ScriptedServer.start(identity, address, _ -> ScriptedServer.raw(Links.OK));
                var link = Links.to(server, trust)) {
            assertThat(Links.status(link)).isEqualTo(200);
        }
    }

    private static HttpException refusal(ServerIdentity identity, TlsTrust trust) {
        return refusal(identity, "127.0.0.1", trust);
    }

    private static HttpException refusal(ServerIdentity identity, String address, TlsTrust trust) {
        try (var server = ScriptedServer.start(identity, address, _ -> ScriptedServer.neverAnswer());
                var link = Links.to(server, trust)) {
            HttpException e = Links.failure(link);
            assertThat(e.kind()).isEqualTo(Kind.TLS);
            return e;
        }
    }
}

package dev.vspherecloud.serving.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vspherecloud.testkit.time.ManualClock;
import dev.vspherecloud.testkit.wire.ServerIdentity;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientCertificatesTest {
    private static final ServerIdentity ROOT =
            ServerIdentity.certificateAuthority("Root").generate();
    private static final ServerIdentity ANNA =
            client("anna").organisation("dev", "ops").forClientsOnly().generate();

    private final ManualClock clock = ManualClock.started();
    private final ClientCertificates certificates =
            new ClientCertificates(() -> new ClientCaBundle(TestRequestAttributes.certificates(ROOT)), clock);

    @Test
    void theCommonNameIsTheUserAndTheOrganisationsAreTheGroups() {
        assertThat(authenticate(ANNA)).isInstanceOfSatisfying(AuthenticationResult.Valid.class, valid -> {
            assertThat(valid.user().name()).isEqualTo("anna");
            assertThat(valid.user().groups()).containsExactly("dev", "ops");
            assertThat(valid.user().extra())
                    .containsEntry(
                            "authentication.kubernetes.io/credential-id",
                            List.of("X509SHA256="
                                    + ANNA.sha256Thumbprint().replace(":", "").toLowerCase(java.util.Locale.ROOT)));
        });
    }

    @Test
    void aCertificateWithoutAnExtendedKeyUsageIsValidForClients() {
        assertThat(authenticate(client("bert").generate())).isInstanceOf(AuthenticationResult.Valid.class);
    }

    @Test
    void anIntermediateCaIsUsedIfTheClientSendsIt() {
        var between =
                ServerIdentity.certificateAuthority("Between").signedBy(ROOT).generate();
        var carla = ServerIdentity.forHosts("carla")
                .commonName("carla")
                .signedBy(between)
                .generate();

        assertThat(authenticate(carla, between)).isInstanceOf(AuthenticationResult.Valid.class);
        assertThat(authenticate(carla)).isInstanceOf(AuthenticationResult.Invalid.class);
    }

    @Test
    void aCertificateOfAnotherCaIsInvalid() {
        var stranger = ServerIdentity.forHosts("anna")
                .commonName("anna")
                .signedBy(ServerIdentity.certificateAuthority("Root").generate())
                .generate();

        assertThat(authenticate(stranger))
                .isEqualTo(new AuthenticationResult.Invalid(
                        "client certificate: it is not signed by a trusted CA certificate"));
    }

    @Test
    void anExpiredOrNotYetValidCertificateIsInvalid() {
        var brief = client("anna")
                .valid(Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-01-02T00:00:00Z"))
                .generate();

        assertThat(authenticate(brief)).isInstanceOf(AuthenticationResult.Valid.class);
        clock.set(Instant.parse("2026-01-02T00:00:01Z"));
        assertThat(authenticate(brief))
                .isEqualTo(new AuthenticationResult.Invalid("client certificate: it expired on 2026-01-02T00:00:00Z"));
        clock.set(Instant.parse("2025-12-31T23:59:59Z"));
        assertThat(authenticate(brief))
                .isEqualTo(new AuthenticationResult.Invalid(
                        "client certificate: it is not valid before 2026-01-01T00:00:00Z"));
    }

    @Test
    void withoutACaOrACertificateTheResultIsAbsent() {
        var withoutCa = new ClientCertificates(() -> ClientCaBundle.NONE, clock);

        assertThat(withoutCa.authenticate(TestRequestAttributes.withCertificates(ANNA)))
                .isEqualTo(new AuthenticationResult.Absent());
        assertThat(authenticate()).isEqualTo(new AuthenticationResult.Absent());
    }

    @Test
    void caCertificatesAreReadFromPemWithOtherText() throws CertificateException {
        String pem = "# one\n" + ROOT.certificatePem() + "\n# two\n" + ANNA.certificatePem();

        assertThat(ClientCaBundle.parse(pem).certificates()).containsExactly(ROOT.certificate(), ANNA.certificate());
    }

    private AuthenticationResult authenticate(ServerIdentity... shown) {
        return certificates.authenticate(TestRequestAttributes.withCertificates(shown));
    }

    private static ServerIdentity.Builder client(String name) {
        return ServerIdentity.forHosts(name).commonName(name).signedBy(ROOT);
    }
}

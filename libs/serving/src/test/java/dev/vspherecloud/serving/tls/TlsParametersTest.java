package dev.vspherecloud.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

class TlsParametersTest {
    private static final String OLDER = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
    private static final SSLParameters ABLE = new SSLParameters(
            new String[] {"TLS_AES_256_GCM_SHA384", OLDER, "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"},
            new String[] {"TLSv1.3", "TLSv1.2"});

    static {
        ABLE.setNamedGroups(new String[] {"x25519", "secp256r1"});
    }

    private static SSLParameters offer(String minVersion, List<String> suites, List<String> curves) {
        return TlsParameters.of(
                new TlsSettings(new CertificateSource.InMemory(), List.of(), minVersion, suites, curves), ABLE);
    }

    @Test
    void aClientCertificateIsRequestedButNotRequired() {
        assertThat(offer("TLSv1.2", List.of(), List.of()).getWantClientAuth()).isTrue();
        assertThat(offer("TLSv1.2", List.of(), List.of()).getNeedClientAuth()).isFalse();
    }

    @Test
    void versionsBelowTheLowestAreNotOffered() {
        assertThat(offer("TLSv1.3", List.of(), List.of()).getProtocols()).containsExactly("TLSv1.3");
        assertThat(offer("TLSv1", List.of(), List.of()).getProtocols()).containsExactly("TLSv1.2", "TLSv1.3");
    }

    @Test
    void suitesOfTls13CannotBeConfigured() {
        assertThat(offer("TLSv1.2", List.of(OLDER), List.of()).getCipherSuites())
                .containsExactly("TLS_AES_256_GCM_SHA384", OLDER);
        assertThat(offer("TLSv1.2", List.of("TLS_AES_128_GCM_SHA256"), List.of())
                        .getCipherSuites())
                .containsExactly("TLS_AES_256_GCM_SHA384");
        assertThat(offer("TLSv1.2", List.of(), List.of()).getCipherSuites()).isNull();
    }

    @Test
    void goNamesOfSuitesAreAcceptedAndDisabledSuitesAreNot() {
        assertThat(offer(
                                "TLSv1.2",
                                List.of("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305", "TLS_RSA_WITH_RC4_128_SHA"),
                                List.of())
                        .getCipherSuites())
                .containsExactly("TLS_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
        assertThatThrownBy(() -> offer("TLSv1.2", List.of("TLS_RSA_WITH_RC4_128_SHA"), List.of()))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("--tls-cipher-suites");
    }

    @Test
    void curvesThatJavaDoesNotSupportAreLeftOut() {
        assertThat(offer("TLSv1.2", List.of(), List.of("secp256r1", "X25519MLKEM768", "x25519"))
                        .getNamedGroups())
                .containsExactly("secp256r1", "x25519");
        assertThatThrownBy(() -> offer("TLSv1.2", List.of(), List.of("secp384r1")))
                .isInstanceOf(TlsException.class)
                .hasMessageContaining("--tls-curve-preferences");
    }
}

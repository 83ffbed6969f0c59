package dev.vspherecloud.ccm.application.flag;

import static dev.vspherecloud.ccm.application.flag.Flag.CERT_DIR;
import static dev.vspherecloud.ccm.application.flag.Flag.TLS_CERT_FILE;
import static dev.vspherecloud.ccm.application.flag.Flag.TLS_CIPHER_SUITES;
import static dev.vspherecloud.ccm.application.flag.Flag.TLS_CURVE_PREFERENCES;
import static dev.vspherecloud.ccm.application.flag.Flag.TLS_MIN_VERSION;
import static dev.vspherecloud.ccm.application.flag.Flag.TLS_PRIVATE_KEY_FILE;
import static dev.vspherecloud.ccm.application.flag.Flag.TLS_SNI_CERT_KEY;

import dev.vspherecloud.serving.tls.CertificateSource;
import dev.vspherecloud.serving.tls.SniCertificate;
import dev.vspherecloud.serving.tls.TlsSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Reads the flags for TLS and for the certificate of the HTTPS port.
///
/// Rule from: apiserver, `server/options/serving.go`.
final class TlsRule {
    /// The name of the certificate and key files in the certificate directory, without `.crt` and `.key`.
    private static final String PAIR = "cloud-controller-manager";

    private static final Map<String, String> VERSIONS = Map.of(
            "", "TLSv1.2",
            "VersionTLS10", "TLSv1",
            "VersionTLS11", "TLSv1.1",
            "VersionTLS12", "TLSv1.2",
            "VersionTLS13", "TLSv1.3");

    /// The TLS groups of Go by number, except those with ML-KEM, which Java 25 lacks.
    ///
    /// Rule from: IANA, TLS Supported Groups; Go, `crypto/tls` (`CurveID`).
    private static final Map<Integer, String> CURVES =
            Map.of(23, "secp256r1", 24, "secp384r1", 25, "secp521r1", 29, "x25519");

    private static final List<Integer> GO_CURVES = List.of(23, 24, 25, 29, 4587, 4588, 4589);

    /// The cipher suites that Go knows, two of them also by their older names. Java has disabled the oldest ones.
    ///
    /// Rule from: Go, `crypto/tls` (`CipherSuites`, `InsecureCipherSuites`).
    private static final Set<String> SUITES = Set.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
            "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
            "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
            "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
            "TLS_RSA_WITH_AES_128_CBC_SHA",
            "TLS_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_RSA_WITH_AES_256_CBC_SHA",
            "TLS_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_RSA_WITH_RC4_128_SHA");

    private final FlagValues flags;

    TlsRule(FlagValues flags) {
        this.flags = flags;
    }

    TlsSettings settings() {
        return new TlsSettings(certificate(), sni(), minVersion(), cipherSuites(), curves());
    }

    private CertificateSource certificate() {
        Optional<Path> certificate = flags.path(TLS_CERT_FILE);
        Optional<Path> key = flags.path(TLS_PRIVATE_KEY_FILE);
        if (certificate.isPresent() != key.isPresent()) {
            Flag missing = key.isEmpty() ? TLS_PRIVATE_KEY_FILE : TLS_CERT_FILE;
            Flag there = key.isEmpty() ? TLS_CERT_FILE : TLS_PRIVATE_KEY_FILE;
            flags.problem("%s is missing, expected it together with %s; set both or neither".formatted(missing, there));
        }
        if (certificate.isPresent() && key.isPresent()) {
            return new CertificateSource.Files(certificate.get(), key.get());
        }
        return flags.path(CERT_DIR)
                .<CertificateSource>map(directory -> new CertificateSource.Directory(directory, PAIR))
                .orElseGet(CertificateSource.InMemory::new);
    }

    private String minVersion() {
        String version = VERSIONS.get(flags.text(TLS_MIN_VERSION));
        flags.require(
                version != null,
                TLS_MIN_VERSION,
                "VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13, or an empty value");
        return version == null ? "TLSv1.2" : version;
    }

    private List<String> curves() {
        List<Integer> numbers = flags.values(TLS_CURVE_PREFERENCES).stream()
                .filter(value -> !value.isEmpty())
                .flatMap(value -> FlagText.integers(value).stream())
                .flatMap(List::stream)
                .toList();
        flags.require(
                GO_CURVES.containsAll(numbers),
                TLS_CURVE_PREFERENCES,
                "only numbers of this list: "
                        + GO_CURVES.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        if (!CURVES.keySet().containsAll(numbers)) {
            flags.warn("%s: Java does not support ML-KEM, and uses only the others of %s; remove 4587, 4588 and 4589"
                    .formatted(TLS_CURVE_PREFERENCES, numbers));
        }
        return numbers.stream().map(CURVES::get).filter(Objects::nonNull).toList();
    }

    private List<String> cipherSuites() {
        List<String> names = flags.list(TLS_CIPHER_SUITES);
        flags.require(
                SUITES.containsAll(names),
                TLS_CIPHER_SUITES,
                "only names of this list: " + String.join(", ", new TreeSet<>(SUITES)));
        return names;
    }

    private List<SniCertificate> sni() {
        return flags.all(TLS_SNI_CERT_KEY, FlagText::certificate)
                .map(each -> new SniCertificate(
                        new CertificateSource.Files(Path.of(each.certificate()), Path.of(each.key())), each.names()))
                .toList();
    }
}

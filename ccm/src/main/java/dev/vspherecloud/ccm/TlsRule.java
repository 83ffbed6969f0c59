package dev.vspherecloud.ccm;

import static dev.vspherecloud.ccm.Flag.CERT_DIR;
import static dev.vspherecloud.ccm.Flag.TLS_CERT_FILE;
import static dev.vspherecloud.ccm.Flag.TLS_CIPHER_SUITES;
import static dev.vspherecloud.ccm.Flag.TLS_CURVE_PREFERENCES;
import static dev.vspherecloud.ccm.Flag.TLS_MIN_VERSION;
import static dev.vspherecloud.ccm.Flag.TLS_PRIVATE_KEY_FILE;
import static dev.vspherecloud.ccm.Flag.TLS_SNI_CERT_KEY;

import dev.vspherecloud.serving.tls.CertificateSource;
import dev.vspherecloud.serving.tls.SniCertificate;
import dev.vspherecloud.serving.tls.TlsSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the flags say about the certificate of the port and the TLS it speaks.
///
/// Rule from: apiserver, `server/options/serving.go`.
final class TlsRule {
    /// Of the files in the directory, without `.crt` and `.key`.
    private static final String PAIR = "cloud-controller-manager";

    private static final Map<String, String> VERSIONS = Map.of(
            "", "TLSv1.2",
            "VersionTLS10", "TLSv1",
            "VersionTLS11", "TLSv1.1",
            "VersionTLS12", "TLSv1.2",
            "VersionTLS13", "TLSv1.3");

    private final FlagValues flags;

    TlsRule(FlagValues flags) {
        this.flags = flags;
    }

    TlsSettings settings() {
        return new TlsSettings(certificate(), sni(), minVersion(), flags.words(TLS_CIPHER_SUITES), curves());
    }

    private CertificateSource certificate() {
        Optional<Path> certificate = flags.path(TLS_CERT_FILE);
        Optional<Path> key = flags.path(TLS_PRIVATE_KEY_FILE);
        if (certificate.isPresent() != key.isPresent()) {
            Flag missing = key.isEmpty() ? TLS_PRIVATE_KEY_FILE : TLS_CERT_FILE;
            Flag there = key.isEmpty() ? TLS_CERT_FILE : TLS_PRIVATE_KEY_FILE;
            flags.problem(
                    "%s is missing, expected a file beside that of %s; give both or neither".formatted(missing, there));
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
                "VersionTLS10, VersionTLS11, VersionTLS12 or VersionTLS13, or nothing");
        return version == null ? "TLSv1.2" : version;
    }

    private List<String> curves() {
        return flags.words(TLS_CURVE_PREFERENCES);
    }

    private List<SniCertificate> sni() {
        return flags.values(TLS_SNI_CERT_KEY).stream()
                .filter(value -> !value.isEmpty())
                .flatMap(value -> sni(value).stream())
                .toList();
    }

    private Optional<SniCertificate> sni(String value) {
        int colon = value.indexOf(':');
        List<String> files = List.of((colon < 0 ? value : value.substring(0, colon)).split(",", -1));
        List<String> names = colon < 0 ? List.of() : FlagType.words(value.substring(colon + 1));
        if (files.size() != 2 || files.stream().anyMatch(String::isBlank)) {
            flags.problem(
                    "%s: found \"%s\", expected cert,key or cert,key:name,name; give the flag once for each certificate"
                            .formatted(TLS_SNI_CERT_KEY, value));
            return Optional.empty();
        }
        return Optional.of(new SniCertificate(
                new CertificateSource.Files(
                        Path.of(files.getFirst().strip()),
                        Path.of(files.getLast().strip())),
                names));
    }
}

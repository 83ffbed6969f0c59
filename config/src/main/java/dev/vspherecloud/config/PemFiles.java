package dev.vspherecloud.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Files of certificates in PEM. Whatever else is in one is passed over and never shown: it may be a private key.
///
/// Rule from: Go `x509.CertPool.AppendCertsFromPEM`, which passes over broken certificates as long as there is a good
/// one.
final class PemFiles implements CaFiles {
    private static final int MAX_BYTES = 4 << 20;
    private static final Pattern CERTIFICATE = Pattern.compile("-----BEGIN CERTIFICATE-----([^-]*+)-----END");
    private static final Pattern PRIVATE_KEY = Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----");

    @Override
    public Look look(Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            return content.length > MAX_BYTES
                    ? unusable("found more than 4 MiB", file, "name the authority of the vCenter only")
                    : look(file, content);
        } catch (IOException e) {
            return unusable("cannot read (" + ConfigReader.reason(e) + ")", file, "mount it, or correct the name");
        }
    }

    private static Look look(Path file, byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        List<MatchResult> blocks = CERTIFICATE.matcher(text).results().toList();
        List<X509Certificate> certificates =
                blocks.stream().flatMap(block -> parse(block).stream()).toList();
        if (!certificates.isEmpty()) {
            return new Look.Usable(certificates);
        }
        if (!blocks.isEmpty()) {
            return unusable("found a broken certificate and no other", file, "export it again");
        }
        if (certificate(content).isPresent()) {
            return unusable(
                    "found a certificate in the binary form (DER)",
                    file,
                    "convert it with \"openssl x509 -inform der\"");
        }
        return unusable(
                PRIVATE_KEY.matcher(text).find() ? "found a private key and no certificate" : "found no certificate",
                file,
                "put the authority of the vCenter there");
    }

    private static Look.Unusable unusable(String found, Path file, String advice) {
        return new Look.Unusable("%s in \"%s\", expected PEM that begins with -----BEGIN CERTIFICATE-----; %s"
                .formatted(found, file, advice));
    }

    private static Optional<X509Certificate> parse(MatchResult block) {
        try {
            return certificate(Base64.getMimeDecoder().decode(block.group(1)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static Optional<X509Certificate> certificate(byte[] der) {
        try {
            var bytes = new ByteArrayInputStream(der);
            return Optional.of(
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes));
        } catch (CertificateException _) {
            return Optional.empty();
        }
    }
}

package dev.vspherecloud.vsphere.client;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the certificates in a PEM file, and says plainly what is wrong with one that has none. Whatever else is in
/// it is passed over and never shown: it may be a private key.
///
/// Rule from: Go `x509.CertPool.AppendCertsFromPEM`, which passes over broken certificates as long as there is a
/// good one.
final class PemFile {
    private static final Pattern CERTIFICATE = Pattern.compile("-----BEGIN CERTIFICATE-----([^-]*+)-----END");
    private static final Pattern PRIVATE_KEY = Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----");
    private static final int LARGEST_BYTES = 8 << 20;

    private PemFile() {}

    static List<X509Certificate> read(String vcenter, Path file) {
        byte[] content = content(vcenter, file);
        String text = new String(content, StandardCharsets.ISO_8859_1);
        List<MatchResult> blocks = CERTIFICATE.matcher(text).results().toList();
        List<X509Certificate> certificates =
                blocks.stream().flatMap(block -> parse(block).stream()).toList();
        if (certificates.isEmpty()) {
            throw failure(vcenter, file, flaw(content, text, blocks.size()), null);
        }
        return certificates;
    }

    private static byte[] content(String vcenter, Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(LARGEST_BYTES + 1);
            if (content.length > LARGEST_BYTES) {
                throw failure(vcenter, file, "is larger than 8 MB; expected PEM certificates", null);
            }
            return content;
        } catch (NoSuchFileException e) {
            throw failure(vcenter, file, "does not exist; mount it or correct the path", e);
        } catch (IOException e) {
            throw failure(vcenter, file, "cannot be read (" + e + "); check its permissions", e);
        }
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

    private static String flaw(byte[] content, String text, int blocks) {
        if (blocks > 0) {
            return "holds a broken certificate and no other; export it again as PEM";
        }
        if (certificate(content).isPresent()) {
            return "holds a certificate in the binary form (DER); expected PEM: convert it with 'openssl x509 -inform"
                    + " der'";
        }
        return PRIVATE_KEY.matcher(text).find()
                ? "has no PEM certificate in it, but a private key; expected -----BEGIN CERTIFICATE-----"
                : "has no PEM certificate in it; expected -----BEGIN CERTIFICATE-----";
    }

    private static VcenterException failure(String vcenter, Path file, String problem, @Nullable Throwable cause) {
        return new VcenterException(
                TlsFlaw.CA_FILE,
                vcenter,
                "vCenter %s: CA file %s %s".formatted(vcenter, Printable.of(file.toString()), problem),
                cause);
    }
}

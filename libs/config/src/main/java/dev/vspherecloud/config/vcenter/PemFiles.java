package dev.vspherecloud.config.vcenter;

import dev.vspherecloud.config.Problem;
import dev.vspherecloud.text.PemBlock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads files with certificates in PEM. Other content is skipped, and no message shows it, because it may be a
/// private key.
///
/// Rule from: Go `x509.CertPool.AppendCertsFromPEM`, which skips invalid certificates if the file has a valid
/// one.
final class PemFiles implements CaFiles {
    private static final int MAX_BYTES = 4 << 20;
    private static final Pattern PRIVATE_KEY = Pattern.compile("-----BEGIN [A-Z ]*PRIVATE KEY-----");

    @Override
    public CaFileResult read(Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            return content.length > MAX_BYTES
                    ? unusable("found more than 4 MiB", file, "name a file with only the CA certificate of the vCenter")
                    : read(file, content);
        } catch (IOException e) {
            return unusable("cannot read (" + Problem.reason(e) + ")", file, "mount it, or correct the name");
        }
    }

    private static CaFileResult read(Path file, byte[] content) {
        String text = new String(content, StandardCharsets.ISO_8859_1);
        List<PemBlock> blocks =
                PemBlock.all(text).stream().filter(PemBlock::isCertificate).toList();
        List<X509Certificate> certificates =
                blocks.stream().flatMap(block -> parse(block).stream()).toList();
        if (!certificates.isEmpty()) {
            return new CaFileResult.Usable(certificates);
        }
        if (!blocks.isEmpty()) {
            return unusable("found only an invalid certificate", file, "export it again");
        }
        if (isBinary(content)) {
            return unusable(
                    "found a certificate in the binary form (DER)",
                    file,
                    "convert it with \"openssl x509 -inform der\"");
        }
        return unusable(
                PRIVATE_KEY.matcher(text).find() ? "found a private key and no certificate" : "found no certificate",
                file,
                "put the CA certificate of the vCenter there");
    }

    private static CaFileResult.Unusable unusable(String found, Path file, String advice) {
        return new CaFileResult.Unusable("%s in \"%s\", expected PEM that begins with -----BEGIN CERTIFICATE-----; %s"
                .formatted(found, file, advice));
    }

    private static Optional<X509Certificate> parse(PemBlock block) {
        try {
            return Optional.of(block.certificate());
        } catch (CertificateException _) {
            return Optional.empty();
        }
    }

    private static boolean isBinary(byte[] content) {
        try {
            X509Certificate _ = PemBlock.certificate(content);
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }
}

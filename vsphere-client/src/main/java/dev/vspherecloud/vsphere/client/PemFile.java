package dev.vspherecloud.vsphere.client;

import dev.vspherecloud.vsphere.client.VcenterException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the certificates in a PEM file, and says plainly what is wrong with one that has none.
final class PemFile {
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----");
    private static final int LARGEST_BYTES = 8 << 20;

    private PemFile() {}

    static List<X509Certificate> read(String vcenter, Path file) {
        String text = text(vcenter, file);
        var certificates = new ArrayList<X509Certificate>();
        var blocks = CERTIFICATE.matcher(text);
        while (blocks.find()) {
            certificates.add(parse(vcenter, file, blocks.group()));
        }
        if (certificates.isEmpty()) {
            throw failure(vcenter, file, "has no PEM certificate in it; expected -----BEGIN CERTIFICATE-----", null);
        }
        return certificates;
    }

    private static String text(String vcenter, Path file) {
        try {
            if (Files.size(file) > LARGEST_BYTES) {
                throw failure(vcenter, file, "is larger than 8 MB; expected PEM certificates", null);
            }
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw failure(vcenter, file, "does not exist; mount it or correct the path", e);
        } catch (IOException e) {
            throw failure(vcenter, file, "cannot be read (" + e + "); check its permissions", e);
        }
    }

    private static X509Certificate parse(String vcenter, Path file, String block) {
        try {
            var bytes = new ByteArrayInputStream(block.getBytes(StandardCharsets.ISO_8859_1));
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(bytes);
        } catch (CertificateException e) {
            throw failure(vcenter, file, "holds a broken certificate; export it again as PEM", e);
        }
    }

    private static VcenterException failure(String vcenter, Path file, String problem, @Nullable Throwable cause) {
        return new VcenterException(
                Kind.TLS, vcenter, "vCenter %s: CA file %s %s".formatted(vcenter, file, problem), cause);
    }
}

package dev.vspherecloud.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// Certificate files on disk. A file can be used when at least one PEM block in it is a certificate.
final class PemFiles implements CaFiles {
    private static final int MAX_BYTES = 4 << 20;
    private static final Pattern CERTIFICATE =
            Pattern.compile("-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\\s]*+)-----END CERTIFICATE-----");

    @Override
    public Look look(Path file) {
        try (var in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES);
            return hasCertificate(new String(content, StandardCharsets.ISO_8859_1))
                    ? new Look.Usable(digest(content))
                    : new Look.Unusable("found no certificate in \"" + file
                            + "\", expected PEM blocks that begin with -----BEGIN CERTIFICATE-----;"
                            + " put the authority of the vCenter there");
        } catch (IOException e) {
            return new Look.Unusable("cannot read \"" + file + "\" (" + ConfigReader.reason(e)
                    + "), expected a PEM file with certificates; mount it, or correct the name");
        }
    }

    private static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    private static boolean hasCertificate(String text) {
        return CERTIFICATE.matcher(text).results().anyMatch(block -> isCertificate(block.group(1)));
    }

    private static boolean isCertificate(String base64) {
        try {
            byte[] der = Base64.getMimeDecoder().decode(base64);
            return CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der)) != null;
        } catch (CertificateException | IllegalArgumentException e) {
            return false;
        }
    }
}

package dev.vspherecloud.text;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/// A block of PEM text, such as a certificate or a key.
///
/// Rule from: RFC 7468.
///
/// @param label  the label, as in `CERTIFICATE`
/// @param base64 the text between the two lines with the label
public record PemBlock(String label, String base64) {
    private static final Pattern FORMAT = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    /// Returns every PEM block of a text, in order. Text between the blocks is skipped.
    public static List<PemBlock> all(String text) {
        return FORMAT.matcher(text)
                .results()
                .map(block -> new PemBlock(block.group(1), block.group(2)))
                .toList();
    }

    /// Returns every certificate of a PEM text, in order; empty if there is none.
    ///
    /// @throws CertificateException if one of them is not valid
    public static List<X509Certificate> certificates(String text) throws CertificateException {
        var certificates = new ArrayList<X509Certificate>();
        for (PemBlock block : all(text)) {
            if (block.isCertificate()) {
                certificates.add(block.certificate());
            }
        }
        return certificates;
    }

    /// Reads a certificate in the binary form (DER).
    public static X509Certificate certificate(byte[] der) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    public boolean isCertificate() {
        return label.equals("CERTIFICATE");
    }

    public X509Certificate certificate() throws CertificateException {
        try {
            return certificate(content());
        } catch (IllegalArgumentException e) {
            throw new CertificateException("found a certificate that is not base64", e);
        }
    }

    /// Returns the decoded bytes of the block.
    ///
    /// @throws IllegalArgumentException if the text is not base64
    public byte[] content() {
        return Base64.getMimeDecoder().decode(base64);
    }

    /// Returns the label only: the content may be a private key.
    @Override
    public String toString() {
        return "PemBlock[" + label + "]";
    }
}

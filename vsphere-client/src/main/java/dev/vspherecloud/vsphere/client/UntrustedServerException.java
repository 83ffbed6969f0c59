package dev.vspherecloud.vsphere.client;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/// A server showed a certificate that we do not accept. Says which one, so that a person can compare or pin it.
final class UntrustedServerException extends CertificateException {
    UntrustedServerException(X509Certificate shown, String reason, @Nullable Throwable cause) {
        super(explanation(shown, reason), cause);
    }

    String explanation() {
        return String.valueOf(getMessage());
    }

    private static String explanation(X509Certificate shown, String reason) {
        return "its certificate is not accepted: %s (subject %s, issuer %s, valid %s to %s, SHA-256 %s)"
                .formatted(
                        Printable.of(reason),
                        Printable.of(shown.getSubjectX500Principal().getName()),
                        Printable.of(shown.getIssuerX500Principal().getName()),
                        shown.getNotBefore().toInstant(),
                        shown.getNotAfter().toInstant(),
                        fingerprint(shown, "SHA-256"));
    }

    /// The certificate's fingerprint, as [TlsTrust.Thumbprints] has it.
    static String fingerprint(X509Certificate certificate, String algorithm) {
        try {
            return TlsTrust.Thumbprints.format(
                    MessageDigest.getInstance(algorithm).digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + algorithm, e);
        }
    }
}

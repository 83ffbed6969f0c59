package dev.vspherecloud.http;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;

/// Reports that the certificate of a server is not accepted. The message names the certificate, so that an
/// administrator can compare or pin it.
///
/// This exception has no cause, because the runtime's message may quote the certificate, line breaks included.
final class UntrustedServerException extends CertificateException {
    private final TlsFailureReason tlsFailureReason;
    private final Instant expiresAt;

    UntrustedServerException(X509Certificate certificate, CertificateRejection rejection) {
        super("its certificate is not accepted: %s (subject %s, SHA-256 %s)"
                .formatted(
                        rejection.explanation(),
                        CertificateNameText.subject(certificate),
                        fingerprint(certificate, "SHA-256")));
        this.tlsFailureReason = rejection.tlsFailureReason();
        this.expiresAt = certificate.getNotAfter().toInstant();
    }

    TlsFailureReason tlsFailureReason() {
        return tlsFailureReason;
    }

    /// Returns when the certificate expires.
    Instant expiresAt() {
        return expiresAt;
    }

    String explanation() {
        return String.valueOf(getMessage());
    }

    /// Returns the certificate's fingerprint, in the form of [TlsTrust.Thumbprints].
    static String fingerprint(X509Certificate certificate, String algorithm) {
        try {
            return TlsTrust.Thumbprints.format(
                    MessageDigest.getInstance(algorithm).digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java runtime has " + algorithm, e);
        }
    }
}

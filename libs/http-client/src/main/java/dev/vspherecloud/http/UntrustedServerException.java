package dev.vspherecloud.http;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;

/// A server showed a certificate that we do not accept. Says which one, so that a person can compare or pin it.
///
/// Has no cause: what the runtime says of a certificate may quote it, line breaks included.
final class UntrustedServerException extends CertificateException {
    private final TlsFailureReason flaw;
    private final Instant end;

    UntrustedServerException(X509Certificate shown, CertificateRejection fault) {
        super("its certificate is not accepted: %s (subject %s, SHA-256 %s)"
                .formatted(fault.reason(), CertificateNameText.subject(shown), fingerprint(shown, "SHA-256")));
        this.flaw = fault.flaw();
        this.end = shown.getNotAfter().toInstant();
    }

    TlsFailureReason flaw() {
        return flaw;
    }

    /// When the certificate is over.
    Instant end() {
        return end;
    }

    String explanation() {
        return String.valueOf(getMessage());
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

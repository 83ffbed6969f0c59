package dev.vspherecloud.http;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Verifies server certificates by the runtime's checks. If these fail because of the CA or the host name, a
/// certificate with a configured fingerprint is accepted all the same. A refusal names the certificate and what
/// is wrong with it.
final class PinningTrustManager extends X509ExtendedTrustManager {
    private static final int MAX_LISTED_FINGERPRINTS = 4;

    private final X509ExtendedTrustManager delegate;
    private final CertificateDiagnosis diagnosis;
    private final List<String> fingerprints;

    /// Creates a trust manager.
    ///
    /// @param diagnosis explains why the checks fail
    /// @param fingerprints the accepted fingerprints in the form of [TlsTrust.Thumbprints]; empty for none
    PinningTrustManager(X509ExtendedTrustManager delegate, CertificateDiagnosis diagnosis, List<String> fingerprints) {
        this.delegate = delegate;
        this.diagnosis = diagnosis;
        this.fingerprints = fingerprints;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        try {
            delegate.checkServerTrusted(chain, authType, engine);
        } catch (CertificateException e) {
            evaluate(chain, authType, e);
        }
        requireValidNow(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        try {
            delegate.checkServerTrusted(chain, authType, socket);
        } catch (CertificateException e) {
            evaluate(chain, authType, e);
        }
        requireValidNow(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        delegate.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        delegate.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        delegate.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        delegate.checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return delegate.getAcceptedIssuers();
    }

    /// Refuses a server certificate that has expired or is not yet valid. The runtime does not check this if
    /// the certificate itself is among the trusted ones.
    private static void requireValidNow(X509Certificate certificate) throws UntrustedServerException {
        Optional<CertificateRejection> rejection = CertificateDiagnosis.checkValidity(certificate);
        if (rejection.isPresent()) {
            throw new UntrustedServerException(certificate, rejection.get());
        }
    }

    private void evaluate(X509Certificate[] chain, String authType, CertificateException refusal)
            throws UntrustedServerException {
        CertificateRejection rejection =
                diagnosis.diagnose(List.of(chain), refusal, isValidExceptHost(chain, authType));
        if (!rejection.tlsFailureReason().isFixableByThumbprint()) {
            throw new UntrustedServerException(chain[0], rejection);
        }
        if (!isPinned(chain[0])) {
            throw new UntrustedServerException(
                    chain[0], fingerprints.isEmpty() ? rejection : wrongThumbprint(rejection));
        }
    }

    /// Returns true if the certificate is valid apart from the host name. The call passes no connection, so the
    /// runtime does not check the host name.
    private boolean isValidExceptHost(X509Certificate[] chain, String authType) {
        try {
            delegate.checkServerTrusted(chain, authType);
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }

    private boolean isPinned(X509Certificate certificate) {
        return fingerprints.contains(UntrustedServerException.fingerprint(certificate, "SHA-256"))
                || fingerprints.contains(UntrustedServerException.fingerprint(certificate, "SHA-1"));
    }

    private CertificateRejection wrongThumbprint(CertificateRejection rejection) {
        int more = fingerprints.size() - MAX_LISTED_FINGERPRINTS;
        String configured =
                String.join(" or ", fingerprints.subList(0, Math.min(fingerprints.size(), MAX_LISTED_FINGERPRINTS)));
        String reason = "%s, and it does not have the thumbprint %s%s"
                .formatted(rejection.explanation(), configured, more > 0 ? " or %d more".formatted(more) : "");
        return new CertificateRejection(TlsFailureReason.WRONG_THUMBPRINT, reason);
    }
}

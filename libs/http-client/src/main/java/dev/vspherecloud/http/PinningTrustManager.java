package dev.vspherecloud.http;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Verifies server certificates by the runtime's checks. If they fail because of the CA or the host name, a
/// certificate with a configured fingerprint is accepted all the same. A refusal names the certificate and what is
/// wrong with it.
final class PinningTrustManager extends X509ExtendedTrustManager {
    private static final int MOST_FINGERPRINTS = 4;

    private final X509ExtendedTrustManager checks;
    private final CertificateDiagnosis review;
    private final List<String> fingerprints;

    /// @param review explains why the checks fail
    /// @param fingerprints as in [TlsTrust.Thumbprints]; empty for none
    PinningTrustManager(X509ExtendedTrustManager checks, CertificateDiagnosis review, List<String> fingerprints) {
        this.checks = checks;
        this.review = review;
        this.fingerprints = fingerprints;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        try {
            checks.checkServerTrusted(chain, authType, engine);
        } catch (CertificateException e) {
            judge(chain, authType, e);
        }
        requireInTime(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        try {
            checks.checkServerTrusted(chain, authType, socket);
        } catch (CertificateException e) {
            judge(chain, authType, e);
        }
        requireInTime(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        checks.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checks.checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checks.checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        checks.checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return checks.getAcceptedIssuers();
    }

    /// Refuses a server certificate that has expired or is not yet valid: if the certificate itself is trusted,
    /// the runtime accepts it forever.
    private static void requireInTime(X509Certificate own) throws UntrustedServerException {
        Optional<CertificateRejection> fault = CertificateDiagnosis.outOfTime(own);
        if (fault.isPresent()) {
            throw new UntrustedServerException(own, fault.get());
        }
    }

    private void judge(X509Certificate[] chain, String authType, CertificateException refusal)
            throws UntrustedServerException {
        CertificateRejection fault = review.fault(List.of(chain), refusal, isFineElsewhere(chain, authType));
        if (!fault.flaw().isMendedByThumbprint()) {
            throw new UntrustedServerException(chain[0], fault);
        }
        if (!isPinned(chain[0])) {
            throw new UntrustedServerException(chain[0], fingerprints.isEmpty() ? fault : unpinned(fault));
        }
    }

    /// Returns true if the certificate is valid apart from the host name: without a connection, the runtime does
    /// not check it.
    private boolean isFineElsewhere(X509Certificate[] chain, String authType) {
        try {
            checks.checkServerTrusted(chain, authType);
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }

    private boolean isPinned(X509Certificate shown) {
        return fingerprints.contains(UntrustedServerException.fingerprint(shown, "SHA-256"))
                || fingerprints.contains(UntrustedServerException.fingerprint(shown, "SHA-1"));
    }

    private CertificateRejection unpinned(CertificateRejection fault) {
        int more = fingerprints.size() - MOST_FINGERPRINTS;
        String configured =
                String.join(" or ", fingerprints.subList(0, Math.min(fingerprints.size(), MOST_FINGERPRINTS)));
        String reason = "%s, and it does not have the thumbprint %s%s"
                .formatted(fault.reason(), configured, more > 0 ? " or %d more".formatted(more) : "");
        return new CertificateRejection(TlsFailureReason.WRONG_THUMBPRINT, reason);
    }
}

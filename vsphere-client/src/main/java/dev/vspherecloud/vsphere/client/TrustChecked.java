package dev.vspherecloud.vsphere.client;

import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// The runtime's checks; when they fail over who signed it or for whom, a certificate with a known
/// fingerprint will still do. A refusal names the certificate.
final class TrustChecked extends X509ExtendedTrustManager {
    /// What no fingerprint makes good.
    private static final Set<CertPathValidatorException.Reason> FINAL =
            Set.of(BasicReason.EXPIRED, BasicReason.NOT_YET_VALID, BasicReason.REVOKED, BasicReason.INVALID_SIGNATURE);

    private final X509ExtendedTrustManager checks;
    private final String trusted;
    private final List<String> fingerprints;

    /// @param trusted which authorities those are, as the end of a sentence
    /// @param fingerprints as [TlsTrust.Thumbprints] has them; empty for none
    TrustChecked(X509ExtendedTrustManager checks, String trusted, List<String> fingerprints) {
        this.checks = checks;
        this.trusted = trusted;
        this.fingerprints = fingerprints;
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        try {
            checks.checkServerTrusted(chain, authType, engine);
        } catch (CertificateException e) {
            judge(chain[0], e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        try {
            checks.checkServerTrusted(chain, authType, socket);
        } catch (CertificateException e) {
            judge(chain[0], e);
        }
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

    private void judge(X509Certificate shown, CertificateException refusal) throws UntrustedServerException {
        if (!isPinned(shown)) {
            throw new UntrustedServerException(shown, reason(refusal), refusal);
        }
        try {
            shown.checkValidity();
        } catch (CertificateException e) {
            throw new UntrustedServerException(shown, "it has the thumbprint, but is not valid today", e);
        }
        if (isFinal(refusal)) {
            throw new UntrustedServerException(shown, "it has the thumbprint, but " + deepestMessage(refusal), refusal);
        }
    }

    private boolean isPinned(X509Certificate shown) {
        return fingerprints.contains(UntrustedServerException.fingerprint(shown, "SHA-256"))
                || fingerprints.contains(UntrustedServerException.fingerprint(shown, "SHA-1"));
    }

    private static boolean isFinal(CertificateException refusal) {
        return BrokenExchange.causes(refusal)
                .anyMatch(
                        cause -> cause instanceof CertPathValidatorException path && FINAL.contains(path.getReason()));
    }

    private String reason(CertificateException refusal) {
        String pinned = fingerprints.isEmpty()
                ? ""
                : ", and it does not have the thumbprint " + String.join(" or ", fingerprints);
        return (isSignedByNobody(refusal) ? "signed by none of the authorities " + trusted : deepestMessage(refusal))
                + pinned;
    }

    /// Another authority of the same name counts as unknown as well, though its signature was tried.
    private static boolean isSignedByNobody(CertificateException refusal) {
        return BrokenExchange.causes(refusal)
                .anyMatch(cause -> cause instanceof CertPathBuilderException
                        || (cause instanceof CertPathValidatorException path
                                && path.getReason() == BasicReason.INVALID_SIGNATURE));
    }

    private static String deepestMessage(CertificateException refusal) {
        return BrokenExchange.causes(refusal)
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .reduce((_, deeper) -> deeper)
                .orElse("no reason given");
    }
}

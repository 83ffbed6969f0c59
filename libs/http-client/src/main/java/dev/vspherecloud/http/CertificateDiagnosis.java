package dev.vspherecloud.http;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Determines why the Java runtime refused a server certificate. The runtime's own message is the same for an
/// unknown CA, a missing CA certificate and a self-signed certificate.
///
/// @param host the host to connect to
/// @param caCertificates the trusted CA certificates
/// @param trustDescription says where those CA certificates come from, as the end of a sentence: `in
///     /etc/vcenter-ca.pem`
record CertificateDiagnosis(String host, List<X509Certificate> caCertificates, String trustDescription) {
    private static final Set<CertPathValidatorException.Reason> VALIDITY_REASONS =
            Set.of(BasicReason.EXPIRED, BasicReason.NOT_YET_VALID);

    CertificateDiagnosis {
        caCertificates = List.copyOf(caCertificates);
    }

    /// Returns why the certificate was refused.
    ///
    /// @param presented the certificates that the server sent, its own first
    /// @param isValidExceptHost true if the certificate would be accepted without the check of the host name
    CertificateRejection diagnose(
            List<X509Certificate> presented, CertificateException refusal, boolean isValidExceptHost) {
        var chain = PresentedChain.of(presented);
        Optional<CertificateRejection> time = checkValidity(chain, refusal);
        if (time.isPresent()) {
            return time.get();
        }
        if (isValidExceptHost) {
            return new CertificateRejection(TlsFailureReason.WRONG_HOST, hostMismatch(chain.serverCertificate()));
        }
        return isIssuerUntrusted(refusal)
                ? untrustedIssuer(chain)
                : new CertificateRejection(
                        TlsFailureReason.UNFIT_CERTIFICATE, PrintableText.of(deepestMessage(refusal)));
    }

    /// Returns a rejection if the certificate has expired or is not yet valid.
    static Optional<CertificateRejection> checkValidity(X509Certificate certificate) {
        return checkValidity(certificate, "it");
    }

    /// Returns a rejection if a certificate of the chain has expired or is not yet valid. Certificates other
    /// than the server's own count only if the runtime's checks failed for that reason, because the path to a
    /// CA certificate may not need them.
    private static Optional<CertificateRejection> checkValidity(PresentedChain chain, CertificateException refusal) {
        Optional<CertificateRejection> certificate = checkValidity(chain.serverCertificate());
        if (certificate.isPresent() || pathReasons(refusal).noneMatch(VALIDITY_REASONS::contains)) {
            return certificate;
        }
        return chain.linked().stream()
                .flatMap(each ->
                        checkValidity(each, "the CA certificate (" + CertificateNameText.subject(each) + ")").stream())
                .findFirst();
    }

    private static Optional<CertificateRejection> checkValidity(X509Certificate certificate, String which) {
        try {
            certificate.checkValidity();
            return Optional.empty();
        } catch (CertificateExpiredException _) {
            var end = certificate.getNotAfter().toInstant();
            return Optional.of(new CertificateRejection(TlsFailureReason.EXPIRED, which + " expired on " + end));
        } catch (CertificateNotYetValidException _) {
            var start = certificate.getNotBefore().toInstant();
            return Optional.of(
                    new CertificateRejection(TlsFailureReason.NOT_YET_VALID, which + " is not valid before " + start));
        }
    }

    private String hostMismatch(X509Certificate certificate) {
        String hosts = CertificateNameText.hosts(certificate);
        return hosts.isEmpty()
                ? "it names no host (no subject alternative name), but the connection is to " + host
                : "it is for %s, but the connection is to %s".formatted(hosts, host);
    }

    private CertificateRejection untrustedIssuer(PresentedChain chain) {
        String untrusted = "not among the CA certificates " + trustDescription;
        String issuer = CertificateNameText.issuer(chain.last());
        if (chain.endsInRoot()) {
            return chain.linked().size() == 1
                    ? new CertificateRejection(
                            TlsFailureReason.SELF_SIGNED, "it is self-signed, and it is " + untrusted)
                    : new CertificateRejection(
                            TlsFailureReason.UNKNOWN_AUTHORITY,
                            "its chain leads to %2$s, which is %1$s".formatted(untrusted, issuer));
        }
        if (hasCaWithIssuerName(chain)) {
            String reason =
                    "its chain leads to %2$s, which is %1$s: the CA certificate of this name there has another key"
                            .formatted(untrusted, issuer);
            return new CertificateRejection(TlsFailureReason.UNKNOWN_AUTHORITY, reason);
        }
        String reason = "its chain leads to %2$s, which is %1$s; the server did not send the certificate of that CA"
                .formatted(untrusted, issuer);
        return new CertificateRejection(
                chain.hasUnlinked() || hasCaOfIssuerOrganisation(chain)
                        ? TlsFailureReason.INCOMPLETE_CHAIN
                        : TlsFailureReason.UNKNOWN_AUTHORITY,
                reason);
    }

    /// Returns true if a trusted CA certificate has the same name as the issuer, but another key. That happens
    /// easily, since the CA of every vCenter has the same name.
    private boolean hasCaWithIssuerName(PresentedChain chain) {
        var issuer = chain.last().getIssuerX500Principal();
        return caCertificates.stream()
                .anyMatch(ca -> ca.getSubjectX500Principal().equals(issuer));
    }

    /// Returns true if the issuer is not trusted, but a trusted CA certificate names the same organisation. Then
    /// the issuer is more likely an intermediate CA of that trusted root than an unknown CA. This is not certain,
    /// since the certificate that would prove it is missing.
    private boolean hasCaOfIssuerOrganisation(PresentedChain chain) {
        Optional<String> organisation =
                CertificateNameText.organisation(chain.last().getIssuerX500Principal());
        return organisation.isPresent()
                && caCertificates.stream()
                        .map(ca -> CertificateNameText.organisation(ca.getSubjectX500Principal()))
                        .anyMatch(organisation::equals);
    }

    /// Returns true if no trusted CA signed the certificate. A CA with the same name and another key also
    /// counts as unknown, although the runtime then reports an invalid signature.
    private static boolean isIssuerUntrusted(CertificateException refusal) {
        return CauseChain.of(refusal).anyMatch(CertPathBuilderException.class::isInstance)
                || pathReasons(refusal).anyMatch(BasicReason.INVALID_SIGNATURE::equals);
    }

    private static Stream<CertPathValidatorException.Reason> pathReasons(CertificateException refusal) {
        return CauseChain.of(refusal)
                .filter(CertPathValidatorException.class::isInstance)
                .map(cause -> ((CertPathValidatorException) cause).getReason());
    }

    private static String deepestMessage(CertificateException refusal) {
        return CauseChain.of(refusal)
                .map(Throwable::getMessage)
                .filter(Objects::nonNull)
                .reduce((_, deeper) -> deeper)
                .orElse("no reason given");
    }
}

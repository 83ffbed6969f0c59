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
/// @param authorities the trusted CA certificates
/// @param trusted describes those CA certificates, as the end of a sentence: `in /etc/vcenter-ca.pem`
record CertificateDiagnosis(String host, List<X509Certificate> authorities, String trusted) {
    private static final Set<CertPathValidatorException.Reason> OUT_OF_TIME =
            Set.of(BasicReason.EXPIRED, BasicReason.NOT_YET_VALID);

    CertificateDiagnosis {
        authorities = List.copyOf(authorities);
    }

    /// Returns why the certificate was refused.
    ///
    /// @param sent what the server sent, its own certificate first
    /// @param isFineElsewhere whether the certificate would be accepted without the host name check
    CertificateRejection fault(List<X509Certificate> sent, CertificateException refusal, boolean isFineElsewhere) {
        var chain = PresentedChain.of(sent);
        Optional<CertificateRejection> time = outOfTime(chain, refusal);
        if (time.isPresent()) {
            return time.get();
        }
        if (isFineElsewhere) {
            return new CertificateRejection(TlsFailureReason.WRONG_HOST, forOthers(chain.own()));
        }
        return isSignedByNobody(refusal)
                ? unsigned(chain)
                : new CertificateRejection(
                        TlsFailureReason.UNFIT_CERTIFICATE, PrintableText.of(deepestMessage(refusal)));
    }

    /// Returns a rejection if the certificate has expired or is not yet valid.
    static Optional<CertificateRejection> outOfTime(X509Certificate own) {
        return outOfTime(own, "it");
    }

    /// The validity of other certificates than the server's own only matters if the runtime's checks failed for
    /// that reason: the path to a CA certificate may not need them.
    private static Optional<CertificateRejection> outOfTime(PresentedChain chain, CertificateException refusal) {
        Optional<CertificateRejection> own = outOfTime(chain.own());
        if (own.isPresent() || pathReasons(refusal).noneMatch(OUT_OF_TIME::contains)) {
            return own;
        }
        return chain.linked().stream()
                .flatMap(each -> outOfTime(each, "the CA certificate " + CertificateNameText.subject(each)).stream())
                .findFirst();
    }

    private static Optional<CertificateRejection> outOfTime(X509Certificate certificate, String which) {
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

    private String forOthers(X509Certificate own) {
        String hosts = CertificateNameText.hosts(own);
        return hosts.isEmpty()
                ? "it names no host (no subject alternative name), but the client connects to " + host
                : "it is for %s, but the client connects to %s".formatted(hosts, host);
    }

    private CertificateRejection unsigned(PresentedChain chain) {
        String nobody = "not signed by a CA certificate " + trusted;
        String issuer = CertificateNameText.issuer(chain.last());
        if (chain.endsInARoot()) {
            return chain.linked().size() == 1
                    ? new CertificateRejection(TlsFailureReason.SELF_SIGNED, "it is self-signed, and so " + nobody)
                    : new CertificateRejection(
                            TlsFailureReason.UNKNOWN_AUTHORITY, "%s, but by %s".formatted(nobody, issuer));
        }
        if (hasNamesakeOfSigner(chain)) {
            String reason = "%s: the signer has the name of the CA certificate %s there, but another key"
                    .formatted(nobody, issuer);
            return new CertificateRejection(TlsFailureReason.UNKNOWN_AUTHORITY, reason);
        }
        String reason = "%s, but by %s, whose certificate the server did not send".formatted(nobody, issuer);
        return new CertificateRejection(
                chain.hasStrays() || hasRelativeOfSigner(chain)
                        ? TlsFailureReason.INCOMPLETE_CHAIN
                        : TlsFailureReason.UNKNOWN_AUTHORITY,
                reason);
    }

    /// Returns true if a trusted CA certificate has the same name as the issuer, but another key. That happens
    /// easily, since the CA of every vCenter has the same name.
    private boolean hasNamesakeOfSigner(PresentedChain chain) {
        var signer = chain.last().getIssuerX500Principal();
        return authorities.stream()
                .anyMatch(authority -> authority.getSubjectX500Principal().equals(signer));
    }

    /// Returns true if the issuer is not trusted, but a trusted CA certificate names the same organisation. Then
    /// the issuer is more likely an intermediate CA of that trusted root than an unknown CA. This is not certain,
    /// since the certificate that would prove it is missing.
    private boolean hasRelativeOfSigner(PresentedChain chain) {
        Optional<String> organisation =
                CertificateNameText.organisation(chain.last().getIssuerX500Principal());
        return organisation.isPresent()
                && authorities.stream()
                        .map(authority -> CertificateNameText.organisation(authority.getSubjectX500Principal()))
                        .anyMatch(organisation::equals);
    }

    /// Returns true if no trusted CA signed the certificate. A CA of the same name with another key also counts as
    /// unknown, although its signature was checked.
    private static boolean isSignedByNobody(CertificateException refusal) {
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

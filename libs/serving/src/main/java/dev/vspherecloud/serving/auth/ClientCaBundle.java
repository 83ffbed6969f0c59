package dev.vspherecloud.serving.auth;

import dev.vspherecloud.text.PemBlock;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.CertificateParsingException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The CA certificates that client certificates are verified against.
///
/// Rule from: Go, crypto/x509 Certificate.Verify with ExtKeyUsageClientAuth, as kube-apiserver calls it. Every
/// certificate of the chain, the CA certificate too, must be within its validity period and allow client
/// authentication. Revocation lists are not checked.
record ClientCaBundle(List<X509Certificate> certificates) {
    static final ClientCaBundle NONE = new ClientCaBundle(List.of());

    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_USE = "2.5.29.37.0";

    ClientCaBundle {
        certificates = List.copyOf(certificates);
    }

    /// Parses the certificates in a PEM text.
    ///
    /// @param pem the certificates one after the other; text between them is skipped
    static ClientCaBundle parse(String pem) throws CertificateException {
        List<X509Certificate> found = PemBlock.certificates(pem);
        if (found.isEmpty()) {
            throw new CertificateException("it contains no certificate");
        }
        return new ClientCaBundle(found);
    }

    boolean isEmpty() {
        return certificates.isEmpty();
    }

    /// Returns what is wrong with the certificates of a client; empty if they are valid.
    ///
    /// @param presented the client's own certificate first, then those that may lead to a CA certificate; never
    ///     empty
    Optional<String> invalidReason(List<X509Certificate> presented, Instant now) {
        try {
            return pathToCa(presented, now).stream()
                    .map(each -> invalidReason(each, now))
                    .flatMap(Optional::stream)
                    .findFirst();
        } catch (CertPathBuilderException _) {
            // The message of this exception is the same for every cause. An expired certificate is a common
            // cause, so it is reported separately.
            return Optional.of(
                    outOfValidity(presented.getFirst(), now).orElse("it is not signed by a trusted CA certificate"));
        } catch (GeneralSecurityException e) {
            return Optional.of("it cannot be verified (%s)".formatted(e.getMessage()));
        }
    }

    /// Returns the chain from the client's own certificate to the CA certificate.
    private List<X509Certificate> pathToCa(List<X509Certificate> presented, Instant now)
            throws GeneralSecurityException {
        X509Certificate own = presented.getFirst();
        if (certificates.contains(own)) {
            return List.of(own);
        }
        var path =
                (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(rules(presented, now));
        return Stream.concat(
                        path.getCertPath().getCertificates().stream().map(X509Certificate.class::cast),
                        Stream.of(path.getTrustAnchor().getTrustedCert()))
                .toList();
    }

    private PKIXBuilderParameters rules(List<X509Certificate> presented, Instant now) throws GeneralSecurityException {
        var own = new X509CertSelector();
        own.setCertificate(presented.getFirst());
        var rules = new PKIXBuilderParameters(anchors(), own);
        rules.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(presented)));
        rules.setRevocationEnabled(false);
        rules.setDate(Date.from(now));
        return rules;
    }

    private Set<TrustAnchor> anchors() throws InvalidAlgorithmParameterException {
        if (certificates.isEmpty()) {
            throw new InvalidAlgorithmParameterException("no CA certificate is configured");
        }
        return certificates.stream().map(each -> new TrustAnchor(each, null)).collect(Collectors.toSet());
    }

    private static Optional<String> invalidReason(X509Certificate certificate, Instant now) {
        return outOfValidity(certificate, now)
                .or(() -> isForClients(certificate)
                        ? Optional.empty()
                        : Optional.of("its extended key usage does not allow client authentication"));
    }

    private static Optional<String> outOfValidity(X509Certificate certificate, Instant now) {
        try {
            certificate.checkValidity(Date.from(now));
            return Optional.empty();
        } catch (CertificateExpiredException _) {
            return Optional.of("it expired on " + certificate.getNotAfter().toInstant());
        } catch (CertificateNotYetValidException _) {
            return Optional.of(
                    "it is not valid before " + certificate.getNotBefore().toInstant());
        }
    }

    /// Returns true if the certificate allows client authentication; without an extended key usage it allows every
    /// use.
    private static boolean isForClients(X509Certificate certificate) {
        try {
            List<String> uses = certificate.getExtendedKeyUsage();
            return uses == null || uses.contains(CLIENT_AUTHENTICATION) || uses.contains(ANY_USE);
        } catch (CertificateParsingException _) {
            return false;
        }
    }
}

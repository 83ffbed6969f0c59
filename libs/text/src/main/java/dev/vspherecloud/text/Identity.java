package dev.vspherecloud.text;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A private key and the certificate for it.
///
/// @param chain the certificate itself, then the intermediate ones
public record Identity(PrivateKey key, List<X509Certificate> chain) {
    private static final int DNS_NAME = 2;

    /// The name of a host or a wildcard, and no address.
    private static final Pattern COMMON_NAME =
            Pattern.compile("(?:^|,)CN=((?:\\*\\.)?[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)*(?<!\\.[0-9]{1,3}))(?:,|$)");

    public Identity {
        chain = List.copyOf(chain);
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /// The names of servers that the certificate is for, its common name among them.
    ///
    /// Rule from: apiserver, dynamiccertificates, getCertificateNames: no addresses, since nobody asks for one by
    /// name.
    public List<String> names() {
        return Stream.concat(commonName().stream(), alternatives().stream())
                .distinct()
                .toList();
    }

    private Optional<String> commonName() {
        Matcher name =
                COMMON_NAME.matcher(certificate().getSubjectX500Principal().getName());
        return name.find() ? Optional.of(name.group(1)) : Optional.empty();
    }

    private List<String> alternatives() {
        try {
            Collection<List<?>> names = Optional.ofNullable(certificate().getSubjectAlternativeNames())
                    .orElse(List.of());
            return names.stream()
                    .filter(each -> Integer.valueOf(DNS_NAME).equals(each.getFirst()))
                    .map(each -> each.get(1).toString())
                    .toList();
        } catch (CertificateParsingException _) {
            return List.of();
        }
    }

    /// Whether the key is the one that the certificate speaks of.
    public boolean belongsTogether() {
        try {
            byte[] sample = {1, 2, 3};
            Signature signing = signature(key.getAlgorithm());
            signing.initSign(key);
            signing.update(sample);
            return verifies(certificate().getPublicKey(), sample, signing.sign());
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static boolean verifies(PublicKey key, byte[] sample, byte[] signed) throws GeneralSecurityException {
        Signature verifying = signature(key.getAlgorithm());
        verifying.initVerify(key);
        verifying.update(sample);
        return verifying.verify(signed);
    }

    private static Signature signature(String algorithm) throws GeneralSecurityException {
        return Signature.getInstance(
                switch (algorithm) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> algorithm;
                });
    }

    /// The key's owner only: what a key is made of is nobody's business.
    @Override
    public String toString() {
        return "Identity[" + certificate().getSubjectX500Principal() + "]";
    }
}

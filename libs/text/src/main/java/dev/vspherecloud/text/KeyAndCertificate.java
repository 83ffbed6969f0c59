package dev.vspherecloud.text;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/// A private key and the certificate for it.
///
/// @param chain the certificate itself, then the intermediate certificates
public record KeyAndCertificate(PrivateKey key, List<X509Certificate> chain) {
    public KeyAndCertificate {
        chain = List.copyOf(chain);
    }

    public X509Certificate certificate() {
        return chain.getFirst();
    }

    /// Returns true if the key is the private key for the certificate's public key.
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

    /// Returns only the certificate's subject, since the key is secret.
    @Override
    public String toString() {
        return "Identity[" + certificate().getSubjectX500Principal() + "]";
    }
}

package dev.vspherecloud.text;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/// Reads private keys from PEM text, and writes keys and certificates as PEM.
///
/// Rule from: Go, crypto/tls.X509KeyPair, for which blocks count.
public final class PemText {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private PemText() {}

    /// Returns the first private key of the text; empty if there is none.
    ///
    /// @param of the public key, which names the algorithm: key formats older than PKCS #8 do not
    public static Optional<PrivateKey> key(String text, PublicKey of) throws GeneralSecurityException {
        for (PemBlock block : PemBlock.all(text)) {
            if (block.label().endsWith("PRIVATE KEY")) {
                return Optional.of(key(block, of));
            }
        }
        return Optional.empty();
    }

    private static PrivateKey key(PemBlock block, PublicKey of) throws GeneralSecurityException {
        byte[] encoded =
                switch (block.label()) {
                    case "PRIVATE KEY" -> block.content();
                    case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> wrapped(block.content(), of);
                    default -> throw new GeneralSecurityException(block.label() + " cannot be read");
                };
        return KeyFactory.getInstance(of.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /// Returns a private key as PKCS #8 (RFC 5208, section 5). The public key names the algorithm, which is the
    /// same as the private key's.
    private static byte[] wrapped(byte[] key, PublicKey of) {
        DerElement algorithm = DerElement.first(of.getEncoded()).parts().getFirst();
        return Der.sequence(Der.integer(BigInteger.ZERO), algorithm.encoded(), Der.octets(key));
    }

    public static String of(X509Certificate certificate) {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was read has an encoding", e);
        }
    }

    public static String of(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }

    private static String block(String label, byte[] content) {
        String lines = new String(LINES.encode(content), StandardCharsets.US_ASCII);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, lines, label);
    }
}

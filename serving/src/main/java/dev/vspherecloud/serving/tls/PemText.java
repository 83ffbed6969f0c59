package dev.vspherecloud.serving.tls;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Certificates and keys as text.
///
/// Rule from: RFC 7468; Go, crypto/tls.X509KeyPair, for which blocks count.
public final class PemText {
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private record Block(String label, String lines) {
        byte[] content() {
            return Base64.getMimeDecoder().decode(lines);
        }
    }

    private PemText() {}

    /// In their order; none when the text holds none.
    public static List<X509Certificate> certificates(String text) throws CertificateException {
        var certificates = new ArrayList<X509Certificate>();
        var factory = CertificateFactory.getInstance("X.509");
        try {
            for (Block block : blocks(text)) {
                if (block.label().equals("CERTIFICATE")) {
                    certificates.add(
                            (X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content())));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new CertificateException("its text is no Base64", e);
        }
        return certificates;
    }

    /// The first private key of the text.
    ///
    /// @param of its other half: forms older than PKCS #8 do not say what the key is for
    public static Optional<PrivateKey> key(String text, PublicKey of) throws GeneralSecurityException {
        for (Block block : blocks(text)) {
            if (block.label().endsWith("PRIVATE KEY")) {
                return Optional.of(key(block, of));
            }
        }
        return Optional.empty();
    }

    private static PrivateKey key(Block block, PublicKey of) throws GeneralSecurityException {
        byte[] encoded =
                switch (block.label()) {
                    case "PRIVATE KEY" -> block.content();
                    case "RSA PRIVATE KEY", "EC PRIVATE KEY" -> wrapped(block.content(), of);
                    default -> throw new GeneralSecurityException(block.label() + " can't be read");
                };
        return KeyFactory.getInstance(of.getAlgorithm()).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    /// As PKCS #8 (RFC 5208, section 5): the public key says by which algorithm, as the private one would.
    private static byte[] wrapped(byte[] key, PublicKey of) {
        DerElement algorithm = DerElement.first(of.getEncoded()).parts().getFirst();
        return Der.sequence(Der.integer(BigInteger.ZERO), algorithm.encoded(), Der.octets(key));
    }

    private static List<Block> blocks(String text) {
        Matcher found = BLOCK.matcher(text);
        var blocks = new ArrayList<Block>();
        while (found.find()) {
            blocks.add(new Block(found.group(1), found.group(2)));
        }
        return blocks;
    }

    static String of(X509Certificate certificate) {
        try {
            return block("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was read has an encoding", e);
        }
    }

    static String of(PrivateKey key) {
        return block("PRIVATE KEY", key.getEncoded());
    }

    private static String block(String label, byte[] content) {
        String lines = new String(LINES.encode(content), StandardCharsets.US_ASCII);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(label, lines, label);
    }
}

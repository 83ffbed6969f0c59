package dev.vspherecloud.testkit.wire;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.List;

/// What a certificate is to say, before somebody signs it.
///
/// @param name the common name of its subject
/// @param until its last moment, `YYMMDDhhmmssZ`; it begins with the year 2020
/// @param extensions encoded
record CertificateDraft(String name, PublicKey key, String until, List<byte[]> extensions) {
    static final String FAR_FUTURE = "491231235959Z";
    static final String PAST = "210101000000Z";

    private static final String BEGIN = "200101000000Z";
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    CertificateDraft {
        extensions = List.copyOf(extensions);
    }

    static KeyPair newKeys() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot make an EC key", e);
        }
    }

    /// Good for `127.0.0.1` and `localhost`.
    static byte[] loopbackNames() {
        byte[] names = Der.sequence(
                Der.implicit(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII)),
                Der.implicit(IP_ADDRESS, new byte[] {127, 0, 0, 1}));
        return Der.sequence(Der.objectId(SUBJECT_ALTERNATIVE_NAME), Der.octets(names));
    }

    /// May sign others.
    static byte[] authority() {
        byte[] authority = Der.sequence(Der.bool(true));
        return Der.sequence(Der.objectId(BASIC_CONSTRAINTS), Der.bool(true), Der.octets(authority));
    }

    /// @param issuer the common name of who signs
    X509Certificate signedBy(String issuer, KeyPair issuerKeys) {
        byte[] algorithm = Der.sequence(Der.objectId(ECDSA_WITH_SHA256));
        byte[] toBeSigned = Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(63, new SecureRandom())),
                algorithm,
                distinguished(issuer),
                Der.sequence(Der.utcTime(BEGIN), Der.utcTime(until)),
                distinguished(name),
                key.getEncoded(),
                Der.explicit(3, Der.sequence(extensions.toArray(byte[][]::new))));
        try {
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(issuerKeys.getPrivate());
            signature.update(toBeSigned);
            byte[] encoded = Der.sequence(toBeSigned, algorithm, Der.bits(signature.sign()));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot make an EC certificate", e);
        }
    }

    private static byte[] distinguished(String commonName) {
        return Der.sequence(Der.set(Der.sequence(Der.objectId(COMMON_NAME), Der.utf8(commonName))));
    }
}

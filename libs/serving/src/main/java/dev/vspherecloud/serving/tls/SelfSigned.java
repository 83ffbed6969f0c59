package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.Der;
import dev.vspherecloud.text.KeyAndCertificate;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/// Creates self-signed certificates.
///
/// Rule from: client-go, util/cert.GenerateSelfSignedCertKeyWithOptions, for names and lifetime. Differs: an
/// elliptic curve key, which takes milliseconds to create where an RSA key takes a good part of the start. It
/// creates one self-signed certificate, not a CA whose key is discarded at once and a certificate that this CA
/// signed.
final class SelfSigned {
    static final Duration LIFETIME = Duration.ofDays(365);

    /// The time before its creation from which a certificate is valid, for clients whose clocks are late.
    private static final Duration BEFORE = Duration.ofHours(1);

    private static final X500Principal NAME = new X500Principal("CN=localhost");
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private SelfSigned() {}

    /// Creates a new certificate, valid for [#LIFETIME].
    static KeyAndCertificate make(Instant now) {
        try {
            var random = new SecureRandom();
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair keys = generator.generateKeyPair();
            byte[] content = content(keys, new BigInteger(64, random).setBit(64), now);
            return new KeyAndCertificate(keys.getPrivate(), List.of(signed(content, keys)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK can sign with an elliptic key", e);
        }
    }

    /// Returns the content of the certificate that is signed. Rule from: RFC 5280, section 4.1, TBSCertificate.
    private static byte[] content(KeyPair keys, BigInteger serial, Instant now) {
        return Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(serial),
                algorithm(),
                NAME.getEncoded(),
                Der.sequence(time(now.minus(BEFORE)), time(now.plus(LIFETIME))),
                NAME.getEncoded(),
                keys.getPublic().getEncoded(),
                Der.explicit(3, Der.sequence(basicConstraints(), keyUsage(), purpose(), names())));
    }

    private static X509Certificate signed(byte[] content, KeyPair keys) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(content);
        byte[] whole = Der.sequence(content, algorithm(), Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
    }

    /// Returns the signature algorithm: ecdsa-with-SHA256, RFC 5758, section 3.2.
    private static byte[] algorithm() {
        return Der.sequence(Der.objectId(1, 2, 840, 10045, 4, 3, 2));
    }

    private static byte[] time(Instant at) {
        return Der.time(UTC_TIME.format(at));
    }

    private static byte[] basicConstraints() {
        return Der.sequence(Der.objectId(2, 5, 29, 19), Der.trueValue(), Der.octets(Der.sequence()));
    }

    /// Returns the extension by which the key may only be used for digital signatures.
    private static byte[] keyUsage() {
        return Der.sequence(
                Der.objectId(2, 5, 29, 15), Der.trueValue(), Der.octets(Der.bits(7, new byte[] {(byte) 0x80})));
    }

    /// Returns the extension by which the certificate may be used for server authentication.
    private static byte[] purpose() {
        return Der.sequence(
                Der.objectId(2, 5, 29, 37), Der.octets(Der.sequence(Der.objectId(1, 3, 6, 1, 5, 5, 7, 3, 1))));
    }

    private static byte[] names() {
        return Der.sequence(
                Der.objectId(2, 5, 29, 17),
                Der.octets(Der.sequence(
                        Der.implicit(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII)),
                        Der.implicit(IP_ADDRESS, new byte[] {127, 0, 0, 1}))));
    }
}

package dev.vspherecloud.testkit.wire;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;

/// A certificate before it is signed.
///
/// @param from in 1950 or later
/// @param until before 2050
/// @param extensions encoded; none for none
record CertificateForm(X500Principal subject, PublicKey key, Instant from, Instant until, List<byte[]> extensions) {
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String ORGANISATION = "2.5.4.10";
    private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String EXTENDED_KEY_USAGE = "2.5.29.37";
    private static final String CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;
    private static final DateTimeFormatter UTC_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    static X500Principal name(String commonName, List<String> organisations) {
        Stream<byte[]> parts = Stream.concat(
                organisations.stream().map(each -> attribute(ORGANISATION, each)),
                Stream.of(attribute(COMMON_NAME, commonName)));
        return new X500Principal(Der.sequence(parts.toArray(byte[][]::new)));
    }

    /// Returns the extension with its DNS names and IP addresses.
    static byte[] hosts(List<String> hosts) {
        byte[][] names = hosts.stream().map(CertificateForm::host).toArray(byte[][]::new);
        return Der.sequence(Der.objectId(SUBJECT_ALTERNATIVE_NAME), Der.octets(Der.sequence(names)));
    }

    /// Returns the extension of a CA certificate.
    static byte[] caCertificate() {
        byte[] constraints = Der.sequence(Der.bool(true));
        return Der.sequence(Der.objectId(BASIC_CONSTRAINTS), Der.bool(true), Der.octets(constraints));
    }

    /// Returns the extension that excludes use as a server certificate.
    static byte[] forClientsOnly() {
        byte[] purposes = Der.sequence(Der.objectId(CLIENT_AUTHENTICATION));
        return Der.sequence(Der.objectId(EXTENDED_KEY_USAGE), Der.octets(purposes));
    }

    X509Certificate sign(X500Principal issuer, PrivateKey issuerKey) {
        try {
            byte[] algorithm = Der.sequence(Der.objectId(ECDSA_WITH_SHA256));
            byte[] toBeSigned = toBeSigned(issuer, algorithm);
            var signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(issuerKey);
            signature.update(toBeSigned);
            byte[] encoded = Der.sequence(toBeSigned, algorithm, Der.bits(signature.sign()));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot make an EC certificate", e);
        }
    }

    private byte[] toBeSigned(X500Principal issuer, byte[] algorithm) {
        byte[] start = Der.concat(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(63, new SecureRandom())),
                algorithm,
                issuer.getEncoded(),
                Der.sequence(Der.utcTime(UTC_TIME.format(from)), Der.utcTime(UTC_TIME.format(until))),
                subject.getEncoded(),
                key.getEncoded());
        return extensions.isEmpty()
                ? Der.sequence(start)
                : Der.sequence(start, Der.explicit(3, Der.sequence(extensions.toArray(byte[][]::new))));
    }

    private static byte[] attribute(String id, String value) {
        return Der.set(Der.sequence(Der.objectId(id), Der.utf8(value)));
    }

    private static byte[] host(String host) {
        try {
            return Der.implicit(IP_ADDRESS, InetAddress.ofLiteral(host).getAddress());
        } catch (IllegalArgumentException _) {
            return Der.implicit(DNS_NAME, host.getBytes(StandardCharsets.US_ASCII));
        }
    }
}

package dev.vspherecloud.testkit.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HexFormat;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A self-signed certificate for `127.0.0.1` and `localhost` with its key, made in memory when asked for.
///
/// It is its own authority: a client that trusts [#certificatePem()] accepts it. Valid from 2020 to 2049, so that a
/// test with a clock of its own need not care.
public final class ServerIdentity {
    private static final String ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
    private static final String COMMON_NAME = "2.5.4.3";
    private static final String SUBJECT_ALTERNATIVE_NAME = "2.5.29.17";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;
    private static final char[] IN_MEMORY_ONLY = "in-memory".toCharArray();

    private final KeyPair keys;
    private final X509Certificate certificate;

    private ServerIdentity(KeyPair keys, X509Certificate certificate) {
        this.keys = keys;
        this.certificate = certificate;
    }

    /// Makes a new key and certificate; no two are alike.
    public static ServerIdentity generate() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair keys = generator.generateKeyPair();
            return new ServerIdentity(keys, selfSigned(keys));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK cannot make an EC certificate", e);
        }
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String certificatePem() {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded());
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }

    /// Upper case hex with colons, as vCenter's tools print it.
    public String sha1Thumbprint() {
        return thumbprint("SHA-1");
    }

    public String sha256Thumbprint() {
        return thumbprint("SHA-256");
    }

    /// For the server's side of a connection.
    public SSLContext serverContext() {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", keys.getPrivate(), IN_MEMORY_ONLY, new Certificate[] {certificate});
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, IN_MEMORY_ONLY);
            var context = SSLContext.getInstance("TLS");
            context.init(factory.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this JDK cannot serve TLS with its own key", e);
        }
    }

    /// For a client that trusts this certificate and no other.
    public SSLContext clientContext() {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("server", certificate);
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this JDK cannot trust a certificate", e);
        }
    }

    @Override
    public String toString() {
        return "ServerIdentity[" + sha256Thumbprint() + "]";
    }

    private static X509Certificate selfSigned(KeyPair keys) throws GeneralSecurityException {
        byte[] algorithm = Der.sequence(Der.objectId(ECDSA_WITH_SHA256));
        byte[] name = Der.sequence(Der.set(Der.sequence(Der.objectId(COMMON_NAME), Der.utf8("vsphere-cloud testkit"))));
        byte[] toBeSigned = Der.sequence(
                Der.explicit(0, Der.integer(BigInteger.TWO)),
                Der.integer(new BigInteger(63, new SecureRandom())),
                algorithm,
                name,
                Der.sequence(Der.utcTime("200101000000Z"), Der.utcTime("491231235959Z")),
                name,
                keys.getPublic().getEncoded(),
                Der.explicit(3, Der.sequence(loopbackNames(), itsOwnAuthority())));
        var signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(keys.getPrivate());
        signature.update(toBeSigned);
        byte[] encoded = Der.sequence(toBeSigned, algorithm, Der.bits(signature.sign()));
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    private static byte[] loopbackNames() {
        byte[] names = Der.sequence(
                Der.implicit(DNS_NAME, "localhost".getBytes(StandardCharsets.US_ASCII)),
                Der.implicit(IP_ADDRESS, new byte[] {127, 0, 0, 1}));
        return Der.sequence(Der.objectId(SUBJECT_ALTERNATIVE_NAME), Der.octets(names));
    }

    private static byte[] itsOwnAuthority() {
        byte[] authority = Der.sequence(Der.bool(true));
        return Der.sequence(Der.objectId(BASIC_CONSTRAINTS), Der.bool(true), Der.octets(authority));
    }

    private String thumbprint(String algorithm) {
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(encoded());
            return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    private byte[] encoded() {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate read from its encoding has one", e);
        }
    }
}

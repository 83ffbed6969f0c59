package dev.vspherecloud.testkit.wire;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A certificate for `127.0.0.1` and `localhost` with its key, made in memory when asked for.
///
/// One that is generated is its own authority: a client that trusts [#certificatePem()] accepts it. For one that
/// was issued clients trust its [CertificateAuthority]. Valid from 2020 to 2049, so that a test with a clock of its
/// own need not care.
public final class ServerIdentity {
    static final String NAME = "vsphere-cloud testkit";

    private static final char[] IN_MEMORY_ONLY = "in-memory".toCharArray();

    private final KeyPair keys;
    private final X509Certificate certificate;

    ServerIdentity(KeyPair keys, X509Certificate certificate) {
        this.keys = keys;
        this.certificate = certificate;
    }

    /// Makes a new key and certificate; no two are alike.
    public static ServerIdentity generate() {
        KeyPair keys = CertificateDraft.newKeys();
        var draft = new CertificateDraft(
                NAME,
                keys.getPublic(),
                CertificateDraft.FAR_FUTURE,
                List.of(CertificateDraft.loopbackNames(), CertificateDraft.authority()));
        return new ServerIdentity(keys, draft.signedBy(NAME, keys));
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public String certificatePem() {
        return pem(certificate);
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
        return trusting(certificate);
    }

    static SSLContext trusting(X509Certificate trusted) {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("trusted", trusted);
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

    static String pem(X509Certificate certificate) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded(certificate));
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }

    private String thumbprint(String algorithm) {
        try {
            byte[] digest = MessageDigest.getInstance(algorithm).digest(encoded(certificate));
            return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate read from its encoding has one", e);
        }
    }
}

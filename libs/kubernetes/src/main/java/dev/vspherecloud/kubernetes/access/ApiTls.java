package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.kubernetes.KubeException;
import dev.vspherecloud.kubernetes.KubeException.Kind;
import dev.vspherecloud.kubernetes.access.Access.ApiTrust;
import dev.vspherecloud.kubernetes.access.Access.ClientPair;
import dev.vspherecloud.text.KeyAndCertificate;
import dev.vspherecloud.text.PemBlock;
import dev.vspherecloud.text.PemText;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// Creates the TLS context of an access: the trusted CA certificates, the server name and the client certificate.
///
/// Rule from: client-go, transport/transport.go (`TLSConfigFor`).
final class ApiTls {
    private ApiTls() {}

    /// Creates the TLS context from the files that the access names. Throws [KubeException] if they cannot be
    /// read or used.
    static SSLContext context(Access access) {
        try {
            KeyManager[] keys = access.identity()
                    .certificate()
                    .map(pair -> new KeyManager[] {new ClientCertificateKeyManager(keyAndCertificate(pair))})
                    .orElse(null);
            var context = SSLContext.getInstance("TLS");
            context.init(keys, trust(access.trust()), null);
            String serverName = access.trust().serverName();
            return serverName.isEmpty() ? context : ServerNameContext.of(context, serverName);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java runtime has TLS and its PKIX checks", e);
        }
    }

    private static TrustManager[] trust(ApiTrust trust) throws GeneralSecurityException, IOException {
        if (trust.isInsecure()) {
            return new TrustManager[] {new InsecureApiTrustManager()};
        }
        var factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(
                trust.caCertificate().isEmpty()
                        ? null
                        : store(trust.caCertificate().get()));
        return factory.getTrustManagers();
    }

    private static KeyStore store(PemSource caCertificate) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (X509Certificate certificate : certificates(caCertificate)) {
            store.setCertificateEntry("authority-" + store.size(), certificate);
        }
        return store;
    }

    /// Returns the certificates in the source, at least one. An error shows nothing of the text, since it may
    /// be a key.
    static List<X509Certificate> certificates(PemSource source) {
        List<X509Certificate> certificates;
        try {
            certificates = PemBlock.certificates(source.text());
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            throw unusable(source, "found a broken certificate", "export it again");
        }
        if (certificates.isEmpty()) {
            throw unusable(source, "found no certificate", "add it there as PEM (-----BEGIN CERTIFICATE-----)");
        }
        return certificates;
    }

    static KeyAndCertificate keyAndCertificate(ClientPair pair) {
        List<X509Certificate> chain = certificates(pair.certificate());
        KeyAndCertificate keyAndCertificate = new KeyAndCertificate(key(pair, chain.getFirst()), chain);
        if (!keyAndCertificate.belongsTogether()) {
            throw unusable(
                    pair.key(), "found the key of another certificate", "use the key that belongs to the certificate");
        }
        return keyAndCertificate;
    }

    private static PrivateKey key(ClientPair pair, X509Certificate certificate) {
        try {
            return PemText.key(pair.key().text(), certificate.getPublicKey())
                    .orElseThrow(() -> unusable(
                            pair.key(),
                            "found no private key that is not encrypted",
                            "add it there as PEM (PKCS #8, PKCS #1 or SEC 1), without a password"));
        } catch (GeneralSecurityException | IllegalArgumentException _) {
            // The cause is dropped, because it might quote the key.
            throw unusable(
                    pair.key(),
                    "found a private key that cannot be read or does not belong to the certificate",
                    "add it there as PEM (PKCS #8, PKCS #1 or SEC 1), without a password");
        }
    }

    private static KubeException unusable(PemSource source, String found, String advice) {
        String where =
                source.file().map(file -> " in the file \"%s\"".formatted(file)).orElse("");
        return new KubeException(
                Kind.CONFIG_INVALID,
                "the certificates for the API server cannot be used: %s: %s%s; %s"
                        .formatted(source.place(), found, where, advice));
    }
}

package dev.vspherecloud.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/// Builds TLS contexts from the configured trust.
final class TrustManagers {
    private TrustManagers() {}

    /// Creates a TLS context.
    ///
    /// @param host the host to connect to, for messages
    static SSLContext sslContext(TlsTrust trust, String host) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {trustManager(trust, host)}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java runtime has TLS and its PKIX checks", e);
        }
    }

    private static X509ExtendedTrustManager trustManager(TlsTrust trust, String host)
            throws GeneralSecurityException, IOException {
        return switch (trust) {
            case TlsTrust.Insecure() -> new InsecureTrustManager();
            case TlsTrust.SystemRoots _, TlsTrust.Authorities _ -> pinningTrustManager(trust, host, List.of());
            case TlsTrust.Thumbprints(var fingerprints, var base) -> pinningTrustManager(base, host, fingerprints);
        };
    }

    private static PinningTrustManager pinningTrustManager(TlsTrust base, String host, List<String> fingerprints)
            throws GeneralSecurityException, IOException {
        X509ExtendedTrustManager delegate = pkixTrustManager(base);
        var diagnosis = new CertificateDiagnosis(host, List.of(delegate.getAcceptedIssuers()), describe(base));
        return new PinningTrustManager(delegate, diagnosis, fingerprints);
    }

    private static String describe(TlsTrust base) {
        return base instanceof TlsTrust.Authorities caCertificates
                ? "in " + caCertificates.origin()
                : "that this system trusts";
    }

    private static X509ExtendedTrustManager pkixTrustManager(TlsTrust base)
            throws GeneralSecurityException, IOException {
        return createPkix(
                base instanceof TlsTrust.Authorities caCertificates ? keyStore(caCertificates.certificates()) : null);
    }

    private static KeyStore keyStore(List<X509Certificate> caCertificates)
            throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < caCertificates.size(); i++) {
            store.setCertificateEntry("authority-" + i, caCertificates.get(i));
        }
        return store;
    }

    /// Creates the trust manager of the runtime, which checks the chain and the host name.
    ///
    /// @param caCertificates the trusted CA certificates; null for those of the runtime
    private static X509ExtendedTrustManager createPkix(@Nullable KeyStore caCertificates)
            throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(caCertificates);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager pkix) {
                return pkix;
            }
        }
        throw new GeneralSecurityException("PKIX offers no X.509 checks");
    }
}

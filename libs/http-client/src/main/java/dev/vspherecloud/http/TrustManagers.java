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

    /// @param host the host to connect to, for messages
    static SSLContext context(TlsTrust trust, String host) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {manager(trust, host)}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java runtime has TLS and its PKIX checks", e);
        }
    }

    private static X509ExtendedTrustManager manager(TlsTrust trust, String host)
            throws GeneralSecurityException, IOException {
        return switch (trust) {
            case TlsTrust.Insecure() -> new InsecureTrustManager();
            case TlsTrust.SystemRoots _, TlsTrust.Authorities _ -> checked(trust, host, List.of());
            case TlsTrust.Thumbprints(var fingerprints, var base) -> checked(base, host, fingerprints);
        };
    }

    private static PinningTrustManager checked(TlsTrust base, String host, List<String> fingerprints)
            throws GeneralSecurityException, IOException {
        X509ExtendedTrustManager checks = checks(base);
        var review = new CertificateDiagnosis(host, List.of(checks.getAcceptedIssuers()), trusted(base));
        return new PinningTrustManager(checks, review, fingerprints);
    }

    private static String trusted(TlsTrust base) {
        return base instanceof TlsTrust.Authorities authorities
                ? "in " + authorities.origin()
                : "that this system trusts";
    }

    private static X509ExtendedTrustManager checks(TlsTrust base) throws GeneralSecurityException, IOException {
        return pkix(base instanceof TlsTrust.Authorities authorities ? store(authorities.certificates()) : null);
    }

    private static KeyStore store(List<X509Certificate> authorities) throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        return store;
    }

    /// Returns the runtime's own checks of the chain and of the host name, with these CA certificates or with the
    /// runtime's.
    private static X509ExtendedTrustManager pkix(@Nullable KeyStore authorities) throws GeneralSecurityException {
        var factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(authorities);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509ExtendedTrustManager pkix) {
                return pkix;
            }
        }
        throw new GeneralSecurityException("PKIX offers no X.509 checks");
    }
}

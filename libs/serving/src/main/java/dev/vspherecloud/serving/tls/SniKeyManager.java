package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Selects the certificate by the server name that the client requests (SNI). If the client requests none, the
/// local address of the connection counts as the server name. The first certificate with that name is used, and
/// otherwise the default certificate.
///
/// Rule from: apiserver, dynamiccertificates, GetConfigForClient; Go, crypto/tls.Config.getCertificate.
final class SniKeyManager extends X509ExtendedKeyManager {
    /// A certificate for some server names.
    ///
    /// @param names the server names in lower case; a first label `*` matches any label
    record Named(KeyAndCertificate keyAndCertificate, List<String> names) {
        Named {
            names = List.copyOf(names);
        }
    }

    private static final String DEFAULT_ALIAS = "usual";

    private final KeyAndCertificate defaultCertificate;
    private final List<Named> named;

    SniKeyManager(KeyAndCertificate usual, List<Named> named) {
        this.defaultCertificate = usual;
        this.named = List.copyOf(named);
    }

    /// Returns the alias of the certificate for a connection. JSSE calls this once for each key type that the
    /// client supports, and then reads the chain and the key by the returned alias.
    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        String alias = socket instanceof SSLSocket tls ? alias(requestedName(tls)) : DEFAULT_ALIAS;
        String algorithm = keyAndCertificate(alias).certificate().getPublicKey().getAlgorithm();
        return algorithm.equals(keyType) ? alias : null;
    }

    private static String requestedName(SSLSocket socket) {
        if (socket.getHandshakeSession() instanceof ExtendedSSLSession session) {
            Optional<String> name = session.getRequestedServerNames().stream()
                    .filter(SNIHostName.class::isInstance)
                    .map(each -> ((SNIHostName) each).getAsciiName())
                    .findFirst();
            if (name.isPresent()) {
                return name.get().toLowerCase(Locale.ROOT);
            }
        }
        return socket.getLocalAddress().getHostAddress();
    }

    private String alias(String name) {
        return indexOf(name)
                .or(() -> indexOf(name.replaceFirst("^[^.]*", "*")))
                .map(index -> Integer.toString(index))
                .orElse(DEFAULT_ALIAS);
    }

    private Optional<Integer> indexOf(String name) {
        for (int i = 0; i < named.size(); i++) {
            if (named.get(i).names().contains(name)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private KeyAndCertificate keyAndCertificate(String alias) {
        return alias.equals(DEFAULT_ALIAS)
                ? defaultCertificate
                : named.get(Integer.parseInt(alias)).keyAndCertificate();
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return keyAndCertificate(alias).chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return keyAndCertificate(alias).key();
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}

package dev.vspherecloud.kubernetes.access;

import dev.vspherecloud.text.KeyAndCertificate;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Presents one certificate to every server that requests a client certificate, whichever CAs the server names.
///
/// Rule from: client-go, transport/transport.go, whose `GetClientCertificate` ignores the CAs, too.
final class ClientCertificateKeyManager extends X509ExtendedKeyManager {
    private static final String ALIAS = "client";

    private final KeyAndCertificate keyAndCertificate;

    ClientCertificateKeyManager(KeyAndCertificate keyAndCertificate) {
        this.keyAndCertificate = keyAndCertificate;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        String algorithm = keyAndCertificate.key().getAlgorithm();
        return Arrays.stream(keyTypes).anyMatch(type -> type.startsWith(algorithm)) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return chooseEngineClientAlias(keyTypes, issuers, null);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return keyAndCertificate.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return keyAndCertificate.key();
    }

    @Override
    public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}

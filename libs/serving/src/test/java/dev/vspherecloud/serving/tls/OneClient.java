package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Sends one client certificate to every server that requests one.
final class OneClient extends X509ExtendedKeyManager {
    private final KeyAndCertificate keyAndCertificate;

    OneClient(KeyAndCertificate keyAndCertificate) {
        this.keyAndCertificate = keyAndCertificate;
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return "client";
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
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}

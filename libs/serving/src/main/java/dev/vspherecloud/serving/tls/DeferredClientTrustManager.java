package dev.vspherecloud.serving.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Accepts every client certificate. TLS only proves that the client has the private key. The access filter
/// verifies the certificate later, against CA certificates that can change while the process runs.
///
/// Rule from: apiserver, pkg/server/secure_serving.go: `tls.RequestClientCert`.
final class DeferredClientTrustManager extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
        throw serverOnly();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        throw serverOnly();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        throw serverOnly();
    }

    private static IllegalStateException serverOnly() {
        return new IllegalStateException("this trust manager only checks client certificates");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}

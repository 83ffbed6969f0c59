package dev.vspherecloud.kubernetes.access;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// A TLS context whose connections request one server name and verify the certificate against it, whatever the
/// host of the URL is.
///
/// Java's HTTP client has no setting for that: it requests the host of the URL and verifies against it.
final class ServerNameContext extends SSLContextSpi {
    private final SSLContext context;
    private final String serverName;

    private ServerNameContext(SSLContext context, String serverName) {
        this.context = context;
        this.serverName = serverName;
    }

    static SSLContext of(SSLContext context, String serverName) {
        return new SSLContext(
                new ServerNameContext(context, serverName), context.getProvider(), context.getProtocol()) {};
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return new ServerNameEngine(context.createSSLEngine(serverName, port), serverName);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return engineCreateSSLEngine(serverName, -1);
    }

    @Override
    protected void engineInit(
            KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
            throws KeyManagementException {
        throw new KeyManagementException("this context is already initialised");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        return context.getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return context.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }
}

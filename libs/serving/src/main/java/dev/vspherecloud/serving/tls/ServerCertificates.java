package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.KeyAndCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// The current serving certificates, and the TLS sockets that use them.
///
/// Threads: [#reload] has one caller at a time; [#secure] may be called from anywhere.
public final class ServerCertificates {
    /// The system property with which Java refuses to negotiate again on a connection of TLS 1.2.
    private static final String REFUSE_RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    private record Sni(CertificateLoader loader, List<String> names) {
        SniKeyManager.Named load() {
            KeyAndCertificate keyAndCertificate = loader.load();
            List<String> asked = names.isEmpty() ? CertificateNames.of(keyAndCertificate.certificate()) : names;
            return new SniKeyManager.Named(
                    keyAndCertificate,
                    asked.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList());
        }
    }

    private record Loaded(KeyAndCertificate defaultCertificate, List<SniKeyManager.Named> named) {}

    private final CertificateLoader defaultCertificate;
    private final List<Sni> sniCertificates;
    private final SSLParameters parameters;
    private Loaded current;
    private volatile SSLContext context;

    private ServerCertificates(CertificateLoader defaultCertificate, List<Sni> sniCertificates, SSLParameters offer) {
        this.defaultCertificate = defaultCertificate;
        this.sniCertificates = sniCertificates;
        this.parameters = offer;
        this.current = load(defaultCertificate, sniCertificates);
        this.context = context(current);
    }

    /// Refuses clients of this process that negotiate again on an open connection, as Go does: each time costs the
    /// server as much as a new connection, and no limit counts it. Call this method before anything uses TLS: Java
    /// reads the underlying property once.
    public static void refuseRenegotiation() {
        System.setProperty(REFUSE_RENEGOTIATION, "true");
    }

    /// Loads the certificates for the first time.
    ///
    /// @throws TlsException if a certificate or a TLS setting cannot be used
    public static ServerCertificates open(TlsSettings settings, InstantSource clock) {
        List<Sni> sniCertificates = settings.sni().stream()
                .map(each -> new Sni(CertificateLoader.of(each.files(), clock), each.names()))
                .toList();
        return new ServerCertificates(
                CertificateLoader.of(settings.certificate(), clock),
                sniCertificates,
                TlsParameters.of(settings, supportedParameters()));
    }

    /// Returns the TLS parameters that this Java runtime supports. It does not use the default context, which
    /// keeps all CA certificates of the runtime in memory.
    private static SSLParameters supportedParameters() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context.getSupportedSSLParameters();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /// Reloads the certificates. If one has changed, all new connections use it.
    public void reload() {
        Loaded now = load(defaultCertificate, sniCertificates);
        if (!now.equals(current)) {
            context = context(now);
            current = now;
        }
    }

    private static Loaded load(CertificateLoader defaultCertificate, List<Sni> sniCertificates) {
        return new Loaded(
                defaultCertificate.load(),
                sniCertificates.stream().map(Sni::load).toList());
    }

    private static SSLContext context(Loaded current) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new SniKeyManager(current.defaultCertificate(), current.named())},
                    new TrustManager[] {new DeferredClientTrustManager()},
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /// Returns a TLS socket over a connection, in server mode.
    ///
    /// @param read the bytes that have been read from the connection already
    public SSLSocket secure(Socket socket, InputStream read) throws IOException {
        var secured = (SSLSocket) context.getSocketFactory().createSocket(socket, read, true);
        secured.setUseClientMode(false);
        secured.setSSLParameters(parameters);
        return secured;
    }
}

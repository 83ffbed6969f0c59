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
/// Threads: [#look] has one caller at a time; [#secure] may be called from anywhere.
public final class ServerCertificates {
    private record Sni(CertificateLoader origin, List<String> names) {
        SniKeyManager.Named look() {
            KeyAndCertificate keyAndCertificate = origin.look();
            List<String> asked = names.isEmpty() ? CertificateNames.of(keyAndCertificate.certificate()) : names;
            return new SniKeyManager.Named(
                    keyAndCertificate,
                    asked.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList());
        }
    }

    private record Shown(KeyAndCertificate usual, List<SniKeyManager.Named> named) {}

    private final CertificateLoader usual;
    private final List<Sni> others;
    private final SSLParameters offer;
    private Shown shown;
    private volatile SSLContext context;

    private ServerCertificates(CertificateLoader usual, List<Sni> others, SSLParameters offer) {
        this.usual = usual;
        this.others = others;
        this.offer = offer;
        this.shown = see(usual, others);
        this.context = context(shown);
    }

    /// @throws TlsException if a certificate or a TLS setting cannot be used
    public static ServerCertificates open(TlsSettings settings, InstantSource clock) {
        List<Sni> others = settings.sni().stream()
                .map(each -> new Sni(CertificateLoader.of(each.files(), clock), each.names()))
                .toList();
        return new ServerCertificates(
                CertificateLoader.of(settings.certificate(), clock), others, TlsParameters.of(settings, able()));
    }

    /// Returns what this Java supports. It does not use the default context, which keeps all CA certificates of
    /// the runtime in memory.
    private static SSLParameters able() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context.getSupportedSSLParameters();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /// Reloads the certificates. If one has changed, new connections get it from then on.
    public void look() {
        Shown now = see(usual, others);
        if (!now.equals(shown)) {
            context = context(now);
            shown = now;
        }
    }

    private static Shown see(CertificateLoader usual, List<Sni> others) {
        return new Shown(usual.look(), others.stream().map(Sni::look).toList());
    }

    private static SSLContext context(Shown shown) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new SniKeyManager(shown.usual(), shown.named())},
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
        secured.setSSLParameters(offer);
        return secured;
    }
}

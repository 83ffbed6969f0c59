package dev.vspherecloud.serving.tls;

import dev.vspherecloud.text.Identity;
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

/// The certificates of the port as they are now, and TLS with them.
///
/// Threads: [#look] has one caller at a time; [#secure] may be called from anywhere.
public final class ServerCertificates {
    private record Sni(Origin origin, List<String> names) {
        ShownIdentities.Named look() {
            Identity identity = origin.look();
            List<String> asked = names.isEmpty() ? CertificateNames.of(identity.certificate()) : names;
            return new ShownIdentities.Named(
                    identity,
                    asked.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList());
        }
    }

    private record Shown(Identity usual, List<ShownIdentities.Named> named) {}

    private final Origin usual;
    private final List<Sni> others;
    private final SSLParameters offer;
    private Shown shown;
    private volatile SSLContext context;

    private ServerCertificates(Origin usual, List<Sni> others, SSLParameters offer) {
        this.usual = usual;
        this.others = others;
        this.offer = offer;
        this.shown = see(usual, others);
        this.context = context(shown);
    }

    /// @throws TlsException when a certificate, or what is to be offered, can't be used
    public static ServerCertificates open(TlsSettings settings, InstantSource clock) {
        List<Sni> others = settings.sni().stream()
                .map(each -> new Sni(Origin.of(each.files(), clock), each.names()))
                .toList();
        return new ServerCertificates(Origin.of(settings.certificate(), clock), others, TlsOffer.of(settings, able()));
    }

    /// Not the default context: that keeps all authorities of the runtime in memory.
    private static SSLParameters able() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[0], null);
            return context.getSupportedSSLParameters();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /// Looks whether a certificate changed; from then on it is shown to newcomers.
    public void look() {
        Shown now = see(usual, others);
        if (!now.equals(shown)) {
            context = context(now);
            shown = now;
        }
    }

    private static Shown see(Origin usual, List<Sni> others) {
        return new Shown(usual.look(), others.stream().map(Sni::look).toList());
    }

    private static SSLContext context(Shown shown) {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(
                    new KeyManager[] {new ShownIdentities(shown.usual(), shown.named())},
                    new TrustManager[] {new AnyVisitor()},
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /// Speaks TLS over a connection, as the server.
    ///
    /// @param read what has been read from it already
    public SSLSocket secure(Socket socket, InputStream read) throws IOException {
        var secured = (SSLSocket) context.getSocketFactory().createSocket(socket, read, true);
        secured.setUseClientMode(false);
        secured.setSSLParameters(offer);
        return secured;
    }
}
